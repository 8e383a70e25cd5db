import { addReply, sourceOf } from '../../store/replies/replies.ts'
import { type Offer, offerOf, settleOffer } from '../../store/threads/offers.ts'
import { addTakeOver, moveTakeOver } from '../../store/threads/take-overs.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { offeredTask } from '../../messages/kit/ids.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import { offerGone, offerSettled, offerTaken } from '../../messages/threads/comment-offer.ts'
import { syncDialog } from '../../messages/threads/sync-dialog.ts'
import type { Here } from '../../access/actor.ts'
import type { BotDeps } from '../../deps.ts'
import { attached, type Incoming, incoming, spoken } from '../../slack/said.ts'
import type { Answer, OnPress, Press } from '../answers/answer.ts'
import { readValue } from '../answers/stale-value.ts'
import { type TaskInView, taskInView } from '../tracker/task-in-view.ts'
import { join, mayNotSync, syncedFacts } from './sync-thread.ts'

const settled = async (deps: BotDeps, { state, settled_by: by, task_uuid: task }: Offer): Promise<Answer> => {
  const known = task === null ? undefined : await knownTask(deps.database.sql, task)
  const facts = { isComment: state === 'comment', by: by ?? '', taskName: known?.name }
  return { message: offerSettled(facts), replace: true }
}

/** The message as it reads now. Undefined if it was deleted. */
const messageAt = async (deps: BotDeps, channel: string, ts: string): Promise<Incoming | undefined> => {
  for await (const message of deps.slack.thread(channel, ts)) {
    const said = incoming.safeParse(message).data
    return said?.ts === ts && spoken.has(said.subtype) ? said : undefined
  }
  return undefined
}

/** Makes the message a comment, and its thread the task's. The first who decides wins. */
export const takeOffer = async (
  deps: BotDeps,
  actor: Here,
  view: TaskInView,
  ts: string,
): Promise<Answer> => {
  const { user, place } = actor
  const { channel } = place
  const { sql } = deps.database
  const before = await offerOf(sql, channel, ts)
  if (!before) return { message: staleButton() }
  if (before.state !== 'open') return settled(deps, before)
  const refused = await mayNotSync(deps, actor, view, ts)
  if (refused) return { message: refused }
  const said = await messageAt(deps, channel, ts)
  if (!said?.user) return { message: offerGone(), replace: true }
  const source = sourceOf(channel, ts)
  const words = { user_id: said.user, text: said.text ?? '', files: attached(said) }
  const isFirst = await deps.database.transaction(async (tx) => {
    const decided = { state: 'comment' as const, settled_by: user, task_uuid: view.uuid }
    if (!(await settleOffer(tx, { channel, ts }, decided))) return false
    await join(deps, tx, actor, view, ts)
    const thread = { channel, threadTs: ts, taskUuid: view.uuid }
    const now = deps.now()
    const taken = await addTakeOver(tx, thread, { source: `offer:${source}`, user, at: now })
    if (taken === undefined) return true
    await moveTakeOver(tx, taken, ['reading'], { state: 'done', total: 1 })
    const at = { source, channel, ts, thread_ts: ts, task_uuid: view.uuid, take_over: taken }
    const reply = await addReply(tx, { ...at, ...words }, now)
    if (reply !== undefined)
      await deps.lanes.enqueue(tx, [{ kind: 'reply', lane: view.uuid, payload: { reply } }])
    return true
  })
  const after = isFirst ? undefined : await offerOf(sql, channel, ts)
  return after ? settled(deps, after) : { message: offerTaken(syncedFacts(view, place)), replace: true }
}

/** One of the three tasks. */
export const acceptOffer = async (deps: BotDeps, actor: Here, { value }: Press): Promise<Answer> => {
  const { ts, task } = readValue(offeredTask, value)
  const view = await taskInView(deps, task, undefined)
  return view ? takeOffer(deps, actor, view, ts) : { message: staleButton() }
}

/** *Another task…* */
export const openOfferDialog: OnPress<Here> = async (deps, { place }, { value: ts, triggerId }) => {
  const { channel } = place
  const offer = await offerOf(deps.database.sql, channel, ts)
  if (!offer) return { message: staleButton() }
  if (offer.state !== 'open') return settled(deps, offer)
  await deps.slack.openView(triggerId, syncDialog({ channel, threadTs: ts, offer: true }))
  return undefined
}

/** *Not a comment*: nobody is asked again. */
export const declineOffer = async (
  deps: BotDeps,
  { user, place }: Here,
  { value: ts }: Press,
): Promise<Answer> => {
  const at = { channel: place.channel, ts }
  const decided = { state: 'not' as const, settled_by: user, task_uuid: null }
  const isFirst = await deps.database.transaction((tx) => settleOffer(tx, at, decided))
  if (isFirst) return { remove: true }
  const offer = await offerOf(deps.database.sql, at.channel, ts)
  return offer ? settled(deps, offer) : { message: staleButton() }
}
