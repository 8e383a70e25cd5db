import { describe, expect } from 'vitest'
import { refusedAcknowledgement } from '../../src/playground/block-kit/acknowledgement.ts'
import { refusedMessage, refusedView, validateBlocks } from '../../src/playground/block-kit/validate.ts'
import { validateCard, validateCards } from '../../src/playground/block-kit/work-objects.ts'
import { type Json, refused, sendJson } from './support/stand-in-bot.ts'
import { below, input, long, many, most, plain, typed, unsupported } from './support/blocks.ts'
import { entity, options, shared, url } from './support/work-objects.ts'
import { openWorld, test } from './support/world.ts'

const option = (value: string) => ({ text: plain(value), value })
const said = (text: string) => ({ type: 'text', text })
const rich = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
})
const table = (...rows: object[][]) => ({ type: 'table', rows })
const cell = (text: string) => ({ type: 'raw_text', text })
const header = (text: string) => ({ type: 'header', text: plain(text) })
const modal = (blocks: object[]) => ({ type: 'modal', title: plain('T'), submit: plain('S'), blocks })
/** Of the first element in a rich text. */
const first = '/0/elements/0/elements/0'

describe('of a block Slack refuses', () => {
  const menu = { type: 'static_select', options: [option('a')], initial_option: option('b') }
  const several = {
    type: 'multi_static_select',
    options: [option('a'), option('b')],
    initial_options: [option('a'), option('b')],
    max_selected_items: 1,
  }
  const tooLong = typed({ initial_value: 'abc', max_length: 2 })
  const number = { type: 'number_input', is_decimal_allowed: false, initial_value: '1.5' }

  test.each<[what: string, block: object, rule: string, place: string]>([
    ['half a character', header('\uD800'), 'must be well-formed text', '/0/text/text'],
    ['NUL', header('\0'), 'must be well-formed text', '/0/text/text'],
    ['a rich text of 3001 in all', rich(said(long(3_000)), said('x')), below(3_001), '/0'],
    ['a rich text of 3001 once escaped', rich(said('<'.repeat(750)), said('x')), below(3_001), '/0'],
    [
      'a call of everybody',
      rich({ type: 'broadcast', range: 'channel' }),
      unsupported('broadcast'),
      `${first}/type`,
    ],
    [
      'an unknown property',
      rich({ ...said('x'), color: 'red' }),
      'invalid additional property: color',
      first,
    ],
    ['a row of 21', table(many(21, () => cell('x'))), most(20), '/0/rows/0'],
    ['101 rows', table(...many(101, () => [cell('x')])), most(100), '/0/rows'],
    ['a cell of nothing', table([cell('')]), 'must be more than 0 characters', '/0/rows/0/0/text'],
    [
      'an initial option that is none',
      input(menu),
      'initial option must be one of the options',
      '/0/element',
    ],
    ['more chosen than may be', input(several), most(1), '/0/element/initial_options'],
    ['an initial value longer than may be typed', input(tooLong), below(3), '/0/element/initial_value'],
    ['a fraction for a whole number', input(number), 'must be a whole number', '/0/element/initial_value'],
    ['a script', rich({ type: 'link', url: 'javascript:alert(1)' }), 'must be a valid url', `${first}/url`],
  ])('%s', (_what, block, rule, place) => {
    const problem = `[ERROR] ${rule} [json-pointer:/blocks${place}]`
    expect(validateBlocks([block], 'message')).toEqual([problem])
  })
})

describe('Slack refuses of a whole', () => {
  test('message: a text of 40,001, blocks of more than 13,000 characters', () => {
    expect(refusedMessage({ text: long(40_000) })).toBeUndefined()
    expect(refusedMessage({ text: long(40_001) })?.error).toBe('msg_too_long')
    const filled = (last: number) =>
      [3_000, 3_000, 3_000, 3_000, last].map((length) => ({ type: 'section', text: plain(long(length)) }))
    const room = 13_000 - JSON.stringify(filled(0)).length
    expect(refusedMessage({ text: 'x', blocks: filled(room) })).toBeUndefined()
    expect(refusedMessage({ text: 'x', blocks: filled(room + 1) })?.error).toBe('msg_blocks_too_long')
  })

  test('view: two elements that want the focus, 250,001 bytes', () => {
    const focused = input(typed({ focus_on_load: true }))
    expect(refusedView(modal([focused]), 'modal')).toBeUndefined()
    expect(refusedView(modal([focused, focused]), 'modal')?.messages).toEqual([
      '[ERROR] only one element may have focus_on_load [json-pointer:/view/blocks]',
    ])
    const blocks = many(90, () => ({ type: 'section', text: plain('漢'.repeat(1_000)) }))
    expect(refusedView(modal(blocks), 'modal')?.error).toBe('view_too_large')
  })

  test('work object: a repeated key, too many cards, fields, and comments', () => {
    const field = (key: string) => ({ key, label: 'L', type: 'string', value: 'x' })
    const card = (fields: Json[]) =>
      entity({ app_unfurl_url: url }, { custom_fields: fields, display_order: [] })
    expect(validateCard(card(many(100, (index) => field(`k${index}`))))).toEqual([])
    expect(validateCard(card(many(101, (index) => field(`k${index}`))))).toHaveLength(1)
    expect(validateCard(card([field('status')]))).toEqual([
      '[ERROR] key already exists: status [json-pointer:/entity_payload/custom_fields]',
    ])
    expect(validateCards(many(10, () => card([])))).toEqual([])
    expect(validateCards(many(11, () => card([])))).toHaveLength(1)
  })

  test('acknowledgement: no errors, a long one, a value twice, 101 options, no view', () => {
    const errors = (given: Json) => refusedAcknowledgement({ response_action: 'errors', errors: given })
    expect(errors({ a: long(2_000) })).toBeUndefined()
    expect(errors({ a: long(2_001) })?.messages).toHaveLength(1)
    expect(errors({})?.messages).toHaveLength(1)
    const offer = (values: string[]) => refusedAcknowledgement({ options: values.map(option) })
    expect(offer(many(100, (index) => `v${index}`))).toBeUndefined()
    expect(offer(many(101, (index) => `v${index}`))?.messages).toHaveLength(1)
    expect(offer(['a', 'b', 'a'])?.messages).toEqual([
      '[ERROR] value already exists: a [json-pointer:/options/2/value]',
    ])
    expect(refusedAcknowledgement({ response_action: 'push' })?.error).toBe('invalid_arguments')
  })
})

describe('the workspace refuses', () => {
  test('blocks of a link’s card', async () => {
    await using world = await openWorld(options)
    const { unfurl } = await shared(world)
    await refused(unfurl(entity(), { [url]: { blocks: [{ type: 'section' }] } }), 'invalid_blocks')
  })

  test('messages at a response URL, and options with the same value', async ({ world }) => {
    let responseUrl = ''
    world.bot.answer(({ kind, body }) => {
      responseUrl = String(body['response_url'])
      return { body: kind === 'interaction' ? { options: [option('a'), option('a')] } : '' }
    })
    await world.post('/commands', { as: 'dana', channel: 'C0ACME', text: '/onboard x' })
    const answer = await sendJson(responseUrl, { text: long(40_001) })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'msg_too_long' }])
    const element = { type: 'external_select' as const, action_id: 'find' }
    const ts = await world.posts('x', { blocks: [{ type: 'actions', block_id: 'b', elements: [element] }] })
    const asked = { as: 'dana', channel: 'C0ACME', ts, action_id: 'find', block_id: 'b', value: 'x' }
    expect(await world.post('/options', asked)).toMatchObject({ ok: false, error: 'invalid_arguments' })
  })
})
