import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subcommandNames } from '../../../src/bot/commands/subcommand.ts'
import {
  acme,
  channels,
  elsewhere,
  field,
  globex,
  internal,
  secrets,
  twoCustomers,
} from '../access/two-customers.ts'
import { signedHeaders } from '../support/start-node.ts'
import { repliesThere, steeredRows } from '../support/steered-rows.ts'

const calls = 5_000
const inOneRequest = 50

const everySecret = Object.values(secrets).flat()

const url = (uuid: string, path = 'projects') => `https://tracker.example/${path}/${uuid}`

/** Everything that has a name or an address in this world, and what might confuse a parser. No word of `secrets`. */
const words = fc.oneof(
  fc.constantFrom(
    ...[acme, globex].flatMap(({ uuid, task, comment }) => [
      uuid,
      task,
      comment,
      url(uuid),
      `${url(uuid)}#task-${task}`,
      url(uuid, 'portal/projects'),
    ]),
    internal.task,
    internal.comment,
    `${url(acme.uuid)}#task-${internal.task}`,
    field.uuid,
    'Launch',
    'Rollout',
    'Margin',
    'Cutover',
    'Call',
    'Region',
    'Globex',
    '',
    '%',
    '_',
    '<!channel>',
    '<@U0DANA>',
    '" ; project "',
    `" ${globex.uuid}`,
    ...Object.values(channels),
    elsewhere,
  ),
  fc.string({ maxLength: 20 }),
)

const givenTo = fc.dictionary(
  fc.constantFrom('text', 'project', 'task', 'field', 'value', 'channel', 'offset', 'query'),
  words,
  { maxKeys: 3 },
)

/** Who may look up what fits no place is tried with every argument that its tool takes. */
const fitting = fc
  .constantFrom(
    ...['projects', 'waiting', 'status'].map((name) =>
      fc.record({ name: fc.constant(name), given: fc.constant({}) }),
    ),
    fc.record({ name: fc.constantFrom('project', 'fields'), given: fc.record({ project: words }) }),
    fc.record({ name: fc.constant('projects'), given: fc.record({ text: words }) }),
    fc.record({ name: fc.constant('task'), given: fc.record({ task: words }) }),
    fc.record({ name: fc.constant('comment'), given: fc.record({ task: words, text: words }) }),
    fc.record({
      name: fc.constant('set'),
      given: fc.record({ project: words, field: words, value: words }),
    }),
  )
  .chain((one): fc.Arbitrary<{ name: string; given: object }> => one)

const anything = fc.record({ name: fc.constantFrom(...subcommandNames, 'tools/list'), given: givenTo })

const asked = fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: anything })

const places = fc.constantFrom(...Object.values(channels), elsewhere)

/** Slack documents no channel. A client may name one all the same. */
const named = fc.oneof(
  fc.constant({}),
  fc.record({ channel_id: places }),
  fc.record({ channel: places, thread_ts: fc.constant('1.0') }),
  fc.record({ channel: fc.record({ id: places }) }),
)

type World = Awaited<ReturnType<typeof twoCustomers>>

const personOf = (id: string) => {
  if (id.startsWith('UG')) return { id, team_id: 'T1', is_restricted: true }
  if (id.startsWith('US')) return { id, team_id: 'T9', is_stranger: true }
  return { id, team_id: 'T1' }
}

/** `UG…` are guests, `US…` of another organization, `UN…` unknown to Slack, `UM…` members. */
const peopled = ({ slack }: World) => {
  slack.fault.next = ({ method, args }) => {
    const id = String(args['user'])
    if (method !== 'users.info' || !/^U[GSNM]\d/.test(id)) return undefined
    return id.startsWith('UN')
      ? { body: { ok: false, error: 'missing_scope' } }
      : { body: { ok: true, user: { ...personOf(id), profile: { real_name: 'Somebody' } } } }
  }
}

interface Sent {
  slack: object
  call: { name: string; given: object }
}

const post = async ({ bot }: World, sent: readonly Sent[]): Promise<string> => {
  const body = JSON.stringify(
    sent.map(({ slack, call: { name, given } }, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: given, _meta: { slack } },
    })),
  )
  const accept = 'application/json, text/event-stream'
  const headers = { ...signedHeaders(body, 'application/json'), accept }
  const response = await fetch(`${bot.url}/mcp`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  return response.text()
}

/** Each call is another person's, so that nobody's calls are used up. */
const sendAll = async (world: World, kinds: readonly string[], teams: readonly string[], count: number) => {
  const [all] = fc.sample(
    fc.array(
      fc.record({
        call: asked,
        slack: fc.record({
          kind: fc.constantFrom(...kinds),
          team_id: fc.constantFrom(...teams),
          more: named,
        }),
      }),
      { minLength: count, maxLength: count },
    ),
    1,
  )
  const sent = (all ?? []).map(({ call, slack: { kind, team_id, more } }, at) => ({
    call,
    slack: { user_id: `${kind}${at}`, team_id, ...more },
  }))
  const told: string[] = []
  for (let at = 0; at < sent.length; at += inOneRequest)
    told.push(await post(world, sent.slice(at, at + inOneRequest)))
  return told.join('\n')
}

test('five thousand generated calls of guests, strangers and unknown people show and change nothing', async () => {
  const world = await twoCustomers({ guests: true })
  peopled(world)
  const state = async () => ({
    steered: await steeredRows(world.database),
    replies: await repliesThere(world.database),
    sent: world.tracker.attempts.length + world.tracker.writes.length + world.tracker.wanted.length,
    messages: world.slack.messages.length,
  })
  const before = await state()
  const told = await sendAll(world, ['UG', 'US', 'UN'], ['T1', 'T9'], calls)
  await world.idle()
  for (const secret of everySecret) expect([secret, told.includes(secret)]).toEqual([secret, false])
  expect(told).not.toContain('"answer":"Waiting for your confirmation')
  expect(await state()).toEqual(before)
})

test('the same calls of members find what is there, and still change nothing by themselves', async () => {
  const world = await twoCustomers()
  peopled(world)
  const state = async () => ({
    replies: await repliesThere(world.database),
    sent: world.tracker.attempts.length + world.tracker.writes.length,
  })
  const before = await state()
  const told = await sendAll(world, ['UM'], ['T1'], 500)
  await world.idle()
  for (const secret of ['Sardis', 'Carthage', 'Nineveh', 'Babylon', 'Ithaca']) expect(told).toContain(secret)
  expect(told).toContain('Waiting for your confirmation')
  expect(await state()).toEqual(before)
})
