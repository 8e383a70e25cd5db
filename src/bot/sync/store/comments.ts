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
import { type ExpressionBuilder, sql as raw } from 'kysely'
import { toStorableText } from '../../../database/engine.ts'
import type { Note } from '../../store/notes.ts'
import type { BotTables } from '../../store/tables.ts'
import type { ReplyPart } from './parts.ts'

const rank = { sending: 0, unknown: 1, waiting: 2, done: 3 }

interface CommentKey {
  uuid: string
  taskUuid: string
}

/** The parts that a comment may be: the one with its uuid, and the unconfirmed ones on its task. */
const mayBeEcho =
  ({ uuid, taskUuid }: Given<CommentKey>) =>
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

const likelyParts = statement((db, given: Given<CommentKey>) =>
  db
    .selectFrom('reply_comment as part')
    .selectAll('part')
    .where(mayBeEcho(given))
    .orderBy('part.attempted_at', 'desc'),
)

interface PartsLike {
  /** The part with the comment's uuid. */
  own: ReplyPart | undefined
  /** On the same task: first those being sent, then unanswered ones, then those that a person sends again. */
  unconfirmed: ReplyPart[]
}

const noParts: PartsLike = { own: undefined, unconfirmed: [] }

const partsFrom = (uuid: string, parts: readonly ReplyPart[]): PartsLike => ({
  own: parts.find((part) => part.comment_uuid === uuid),
  unconfirmed: parts
    .filter((part) => part.comment_uuid === null)
    .sort((one, other) => rank[one.state] - rank[other.state]),
})

export const partsLike = async (sql: Queries, uuid: string, taskUuid = ''): Promise<PartsLike> =>
  partsFrom(uuid, await likelyParts.all(sql, { uuid, taskUuid }))

/** Comments of one author within a minute that come at once. One message counts those after them. */
export const commentsAtOnce = 10
const minuteMs = 60_000

export interface AroundComment extends PartsLike {
  facts: KnownOfTask
  /** The stored project's channels. */
  channels: ProjectChannel[]
  /** The API key's own user, as far as it was learned. */
  apiUser: string | undefined
  /** The Slack member that the author is linked to. Undefined: no link. Null: linked to no member. */
  linked: string | null | undefined
  /** Within the last minute, the project got so many comments that an author may have written more than come at once. */
  isCrowded: boolean
}

interface AroundKey {
  uuid: string
  taskUuid: string
  projectUuid: string
  author: string
  now: number
  /** A minute before. */
  since: number
}

/** A comment in the tracker. `taskUuid` is undefined if it is on something else than a task. */
interface TrackerComment {
  uuid: string
  taskUuid: string | undefined
}

/** A row for each pair of a subscription and a part of a reply. Mostly there are a few subscriptions and no part. */
const around = statement((db, given: Given<AroundKey>) =>
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
    .select((row) =>
      row
        .selectFrom('known_comment as recent')
        .select('recent.uuid')
        .where('recent.project_uuid', '=', given.projectUuid)
        .where('recent.heard_at', '>', given.since)
        .orderBy('recent.heard_at')
        .limit(1)
        .offset(commentsAtOnce - 1)
        .as('last_at_once'),
    )
    .select(['subscription.channel', 'subscription.scope', 'subscription.target', 'subscription.label'])
    .select(['subscription.events', 'subscription.readers', 'subscription.confirmed_at'])
    .select(['subscription.created_by', 'subscription.created_at'])
    .select(['subscription.paused_at', 'subscription.paused_reason'])
    .select(['subscription.account_id as only_id', 'subscription.account_name as only_name'])
    .select(['channel_setting.settings', 'channel_mute.channel as muted', 'card.id as card'])
    .orderBy('subscription.channel')
    .orderBy('part.attempted_at', 'desc'),
)

/** Whose the comment may be, who receives it, and what is stored of it. One query, because it runs for each comment. */
export const aroundComment = async (
  sql: Queries,
  comment: TrackerComment & { projectUuid: string | undefined; authorUuid: string | undefined },
  now: number,
): Promise<AroundComment> => {
  const { uuid, taskUuid = '', projectUuid = '', authorUuid: author = '' } = comment
  const rows = await around.some(sql, { uuid, taskUuid, projectUuid, author, now, since: now - minuteMs })
  const [row] = rows
  const facts = knownFrom(row, taskUuid, projectUuid)
  const parts: ReplyPart[] = []
  const subscriptions: SubscriptionRow[] = []
  for (const one of rows) {
    const isOfFirstPart = one.reply_id === row.reply_id && one.part === row.part
    const isOfFirstSubscription =
      one.channel === row.channel && one.scope === row.scope && one.target === row.target
    // Of a joined row, all columns are there or none. Mostly there is no part.
    if (one.reply_id !== null && isOfFirstSubscription) parts.push(one as ReplyPart)
    if (one.channel !== null && isOfFirstPart) {
      const { only_id: account_id, only_name: account_name } = one
      subscriptions.push({ ...one, account_id, account_name } as SubscriptionRow)
    }
  }
  return {
    ...(parts.length > 0 ? partsFrom(uuid, parts) : noParts),
    facts,
    channels: facts.project ? channelsFrom(subscriptions, facts.project) : [],
    apiUser: row.api_user ?? undefined,
    linked: row.tracker_uuid === null ? undefined : row.slack_user,
    isCrowded: row.last_at_once !== null,
  }
}

interface SeenComment extends TrackerComment {
  text: string
  /** Undefined if the tracker does not say. Then the time when the bot first heard of the comment is stored. */
  createdAt: number | undefined
}

/** What digests need of a confirmed comment. The values that were stored first are kept. */
interface CommentOrigin {
  projectUuid: string
  byCustomer: boolean
}

const kept = (column: 'project_uuid' | 'by_customer' | 'heard_at') =>
  raw`coalesce(${raw.ref(`known_comment.${column}`)}, ${raw.ref(`excluded.${column}`)})`

type Put = { [Name in 'uuid' | 'task_uuid' | 'author_name' | 'text']: string } & {
  created_at: number | undefined
  now: number
  project_uuid: string | undefined
  by_customer: number | undefined
}

const putComment = statement((db, given: Given<Put>) => {
  const { uuid, task_uuid, author_name, text, created_at, now, project_uuid, by_customer } = given
  const values = { task_uuid, text, deleted_at: null, created_at }
  // An edit may not tell the author's account.
  const author = {
    author_name: raw<string>`coalesce(nullif(${raw.ref('known_comment.author_name')}, ''), ${raw.ref('excluded.author_name')})`,
  }
  const origin = project_uuid && {
    project_uuid: kept('project_uuid').$castTo<string>(),
    by_customer: kept('by_customer').$castTo<number>(),
    heard_at: kept('heard_at').$castTo<number>(),
  }
  return db
    .insertInto('known_comment')
    .values({
      uuid,
      ...values,
      author_name,
      created_at: created_at ?? now,
      project_uuid,
      by_customer,
      heard_at: project_uuid && now,
    })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ ...values, ...origin, ...author }))
})

/**
 * A comment is stored, because most trackers list none. `authorName`: in the tracker or in Slack; empty if a script with
 * our key wrote it. No notes for a comment that is on no task.
 */
export const commentNotes = (
  { uuid, taskUuid, text, createdAt }: SeenComment,
  authorName: string,
  origin?: CommentOrigin,
): Note[] => {
  if (taskUuid === undefined) return []
  const row = {
    uuid,
    task_uuid: taskUuid,
    author_name: toStorableText(authorName.replace(/ \(Slack\)$/, '')),
    text: toStorableText(text),
    created_at: createdAt,
    project_uuid: origin?.projectUuid,
    by_customer: origin && Number(origin.byCustomer),
  }
  return [
    async (sql, now) => {
      await putComment.run(sql, { ...row, now })
    },
  ]
}

/** Which of these comments are stored, also deleted ones. */
export const knownComments = async (sql: Queries, uuids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (uuids.length === 0) return new Set()
  const rows = await sql.selectFrom('known_comment').select('uuid').where('uuid', 'in', uuids).execute()
  return new Set(rows.map(({ uuid }) => uuid))
}

export const noteCommentGone =
  (uuid: string): Note =>
  async (sql, now) => {
    await sql
      .updateTable('known_comment')
      .set({ text: '', author_name: '', deleted_at: now })
      .set({ project_uuid: null, by_customer: null, heard_at: null })
      .where('uuid', '=', uuid)
      .execute()
  }
