import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acme, globex, internal } from '../../access/two-customers.ts'
import { signedHeaders } from '../../support/start-node.ts'
import { lookingAt } from './look.ts'
import { pick } from './side.ts'
import { worldOf } from './world.ts'

const each = 50
const project = fc.record({ project: fc.constantFrom(acme.uuid, globex.uuid, 'Rollout', '') })
const task = fc.record({ task: fc.constantFrom(acme.task, internal.task, globex.task) })
const call = <Name extends string>(name: Name, given: fc.Arbitrary<object>) =>
  fc.record({ name: fc.constant(name as string), given, side: fc.nat(99) })

const calls = fc.array(
  fc.oneof(
    call('projects', fc.constant({})),
    call('project', project),
    call('fields', project),
    call('task', task),
    call('waiting', fc.constant({})),
    call('status', fc.constant({})),
    call(
      'comment',
      task.map((of) => ({ ...of, text: 'Hello' })),
    ),
  ),
  { minLength: each, maxLength: each },
)

test.each(['sqlite', 'postgres'] as const)(
  'nothing crosses between five installations when assistants ask, on %s',
  async (engine) => {
    await using world = await worldOf(engine, 5)
    const look = lookingAt(world)
    const found = new Set<number>()
    const accept = 'application/json, text/event-stream'
    for (const some of fc.sample(calls, 12)) {
      await Promise.all(
        some.map(async ({ name, given, side: at }, id) => {
          const side = pick(world.sides, at)
          if (!side) return
          const _meta = { slack: { user_id: 'U0DANA', team_id: side.team } }
          const params = { name, arguments: given, _meta }
          const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })
          const headers = { ...signedHeaders(body, 'application/json'), accept }
          const text = await (await fetch(`${world.bot.url}/mcp`, { method: 'POST', headers, body })).text()
          side.answers.push(text)
          if (text.includes(side.tracker.mark)) found.add(side.n)
        }),
      )
      await world.bot.lanes.idle()
      expect(await look()).toEqual([])
      // Another minute, for each person's calls.
      world.clock.ahead += 60_000
    }
    expect(found.size).toBe(5)
    world.checkSlack()
  },
)
