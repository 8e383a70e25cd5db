import { addDeliveries, settleDelivery } from '../../store/ledger/deliveries.ts'
import { channelSettings } from '../../store/channels/channel-settings.ts'
import { threadAt } from '../../store/replies/thread-at.ts'
import { threadNotKnown } from '../../messages/replies/not-taken.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, Payload } from '../../payloads.ts'
import type { OurMessage } from '../../slack/slack.ts'
import { actorOf } from '../../access/actor.ts'
import { mayKnow } from '../../access/may.ts'
import { type Route, routeTo, whyNotTell } from '../../access/audience.ts'
import { tellOnce } from '../answers/mark-message.ts'
import { isToUs } from '../answers/words-to-us.ts'
import { acceptReply } from './accept-reply.ts'
import { takeUnder } from './take-said.ts'
import { rootInDoubt } from './thread-root.ts'
import { taskCardFacts, type TaskInView, taskInView } from '../tracker/task-in-view.ts'

/** Restores the ledger row of a card, unless the channel has a newer one for this task. */
const adopt = (deps: BotDeps, view: TaskInView, route: Route, ts: string, card: OurMessage): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const facts = taskCardFacts(view, route, true)
    const at = { channel: route.channel, kind: 'task_card', objectUuid: view.uuid, op: 'post' as const }
    const row = { ...at, uuid: card.deliveryId, facts, inboxId: null, createdAt: deps.now() }
    const [added] = await addDeliveries(tx, [row])
    if (added) await settleDelivery(tx.sql, added, { state: 'posted', ts }, deps.now())
  })

/**
 * Handles a reply under a message of ours that is not in the ledger, for example after the database was lost.
 * The message's metadata names the task. It counts only if the tracker has the task, the channel receives its
 * project, and its readers may see it.
 */
const recover = async (deps: BotDeps, reply: Payload<'lost-thread'>): Promise<void> => {
  const { channel, threadTs } = reply
  const card = await deps.slack.rootOfThread(channel, threadTs)
  // Announcements, answers and other apps' messages take no comments.
  if (card?.about?.kind !== 'task_card') return
  const view = await taskInView(deps, card.about.uuid, undefined)
  const route = await routeTo(deps, channel)
  const why = view && (await whyNotTell(deps, route, view, true))
  if (!view || why !== undefined) {
    const told = await actorOf(deps, { user: reply.userId, channel })
    const isKnown =
      view && why !== 'internal' && (await mayKnow(deps, told, { project: view.project, task: view }))
    const taskName = isKnown ? view.task.name : undefined
    return await tellOnce(deps, reply, 'not-known', threadNotKnown({ taskName }))
  }
  await adopt(deps, view, route, threadTs, card)
  await acceptReply(deps, reply, view.uuid, await channelSettings(deps.database.sql, channel))
}

/** Lane `lost-thread`, one per thread: for replies that need a Slack call to know whether they are ours. */
export const recoverThread = async (deps: BotDeps, job: BotJob<'lost-thread'>): Promise<void> => {
  const reply = job.payload
  const { userId: self } = await deps.slack.identity()
  if (reply.userId === self || (await isToUs(deps, reply.text))) return
  const { channel, threadTs } = reply
  const there = await threadAt(deps.database.sql, channel, threadTs)
  const root = there.root ?? (await rootInDoubt(deps, channel, threadTs))
  if (await takeUnder(deps, { ...there, root }, reply)) return
  if (reply.parent === undefined || reply.parent === self) await recover(deps, reply)
}
