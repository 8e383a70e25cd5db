import { customers } from '../../support/digesting.ts'
import { channel, runningBot, taskEvent, withMore } from '../../support/running-bot.ts'
import { project, task } from '../../support/stand-in-tracker.ts'

type Changes = Parameters<typeof runningBot>[0]

/** A channel that receives the project, its clock in hand, and somebody who presses *Pin*. */
export const pinning = async ({ shared = false, ...changes }: Changes & { shared?: boolean } = {}) => {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const running = await runningBot({ now: () => clock.now, laneOptions: { sweepMs: 20 }, ...changes })
  const { slack, tracker, idle, confirmed, press } = running
  tracker.users.push(...customers)
  if (shared) slack.shared.add(channel)
  await confirmed(`subscribe "${project.name}" all`)
  const pin = () => press('pin_card', project.uuid)
  const card = () => slack.roots(channel).find(({ text }) => text.startsWith('Project <'))
  const updates = () => slack.made('chat.update').filter(({ ts }) => ts === card()?.ts).length
  /** A moment later, when the next change of a card is due. */
  const soon = async (ms = 6_000) => {
    clock.now += ms
    await idle()
  }
  /** The event of a task that is due on a day. */
  const addLate = (name: string, due = '2026-11-18') => {
    const uuid = crypto.randomUUID()
    const late = { ...task, uuid, name, assignee_name: 'Dana Smith', due_date: due }
    tracker.tasks.set(uuid, late)
    return taskEvent('task_created', { uuid, name, status: 'In progress' })
  }
  const pins = () => slack.made('pins.add').map(({ timestamp }) => timestamp)
  return withMore(running, { clock, pin, card, updates, soon, pins, addLate })
}
