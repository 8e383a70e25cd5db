import type { Comment } from '../../../contract/comment.ts'
import type { Given } from '../../../database/statement.ts'
import {
  type ProjectChannel,
  type SubscriptionRow,
  cardThere,
  channelsFrom,
  mayCover,
  muteNow,
} from '../../store/project-channels.ts'
import { type Queries, statement } from '../../store/database.ts'
import { type KnownOfTask, knownFrom, withKnown } from '../../store/known-projects.ts'
import { apiUserKey } from '../../store/key-values.ts'
import type { ExpressionBuilder } from 'kysely'
import type { BotTables } from '../../store/tables.ts'
import type { ReplyPart } from './parts.ts'

const rank = { sending: 0, unknown: 1, waiting: 2, done: 3 }

interface Said {
  uuid: string
  taskUuid: string
}

/** The parts that a comment may be: the one with its uuid, and the unconfirmed ones on its task. */
const mayBeEcho =
  ({ uuid, taskUuid }: Given<Said>) =>
  (row: ExpressionBuilder<{ part: BotTables['reply_comment'] }, 'part'>) =>
    row.or([
      row('part.comment_uuid', '=', uuid),
      row.and([
        row('part.task_uuid', '=', taskUuid),
        row('part.state', 'in', ['sending', 'unknown', 'waiting']),
        row('part.attempted_at', 'is not', null),
        row('part.comment_uuid', 'is', null),
      ]),
    ])

const likely = statement((db, given: Given<Said>) =>
  db
    .selectFrom('reply_comment as part')
    .selectAll('part')
    .where(mayBeEcho(given))
    .orderBy('part.attempted_at', 'desc'),
)

interface PartsLike {
  /** The one with its uuid. */
  own: ReplyPart | undefined
  /** On its task: those being sent come first, then unanswered ones, then those that a person sends again. */
  unconfirmed: ReplyPart[]
}

const partsFrom = (uuid: string, parts: readonly ReplyPart[]): PartsLike => ({
  own: parts.find((part) => part.comment_uuid === uuid),
  unconfirmed: parts
    .filter((part) => part.comment_uuid === null)
    .sort((one, other) => rank[one.state] - rank[other.state]),
})

export const partsLike = async (sql: Queries, uuid: string, taskUuid = ''): Promise<PartsLike> =>
  partsFrom(uuid, await likely.all(sql, { uuid, taskUuid }))

export interface AroundComment extends PartsLike {
  known: KnownOfTask
  /** Those of the known project. */
  channels: ProjectChannel[]
  /** The API key's own user, as far as it was learned. */
  apiUser: string | undefined
  /** The Slack member that the author is linked to. Undefined: no link. Null: linked to no member. */
  linked: string | null | undefined
}

interface Asked {
  uuid: string
  taskUuid: string
  projectUuid: string
  author: string
  now: number
}

/** A row for each subscription and each part of a reply. Mostly there are a few of the one, and none of the other. */
const around = statement((db, given: Given<Asked>) =>
  withKnown(db, given)
    .leftJoin('reply_comment as part', (join) => join.on(mayBeEcho(given)))
    .leftJoin('person_link as link', (join) => join.on('link.tracker_uuid', '=', given.author))
    .leftJoin('subscription', (join) =>
      join.on((row) =>
        mayCover({
          uuid: given.projectUuid,
          accountName: row.ref('project.account_name').$castTo<string>(),
          accountId: row.ref('project.account_id').$castTo<string>(),
        })(row),
      ),
    )
    .leftJoin('channel_setting', 'channel_setting.channel', 'subscription.channel')
    .leftJoin('channel_mute', (join) => join.on(muteNow(given.now)))
    .leftJoin('post as card', (join) => join.on(cardThere('task_card', given.taskUuid)))
    .selectAll('part')
    .select(['link.tracker_uuid', 'link.slack_user'])
    .select((row) => row.selectFrom('setting').select('value').where('key', '=', apiUserKey).as('api_user'))
    .select(['subscription.channel', 'subscription.scope', 'subscription.target', 'subscription.label'])
    .select(['subscription.events', 'subscription.readers', 'subscription.confirmed_at'])
    .select(['subscription.created_by', 'subscription.created_at'])
    .select(['subscription.paused_at', 'subscription.paused_reason'])
    .select(['subscription.account_id as only_id', 'subscription.account_name as only_name'])
    .select(['channel_setting.settings', 'channel_mute.channel as muted', 'card.id as card'])
    .orderBy('subscription.channel')
    .orderBy('part.attempted_at', 'desc'),
)

/** Whose the comment may be, who receives it, and what is known. One query, because it runs for each comment. */
export const aroundComment = async (sql: Queries, comment: Comment, now: number): Promise<AroundComment> => {
  const { uuid, associated_object_uuid: task, parent_object_uuid: project } = comment
  const [taskUuid, projectUuid] = [task ?? '', project ?? '']
  const asked = { uuid, taskUuid, projectUuid, author: comment.created_by_uuid, now }
  const rows = await around.some(sql, asked)
  const [row] = rows
  const known = knownFrom(row, taskUuid, projectUuid)
  const ofOnePart = rows.filter((one) => one.reply_id === row.reply_id && one.part === row.part)
  const ofOneSubscription = rows.filter(
    (one) => one.channel === row.channel && one.scope === row.scope && one.target === row.target,
  )
  // Of a joined row, all columns are there or none. Mostly there is no part.
  const parts = row.reply_id === null ? [] : (ofOneSubscription as ReplyPart[])
  const subscriptions = ofOnePart.flatMap(({ only_id: account_id, only_name: account_name, ...one }) =>
    one.channel === null ? [] : [{ ...one, account_id, account_name } as SubscriptionRow],
  )
  return {
    ...partsFrom(uuid, parts),
    known,
    channels: known.project ? channelsFrom(subscriptions, known.project) : [],
    apiUser: row.api_user ?? undefined,
    linked: row.tracker_uuid === null ? undefined : row.slack_user,
  }
}
