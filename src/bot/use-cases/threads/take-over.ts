import type { ModalView } from '@slack/types'
import { addDeliveries, deliveryOf, setFacts, settleDelivery } from '../../store/ledger/deliveries.ts'
import { joinedThread } from '../../store/threads/task-threads.ts'
import {
  addTaken,
  addTakeOver,
  dropUnsent,
  moveTakeOver,
  progressOf,
  type TakeOver,
  takeOverById,
} from '../../store/threads/take-overs.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import type { Message } from '../../messages/kit/message.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import { syncNotice, type SyncMetadata } from '../../messages/threads/sync-dialog.ts'
import type { TakeOverFacts } from '../../messages/threads/take-over-line.ts'
import type { Actor, Here } from '../../access/actor.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, NewBotJob } from '../../payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Answer } from '../answers/answer.ts'
import { tellPerson } from '../answers/tell.ts'
import { deliveryId } from '../ledger/delivery-id.ts'
import { render } from '../ledger/delivery-kinds.ts'
import { inForm } from '../answers/in-form.ts'
import { postOnce } from '../posting/post-once.ts'
import { type Earlier, earlierIn, whyHidden } from './earlier.ts'
import { taskOf } from './sync-thread.ts'

/** How often the line moves, and looks while it has nothing to say. */
const movesMs = 3_000
const looksMs = 15_000

/** One lane for each take-over. `when`: tells its jobs apart. */
const job = (id: number, when: string, runAt?: number): NewBotJob => ({
  kind: 'take-over',
  lane: when === 'stop' ? `${id}:stop` : String(id),
  payload: { takeOver: id },
  uniqueKey: `${id}:${when}`,
  ...(runAt !== undefined && { runAt }),
})

/** *Import*: stored before the dialog closes. A dialog of another task's time says so. */
export const requestTakeOver = async (
  deps: BotDeps,
  { user, place }: Here,
  viewId: string,
  { threadTs, taskUuid }: SyncMetadata & { taskUuid: string },
): Promise<ModalView | undefined> => {
  const { channel } = place
  if ((await taskOf(deps, channel, threadTs)) !== taskUuid) return syncNotice(staleButton())
  await deps.database.transaction(async (tx) => {
    const asked = { source: `view:${viewId}`, user, at: deps.now() }
    const id = await addTakeOver(tx, { channel, threadTs, taskUuid }, asked)
    if (id !== undefined) await deps.lanes.enqueue(tx, [job(id, 'begin')])
  })
  return undefined
}

const keyOf = ({ id, channel }: TakeOver) => ({ channel, kind: 'take_over', objectUuid: `take-over@${id}` })

const replyOf = ({ id, channel, thread_ts, task_uuid }: TakeOver, { userId, ...said }: Earlier) => ({
  ...said,
  channel,
  thread_ts,
  user_id: userId,
  task_uuid,
  take_over: id,
})

/** Stores what was said, with its jobs, in the thread's order, and the line that says how far it is. */
const begin = async (deps: BotDeps, row: TakeOver): Promise<void> => {
  const earlier = await earlierIn(deps, row.channel, row.thread_ts)
  await deps.database.transaction(async (tx) => {
    const now = deps.now()
    if (!(await moveTakeOver(tx, row.id, ['reading'], { state: 'sending' }))) return
    const replies = earlier.map((one) => replyOf(row, one))
    const ids = await addTaken(tx, row, replies, now)
    await moveTakeOver(tx, row.id, ['sending'], { total: ids.length })
    const key = keyOf(row)
    const on = { kind: 'task_card', uuid: row.task_uuid }
    const line = { ...key, uuid: deliveryId(deps, key), op: 'post' as const, on, facts: {}, inboxId: null }
    if (ids.length > 0) await addDeliveries(tx, [{ ...line, createdAt: now }])
    const jobs = ids.map((reply) => ({
      kind: 'reply' as const,
      lane: row.task_uuid,
      payload: { reply },
    }))
    await deps.lanes.enqueue(tx, jobs)
  })
}

/** Slack hides the thread: the person who asked is told. */
const giveUp = (deps: BotDeps, row: TakeOver, why: Message): Promise<void> =>
  deps.database.transaction(async (tx) => {
    if (!(await moveTakeOver(tx, row.id, ['reading'], { state: 'failed' }))) return
    const { channel, thread_ts: threadTs, user_id: user } = row
    await tellPerson(deps, tx, { user, channel, ts: `take-over-${row.id}`, threadTs }, why)
  })

/** Posts the line, or changes it. Returns whether it moved. */
const show = async (deps: BotDeps, row: TakeOver, facts: TakeOverFacts): Promise<boolean> => {
  const { sql } = deps.database
  const line = await deliveryOf(sql, keyOf(row))
  if (!line) return false
  const { channel } = line
  const next = { ...line, facts: JSON.stringify(facts) }
  let { ts } = line
  if (line.state !== 'posted' || ts === null) {
    const thread = await joinedThread(sql, channel, row.task_uuid)
    ts = await postOnce(deps, next, thread ?? row.thread_ts)
    await settleDelivery(sql, line, { state: 'posted', ts }, deps.now())
  } else if (next.facts === line.facts) return false
  const at = { channel, ts }
  // One that was interrupted may have been posted with earlier facts.
  if (line.state !== 'waiting')
    await inForm(deps, render(next), ({ text, blocks }) => deps.slack.update({ ...at, text, blocks }))
  await setFacts(sql, line, next.facts)
  return true
}

/** The channel refuses the line, or somebody deleted it. The import goes on. */
const isRefused = (error: unknown): boolean =>
  error instanceof SlackProblem && ['channel', 'refused', 'message'].includes(error.kind)

/** Lane `take-over`: reads what was said, stores it to be sent, and moves the line until all is settled. */
export const takeOver = async (deps: BotDeps, given: BotJob<'take-over'>): Promise<void> => {
  const { sql } = deps.database
  const id = given.payload.takeOver
  const asked = await takeOverById(sql, id)
  if (!asked) return
  if (asked.state === 'reading')
    try {
      await begin(deps, asked)
    } catch (error) {
      const why = whyHidden(error)
      if (!why) throw error
      return giveUp(deps, asked, why)
    }
  const row = await takeOverById(sql, id)
  if (!row) return
  const { open, done, failed } = await progressOf(sql, id)
  const state = row.state === 'stopped' ? 'stopped' : open > 0 ? 'sending' : 'done'
  const taskName = (await knownTask(sql, row.task_uuid))?.name ?? 'the task'
  const facts = { id, taskName, state, total: row.total, done, failed } as const
  const moved = await show(deps, row, facts).catch((error: unknown) => {
    if (!isRefused(error)) throw error
    return false
  })
  await deps.database.transaction(async (tx) => {
    const next = deps.now() + (moved ? movesMs : looksMs)
    if (open > 0) await deps.lanes.enqueue(tx, [job(id, String(given.seq), next)])
    else await moveTakeOver(tx, id, ['sending'], { state: 'done' })
    await given.done(tx)
  })
}

/** *Stop*: what was not sent stays in Slack. Anybody of the team in the channel may press it. */
export const stopTakeOver = async (
  deps: BotDeps,
  actor: Actor,
  value: string,
): Promise<Answer | undefined> => {
  const id = /^\d{1,15}$/.test(value) ? Number(value) : undefined
  const row = id === undefined ? undefined : await takeOverById(deps.database.sql, id)
  if (!row || row.channel !== actor.place?.channel) return { message: staleButton() }
  const refused = await maySteer(deps, actor, row.channel)
  if (refused) return refused
  const stopped = await deps.database.transaction(async (tx) => {
    const moved = await moveTakeOver(tx, row.id, ['reading', 'sending'], { state: 'stopped' })
    if (!moved) return false
    await dropUnsent(tx, row.id)
    await deps.lanes.enqueue(tx, [job(row.id, 'stop')])
    return true
  })
  return stopped ? undefined : { message: staleButton() }
}
