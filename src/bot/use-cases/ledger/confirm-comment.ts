import { addDeliveries, type DeliveryRow } from '../../store/ledger/deliveries.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { partsOf, type ReplyRow } from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { commentPosted } from '../../messages/replies/comment-posted.ts'
import type { BotDeps } from '../../deps.ts'
import { postJob } from '../../payloads.ts'
import { mayShow, routeTo } from '../../access/audience.ts'
import { briefOf, type Tell } from './delivery-facts.ts'
import type { Planned } from './decision.ts'
import { mark } from '../answers/mark-message.ts'
import { splitAuthor } from './reply-body.ts'
import { taskInView } from '../tracker/task-in-view.ts'
import { plannedCard } from './planned-card.ts'

/** The card of the task that was commented on, unless those who read the channel may not see it. */
export const cardForComment = async (deps: BotDeps, reply: ReplyRow): Promise<Planned | undefined> => {
  const route = await routeTo(deps, reply.channel)
  const known = await knownTask(deps.database.sql, reply.task_uuid)
  const view = await taskInView(deps, reply.task_uuid, known?.projectUuid, 'tracker')
  return view && mayShow(route, view.internal) ? plannedCard(view, route, true) : undefined
}

const confirm = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  channel: string,
  tell: Tell,
  url: string | undefined,
) => {
  const message = commentPosted({ taskName: tell.taskName, threadUrl: url })
  return mark(deps, tx, { channel, ts: `reply-${tell.reply}` }, [
    { op: 'ephemeral', user: tell.user, threadTs: undefined, message },
  ])
}

const commentRows = async (tx: Tx, reply: ReplyRow, card: Planned, tell: Tell) => {
  const parts = (await partsOf(tx.sql, reply.id)).filter(({ comment_uuid: uuid }) => uuid !== null)
  return parts.map(({ body, comment_uuid: uuid }, at) => {
    return {
      channel: reply.channel,
      kind: 'comment' as const,
      objectUuid: uuid ?? '',
      op: 'post' as const,
      on: { kind: 'task_card' as const, uuid: card.objectUuid },
      facts: {
        uuid,
        ...splitAuthor(body),
        // When the last of it stands in the thread, there is something to link to.
        ...(at === parts.length - 1 && { tell }),
      },
    }
  })
}

/**
 * A comment made by command or dialog stands in no thread yet: it is posted there in its author's name, for
 * the channel to see, and then its author is told with the link.
 */
export const showOwnComment = async (deps: BotDeps, tx: Tx, reply: ReplyRow, card: Planned | undefined) => {
  const taskName = (await knownTask(tx.sql, reply.task_uuid))?.name ?? 'the task'
  const tell: Tell = { reply: reply.id, user: reply.user_id, taskName }
  const rows = card ? [card, ...(await commentRows(tx, reply, card, tell))] : []
  const added = await addDeliveries(
    tx,
    rows.map((row) => ({ ...row, uuid: deps.newUuid(), inboxId: null, createdAt: deps.now() })),
  )
  const posts = added.filter(({ kind }) => kind === 'comment')
  if (posts.length === 0) return confirm(deps, tx, reply.channel, tell, undefined)
  await deps.lanes.enqueue(
    tx,
    posts.map(({ id }) => postJob(reply.channel, id)),
  )
}

/** Whoever waits for a row that cannot be read is named by nothing. */
const tellOf = (row: DeliveryRow): Tell | undefined => {
  try {
    return briefOf(row).tell
  } catch {
    return undefined
  }
}

/** The link of a message whose author waits for it. */
export const linkToTell = (deps: BotDeps, row: DeliveryRow, ts: string): Promise<string | undefined> =>
  tellOf(row) ? deps.slack.permalink(row.channel, ts) : Promise.resolve(undefined)

/** In the transaction that settles a message: its author hears that the comment exists, seen in Slack or not. */
export const tellAuthor = async (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  row: DeliveryRow,
  url: string | undefined,
): Promise<void> => {
  const tell = tellOf(row)
  if (tell) await confirm(deps, tx, row.channel, tell, url)
}
