import { expect, test } from 'vitest'
import { at, listAt, people } from '../support/call.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { onEach, type World } from '../support/world.ts'

const textsOf = ({ arrived }: Receiver) =>
  arrived.map(({ event }) => String(at(event.payload, 'comment.message_plain')))

const count = (wanted: number) => (arrived: readonly unknown[]) => arrived.length >= wanted

/** Receivers of comments of their own, and a way to say some. Each test ends with all deliveries settled. */
const stage = async (world: World) => {
  const { uuid } = await world.task(await world.project(), 'Map the fields')
  return {
    say: async (...texts: string[]) => {
      for (const message_plain of texts) await world.comment(uuid, message_plain)
    },
    listen: (hook: Receiver) => world.post('/v1/webhooks', { event_code: 'comment_new', hook_url: hook.url }),
  }
}

const aside = async (world: World) =>
  listAt(await world.as(people.dana)('GET', '/deliveries?state=aside'), 'data.deliveries')

onEach(
  'delivery, in order',
  (world) => {
    test('one at a time and in order, a slow receiver delaying all that come after', async () => {
      const { say, listen } = await stage(world)
      await using slow = await openReceiver()
      await using other = await openReceiver()
      const held: (() => void)[] = []
      slow.answer = (_event, response) => void held.push(() => void response.writeHead(200).end())
      await listen(slow)
      await listen(other)
      await say('one', 'two', 'three')
      for (const expected of ['one', 'two', 'three']) {
        await slow.until((arrived) => textsOf(slow).at(-1) === expected && arrived.length === held.length)
        const before = textsOf(other)
        // While the first receiver thinks, nothing else is delivered, however much is asked of the service.
        for (let n = 0; n < 20; n += 1) await world.call('GET', '/v1/usage')
        expect([textsOf(slow), textsOf(other)]).toEqual([[...before, expected], before])
        held.at(-1)?.()
        await other.until(() => textsOf(other).at(-1) === expected)
      }
      expect(textsOf(other)).toEqual(['one', 'two', 'three'])
    })
  },
  {},
)

onEach(
  'delivery, again and again',
  (world) => {
    test('what fails is delivered again, the same event, before anything after it', async () => {
      const { say, listen } = await stage(world)
      await using hook = await openReceiver()
      const answers = [500, 302, 204, 404, 200, 200]
      hook.answer = (_event, response, n) =>
        void response.writeHead(answers[n - 1] ?? 200, { location: `${hook.url}/elsewhere` }).end()
      await listen(hook)
      await say('one', 'two', 'three')
      await hook.until(count(6))
      expect(textsOf(hook)).toEqual(['one', 'one', 'one', 'two', 'two', 'three'])
      expect(hook.arrived.map(({ path }) => path)).not.toContain('/hook/elsewhere')
      const keys = hook.arrived.map(({ event }) =>
        [event.event_name, at(event.payload, 'comment.uuid'), event.timestamp].join(' '),
      )
      expect(new Set(keys).size).toBe(3)
      expect(hook.arrived[1]?.event).toEqual(hook.arrived[0]?.event)
    })

    test('a connection that breaks is tried again too', async () => {
      const { say, listen } = await stage(world)
      await using hook = await openReceiver()
      hook.answer = (_event, response, n) =>
        void (n === 1 ? response.socket?.destroy() : response.writeHead(200).end())
      await listen(hook)
      await say('one')
      await hook.until(count(2))
      expect(textsOf(hook)).toEqual(['one', 'one'])
    })

    test('after the last attempt it is set aside with its reason, and the next goes out', async () => {
      const { say, listen } = await stage(world)
      await using hook = await openReceiver()
      hook.answer = (event, response) =>
        void response.writeHead(at(event.payload, 'comment.message_plain') === 'poison' ? 503 : 200).end()
      await listen(hook)
      await say('poison', 'after')
      await hook.until(count(4))
      expect(textsOf(hook)).toEqual(['poison', 'poison', 'poison', 'after'])
      const reason = { event_name: 'comment_new', attempts: 3, last_error: 'answered 503' }
      expect(await aside(world)).toContainEqual(expect.objectContaining(reason))
    })

    test('a receiver that has it does not get it again because another failed', async () => {
      const { say, listen } = await stage(world)
      await using good = await openReceiver()
      await using bad = await openReceiver()
      bad.answer = (_event, response, n) => void response.writeHead(n === 1 ? 500 : 200).end()
      await listen(good)
      await listen(bad)
      await say('one', 'two')
      await bad.until(count(3))
      expect([textsOf(good), textsOf(bad)]).toEqual([
        ['one', 'two'],
        ['one', 'one', 'two'],
      ])
    })
  },
  { hookRetryMs: [5, 10] },
)
