import { expect } from 'vitest'
import { defaultSettings, putChannelSettings } from '../../../src/bot/store/channel-settings.ts'
import { beginDigests } from '../../../src/bot/features/digests/store/digests.ts'
import { scheduleDigest } from '../../../src/bot/features/digests/post-digest.ts'
import {
  channel,
  commentEvent,
  dana,
  runningBot,
  type RunningTestBot,
  taskEvent,
  withMore,
} from './running-bot.ts'
import { project, task } from './stand-in-tracker.ts'
import { inBothWorkspaces } from './two-installations.ts'

type Changes = Parameters<typeof runningBot>[0] & {
  shared?: boolean
  target?: string
  /** The app is in both workspaces of the channel. */
  both?: boolean
}

export const friday = Date.parse('2026-11-20T12:00:00Z')
export const daily = { every: 'daily' as const, day: 1, at: '09:00', timeZone: 'Europe/Berlin' }
/** Saturday, nine in the morning in Berlin. */
export const saturday = Date.parse('2026-11-21T08:00:00Z')
export const customers = [
  { uuid: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc', full_name: 'Casey Jones', is_customer: true },
  { uuid: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd', full_name: 'Dana Smith', is_customer: false },
]

/** A channel with digests, on Friday at noon, and its clock in hand. */
export const digesting = async (
  settings: object = {},
  { shared, target, both, ...changes }: Changes = {},
) => {
  const clock = { now: friday }
  const options = { now: () => clock.now, laneOptions: { sweepMs: 20 }, ...changes }
  const there = both ? await inBothWorkspaces(options) : undefined
  const running: RunningTestBot = there ?? (await runningBot(options))
  const { slack, tracker, idle, confirmed, send } = running
  tracker.users.push(...customers)
  if (shared) slack.shared.add(channel)
  const all = `${target ?? `"${project.name}"`} all`
  await confirmed(`subscribe ${all}`)
  if (shared) await there?.subscribeThere(all)
  const set = (changed: object) =>
    running.database.transaction(async (tx) => {
      const whole = { ...defaultSettings, digest: daily, ...changed }
      await putChannelSettings(tx, channel, whole, { user: dana, at: clock.now })
      await beginDigests(tx, channel, clock.now)
      await scheduleDigest(running.bot.deps, tx, channel, whole)
    })
  await set(settings)
  const addTask = (name: string, facts: object = {}) => {
    const uuid = crypto.randomUUID()
    tracker.tasks.set(uuid, { ...task, name, assignee_name: 'Dana Smith', ...facts })
    return uuid
  }
  const taskSays = async (
    name: 'task_created' | 'task_updated' | 'task_completed',
    uuid: string,
    facts: object = {},
  ) => {
    if (name === 'task_completed') Object.assign(tracker.tasks.get(uuid) ?? {}, { status: 'Completed' })
    await send(taskEvent(name, { uuid, name: tracker.tasks.get(uuid)?.name ?? '', ...facts }))
  }
  /** The bot hears of a task, and that it is done. */
  const completes = async (uuid: string) => {
    await taskSays('task_updated', uuid)
    await taskSays('task_completed', uuid)
  }
  /** The vendor's question on a task, which no customer has answered yet. */
  const vendorAsks = async (task: string, facts: object = {}) => {
    const asked = { message_plain: 'Monday?', created_by_uuid: customers[1]?.uuid ?? '', ...facts }
    const comment = tracker.addComment({ ...asked, associated_object_uuid: task })
    const modified = { modified_by: { full_name: 'Dana Smith', is_customer: false } }
    await send(commentEvent(comment, 'comment_new', { modified }))
  }
  const digests = () =>
    slack.roots(channel).filter(({ text }) => text.startsWith('*Digest*') || text.startsWith('Digest'))
  const pass = async (to: number) => {
    clock.now = to
    await idle()
  }
  /** The digest that is there when the clock shows this. */
  const digestAt = async (to: number) => {
    const before = digests().length
    clock.now = to
    await expect.poll(() => idle().then(() => digests().length), { timeout: 10_000 }).toBe(before + 1)
    return digests().at(-1)?.text ?? ''
  }
  return withMore(running, {
    there,
    clock,
    set,
    addTask,
    taskSays,
    completes,
    vendorAsks,
    digests,
    pass,
    digestAt,
  })
}
