import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from './support/call.ts'
import { engines } from '../../support/databases.ts'
import { remote, type Target } from './support/server.ts'
import { createWorld } from './support/world.ts'

/** Ten seconds are waited for real; both engines wait them together. */
const story = async (target: Target) => {
  const world = createWorld({})
  await world.open(target)
  const { uuid } = await world.task(await world.project(), 'Map the fields')
  const times: number[] = []
  world.hook.answer = (_event, response, n) => {
    times.push(performance.now())
    // The first gets no answer at all, the second one after three seconds.
    if (n === 2) setTimeout(() => response.writeHead(200).end(), 3_000)
    else if (n > 2) response.writeHead(200).end()
  }
  await world.post('/v1/webhooks', { event_code: 'comment_new', hook_url: world.hook.url })
  for (const message_plain of ['one', 'two']) await world.comment(uuid, message_plain)
  return { world, times }
}

describe.runIf(remote === undefined)('a receiver without an answer', () => {
  const stories: Awaited<ReturnType<typeof story>>[] = []
  beforeAll(async () => void stories.push(...(await Promise.all(engines.map(story)))))
  afterAll(() => Promise.all(stories.map(({ world }) => world.close())))

  test('is given ten seconds and then tried again, which it sees as a duplicate; three seconds are fine', async () => {
    await Promise.all(stories.map(({ world }) => world.hook.until(({ length }) => length >= 3)))
    for (const { world, times } of stories) {
      const { arrived } = world.hook
      expect(arrived.map(({ event }) => at(event.payload, 'comment.message_plain'))).toEqual([
        'one',
        'one',
        'two',
      ])
      expect(arrived[1]?.event).toEqual(arrived[0]?.event)
      // Ten seconds count from the sending; on a busy machine the first was noticed a while after it.
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(7_000)
    }
  })
})
