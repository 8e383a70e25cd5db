import { describe, expect, test } from 'vitest'
import { begin, engines, type Receiver, receiver, type Story, subscribe, taskNamed } from './harness.ts'

const noon = Date.UTC(2026, 10, 23, 12)
const minute = 60_000

const say = async (story: Story) => {
  const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  const { status } = await story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: 'Done.' })
  expect(status).toBe(200)
}

/** Of so many comments, in order. A restart can deliver one again. */
const timesAt = async ({ arrived }: Receiver, count: number) => {
  const times = () =>
    new Map(
      arrived.map(({ payload, timestamp }) => [payload['comment']?.['uuid'], Date.parse(timestamp) - noon]),
    )
  await expect.poll(() => times().size).toBe(count)
  return [...times().values()]
}

describe.each(engines)('the times of events on %s', (engine) => {
  test('go on after a restart, and after a clock was put back a little', async () => {
    const clock = { at: noon }
    const now = () => clock.at
    const first = await begin(engine, { now })
    const hook = await receiver()
    await subscribe(first, hook.url, 'comment_new')
    const { databaseUrl } = first
    await say(first)
    await say(first)
    await timesAt(hook, 2)
    await first.stop()
    const second = await begin(engine, { now, databaseUrl })
    await say(second)
    clock.at = noon - minute / 2
    await say(second)
    clock.at = noon + minute
    await say(second)
    const [start = 0, ...times] = await timesAt(hook, 5)
    expect(times).toEqual([start + 1, start + 2, start + 3, minute])
  })

  test('follow a clock that was put back an hour', async () => {
    const clock = { at: noon + 60 * minute }
    const story = await begin(engine, { now: () => clock.at })
    const hook = await receiver()
    await subscribe(story, hook.url, 'comment_new')
    await say(story)
    clock.at = noon
    await say(story)
    await say(story)
    expect((await timesAt(hook, 3)).slice(1)).toEqual([0, 1])
  })
})

test('the times of events of two nodes only grow, whatever their clocks say', async () => {
  const ahead = await begin('postgres', { now: () => noon + 5_000 })
  const { databaseUrl } = ahead
  const behind = await begin('postgres', { now: () => noon, databaseUrl })
  const hook = await receiver()
  await subscribe(ahead, hook.url, 'comment_new')
  for (const story of [ahead, behind, ahead, behind]) await say(story)
  await Promise.all([ahead, behind, ahead, behind].map(say))
  const times = await timesAt(hook, 8)
  const start = times[0] ?? 0
  expect(times).toEqual(times.map((_, at) => start + at))
})
