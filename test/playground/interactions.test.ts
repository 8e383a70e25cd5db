import { describe, expect } from 'vitest'
import { isCommand, isType, type Json, sendJson } from './support/stand-in-bot.ts'
import { plain } from './support/blocks.ts'
import { openWorld, type World, test } from './support/world.ts'

const button = { type: 'button', action_id: 'go', value: 'task-1', text: plain('Go') }
const blocks = [{ type: 'actions', elements: [button] }]
const texts = async (world: World, as: string, channel: string) =>
  (await world.messages(as, channel)).map(({ text }) => text)

describe('commands', () => {
  test('reach the app as a form with everything Slack sends', async ({ world }) => {
    await world.post('/commands', { as: 'dana', channel: 'random', text: '/onboard comment  a  <b>' })
    expect((await world.bot.until(isCommand)).body).toMatchObject({
      command: '/onboard',
      text: 'comment  a  <b>',
      channel_id: 'C0RANDOM',
      channel_name: 'random',
      user_id: 'U0DANA',
      team_id: 'T0PLAYGRND',
      api_app_id: 'A0ONBOARD',
      trigger_id: expect.any(String) as string,
      response_url: expect.stringContaining('/response/') as string,
    })
  })

  test('are answered privately, unless the answer says otherwise', async ({ world }) => {
    const forAll = { response_type: 'in_channel', text: 'for all' }
    const answers: unknown[] = ['just words', { text: 'for you' }, forAll, '']
    world.bot.answer(() => ({ body: answers.shift() }))
    for (const text of ['/onboard a', '/onboard b', '/onboard c', '/onboard d'])
      await world.say('dana', 'C0ACME', text)
    expect(await texts(world, 'dana', 'C0ACME')).toEqual(['just words', 'for you', 'for all'])
    expect(await texts(world, 'lee', 'C0ACME')).toEqual(['for all'])
  })

  test('without an acknowledgement get Slack’s own error', async ({ world }) => {
    world.bot.answer(() => ({ status: 500 }))
    await world.post('/commands', { as: 'dana', channel: 'C0ACME', text: '/onboard help' })
    world.bot.answer(() => 'never')
    const slow = await world.post('/commands', { as: 'dana', channel: 'C0ACME', text: '/onboard help' })
    expect(slow).toMatchObject({ ok: false, error: 'operation_timeout' })
    expect(await texts(world, 'dana', 'C0ACME')).toEqual([
      '`/onboard` failed with the error “dispatch_failed”',
      '`/onboard` failed with the error “operation_timeout”',
    ])
    expect(await texts(world, 'lee', 'C0ACME')).toEqual([])
  })

  test('do not exist in threads, for guests, or by other names', async ({ world }) => {
    const { ts } = await world.say('dana', 'acme-shared', 'root')
    const tries = [
      { as: 'dana', channel: 'acme-shared', text: '/onboard help', thread_ts: ts },
      { as: 'casey', channel: 'acme-shared', text: '/onboard help' },
      { as: 'dana', channel: 'acme-shared', text: '/other help' },
    ]
    for (const one of tries) expect(await world.post('/messages', one)).toMatchObject({ ok: false })
    expect(world.bot.received.some(isCommand)).toBe(false)
    expect(await texts(world, 'casey', 'acme-shared')).toEqual(['root', '`/onboard` is not a valid command.'])
  })
})

describe('response URLs', () => {
  test('accept five answers within thirty minutes', async () => {
    let clock = Date.now()
    await using world = await openWorld({ now: () => clock })
    const urls: unknown[] = []
    world.bot.answer(({ body }) => ({ body: (urls.push(body['response_url']), '') }))
    for (const text of ['/onboard a', '/onboard b'])
      await world.post('/commands', { as: 'dana', channel: 'random', text })
    const statuses: number[] = []
    for (const text of ['1', '2', '3', '4', '5', '6'])
      statuses.push((await sendJson(urls[0], { text })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404])
    expect(await texts(world, 'dana', 'random')).toEqual(['1', '2', '3', '4', '5'])
    clock += 31 * 60_000
    expect((await sendJson(urls[1], { text: 'late' })).status).toBe(404)
  })

  test('replace and delete the message whose button was clicked, including ephemerals', async ({ world }) => {
    await world.whispers('U0DANA', 'list', { blocks })
    const [{ ts }] = (await world.messages('dana', 'C0ACME')) as [Json]
    await world.post('/actions', { as: 'dana', channel: 'C0ACME', ts, action_id: 'go' })
    const { body } = await world.bot.until(isType('block_actions'))
    expect(body['message']).toBeUndefined()
    expect(body['container']).toMatchObject({ is_ephemeral: true, message_ts: ts })
    await sendJson(body['response_url'], { replace_original: true, text: 'page 2' })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([{ ts, text: 'page 2', ephemeral: true }])
    await sendJson(body['response_url'], { delete_original: true })
    expect(await world.messages('dana', 'C0ACME')).toEqual([])
  })

  test("replace a command's first answer by a later one", async ({ world }) => {
    await world.post('/commands', { as: 'dana', channel: 'C0ACME', text: '/onboard x' })
    const { body } = await world.bot.until(isCommand)
    await sendJson(body['response_url'], { text: 'Looking' })
    await sendJson(body['response_url'], { text: 'Found', replace_original: true })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([{ text: 'Found', ephemeral: true }])
  })

  test('refuse blocks that Slack would refuse', async ({ world }) => {
    await world.post('/commands', { as: 'dana', channel: 'C0ACME', text: '/onboard x' })
    const { body } = await world.bot.until(isCommand)
    const answer = await sendJson(body['response_url'], { text: 'x', blocks: [{ type: 'section' }] })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_blocks' }])
  })
})

describe('buttons', () => {
  test('tell the app which button, where, by whom, and with which input', async ({ world }) => {
    const ts = await world.posts('card', { blocks })
    const state = { values: { a: { b: { type: 'datepicker', selected_date: '2026-01-01' } } } }
    await world.post('/actions', { as: 'lee', channel: 'acme-onboarding', ts, action_id: 'go', state })
    expect((await world.bot.until(isType('block_actions'))).body).toMatchObject({
      user: { id: 'U0LEE', team_id: 'T0PLAYGRND' },
      container: { type: 'message', message_ts: ts, channel_id: 'C0ACME', is_ephemeral: false },
      channel: { id: 'C0ACME', name: 'acme-onboarding' },
      message: { ts, text: 'card', bot_id: 'B0ONBOARD' },
      actions: [{ type: 'button', action_id: 'go', value: 'task-1', text: { text: 'Go' } }],
      state,
    })
  })

  test('without an acknowledgement show the person an error', async ({ world }) => {
    world.bot.answer((one) => ({ status: one.kind === 'interaction' ? 500 : 200 }))
    const ts = await world.posts('card', { blocks })
    const pressed = await world.post('/actions', { as: 'dana', channel: 'C0ACME', ts, action_id: 'go' })
    expect(pressed).toMatchObject({ ok: false, error: 'dispatch_failed' })
  })

  test('of another person’s ephemeral can’t be used', async ({ world }) => {
    await world.whispers('U0DANA', 'x', { blocks })
    const [{ ts }] = (await world.messages('dana', 'C0ACME')) as [Json]
    expect(await world.messages('lee', 'C0ACME')).toEqual([])
    const pressed = await world.post('/actions', { as: 'lee', channel: 'C0ACME', ts, action_id: 'go' })
    expect(pressed).toMatchObject({ status: 404, error: 'message_not_found' })
  })

  test('offer options from the app', async ({ world }) => {
    const options = [{ text: plain('Standard'), value: 's' }]
    world.bot.answer((one) => ({ body: one.body['type'] === 'block_suggestion' ? { options } : '' }))
    const element = { type: 'external_select' as const, action_id: 'find', placeholder: plain('Find') }
    const ts = await world.posts('x', { blocks: [{ type: 'actions', block_id: 'b', elements: [element] }] })
    const asked = { as: 'dana', channel: 'C0ACME', ts, action_id: 'find', block_id: 'b', value: 'sta' }
    expect(await world.post('/options', asked)).toMatchObject({ ok: true, options })
    expect((await world.bot.until(isType('block_suggestion'))).body).toMatchObject({
      value: 'sta',
      action_id: 'find',
    })
  })
})
