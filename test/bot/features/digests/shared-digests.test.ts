import { expect, test } from 'vitest'
import { channels, globex, twoCustomers } from '../../audience/two-customers.ts'
import { digesting, saturday } from '../../support/digesting.ts'
import { pinning } from './pinning.ts'
import { postRows } from '../../support/rows/post-rows.ts'
import { projectEvent, taskEvent } from '../../support/running-bot.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'

/** A shared channel with the project's pinned card. */
const pinned = async () => {
  const running = await pinning({ shared: true })
  const { pin, change, send, soon } = running
  await pin()
  /** The project changes, and a moment later its cards do. */
  const reaches = async (day: number) => {
    change({ due_date: `2026-12-${day}` })
    await send(projectEvent('project_updated'))
    await soon()
  }
  return { ...running, reaches, card: () => running.card()?.text }
}

test('a project that a shared channel is not subscribed to is not pinned there', async () => {
  const running = await twoCustomers()
  const { slack, press } = running
  const shown = slack.messages.length
  const where = {
    channel: { id: channels.shared },
    container: { type: 'message', channel_id: channels.shared, message_ts: '1.0' },
  }
  const { text } = await press('pin_card', globex.uuid, where)
  expect(text).toContain('only what it’s subscribed to can be shared here')
  await running.idle()
  expect(slack.messages).toHaveLength(shown)
  expect(slack.made('pins.add')).toEqual([])
})

test('a pinned card in a shared channel rests while the channel is not subscribed, and goes on when it is again', async () => {
  const { reaches, card, command, confirmed } = await pinned()
  await reaches(10)
  expect(card()).toContain('Due Dec 10, 2026')
  await command(`unsubscribe ${project.uuid}`)
  await reaches(11)
  expect(card()).toContain('Due Dec 10, 2026')
  await confirmed(`subscribe ${project.uuid} all`)
  await reaches(12)
  expect(card()).toContain('Due Dec 12, 2026')
  await command(`unsubscribe ${project.uuid}`)
  await reaches(13)
  expect(card()).toContain('Due Dec 12, 2026')
})

/** A digest that Slack does not take until something changed. */
const waitingDigest = async (
  changes: (running: Awaited<ReturnType<typeof digesting>>) => Promise<unknown>,
) => {
  const running = await digesting({}, { shared: true })
  const { taskSays, customerSays, clock, slack, idle, database, digests } = running
  await taskSays('task_updated', taskUuid)
  await customerSays('When do we start?')
  slack.answers('chat.postMessage', { status: 503 })
  const before = slack.made('chat.postMessage').length
  clock.now = saturday
  await expect.poll(() => slack.made('chat.postMessage').length).toBeGreaterThan(before)
  await changes(running)
  slack.fault.next = undefined
  const reasons = async () =>
    (await postRows(database, { kind: 'digest', state: 'skipped' })).map(({ error }) => error)
  const settled = async () => {
    clock.now += 60_000
    await idle()
    return digests().length + (await reasons()).length
  }
  await expect.poll(settled).toBeGreaterThan(0)
  return { digests: digests(), reasons: await reasons() }
}

test('a digest that waited for Slack is posted in a shared channel if nothing changed', async () => {
  const { digests, reasons } = await waitingDigest(async () => undefined)
  expect(digests).toHaveLength(1)
  expect(reasons).toEqual([])
})

test('a digest that waited is not posted in a shared channel once a task in it is internal', async () => {
  const { digests, reasons } = await waitingDigest(async ({ changeTask, send }) => {
    changeTask({ is_internal: true })
    await send(taskEvent('task_updated', { is_internal: true }))
  })
  expect(digests).toEqual([])
  expect(reasons).toContain('the task is internal or may be, and others read the channel')
})

test('a digest that waited is not posted once the channel unsubscribed from a project in it', async () => {
  const { digests, reasons } = await waitingDigest(({ command }) => command(`unsubscribe ${project.uuid}`))
  expect(digests).toEqual([])
  expect(reasons).toContain('the channel does not receive the project')
})
