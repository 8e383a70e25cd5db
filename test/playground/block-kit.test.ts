import { describe, expect, test } from 'vitest'
import { validateBlocks, validateView } from '../../src/playground/block-kit/validate.ts'

const plain = (text: string) => ({ type: 'plain_text', text })
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const long = (length: number) => 'x'.repeat(length)
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))
const option = (index: number) => ({ text: plain(`o${index}`), value: `v${index}` })
const section = (more: object) => ({ type: 'section', text: mrkdwn('x'), ...more })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const button = (more: object) => ({ type: 'button', text: plain('x'), ...more })
const context = (...elements: object[]) => ({ type: 'context', elements })
const input = (element: object) => ({ type: 'input', label: plain('L'), element })
const select = (more: object) => ({ type: 'static_select', action_id: 's', placeholder: plain('P'), ...more })
/** Of the first block. */
const first = '/0/elements/0'
const below = (length: number) => `must be less than ${length} characters`
const most = (count: number) => `no more than ${count} items allowed`

describe('Block Kit’s limits', () => {
  test.each<[what: string, blocks: object, rule: string, place: string]>([
    ['51 blocks', many(51, () => ({ type: 'divider' })), most(50), ''],
    ['an unknown block', { type: 'carousel' }, 'unsupported type: carousel', '/0/type'],
    ['a section of 3001', section({ text: mrkdwn(long(3_001)) }), below(3_001), '/0/text/text'],
    ['an empty section', section({ text: mrkdwn('') }), 'must be more than 0 characters', '/0/text/text'],
    ['a section of nothing', { type: 'section' }, 'missing required field: text or fields', '/0'],
    ['11 fields', section({ fields: many(11, () => mrkdwn('x')) }), most(10), '/0/fields'],
    ['a field of 2001', section({ fields: [mrkdwn(long(2_001))] }), below(2_001), '/0/fields/0/text'],
    ['a header of 151', { type: 'header', text: plain(long(151)) }, below(151), '/0/text/text'],
    ['a header in mrkdwn', { type: 'header', text: mrkdwn('x') }, 'unsupported type: mrkdwn', '/0/text/type'],
    ['11 context elements', context(...many(11, () => mrkdwn('x'))), most(10), '/0/elements'],
    ['26 actions', actions(...many(26, (i) => button({ action_id: `a${i}` }))), most(25), '/0/elements'],
    ['a button of 76', actions(button({ text: plain(long(76)) })), below(76), `${first}/text/text`],
    ['a value of 2001', actions(button({ value: long(2_001) })), below(2_001), `${first}/value`],
    ['an action id of 256', actions(button({ action_id: long(256) })), below(256), `${first}/action_id`],
    ['a block id of 256', { type: 'divider', block_id: long(256) }, below(256), '/0/block_id'],
    [
      'an image without alt text',
      { type: 'image', image_url: 'https://a.example/x.png' },
      'missing required field: alt_text',
      '/0',
    ],
    ['101 options', actions(select({ options: many(101, option) })), most(100), `${first}/options`],
    [
      'a select without options',
      actions(select({})),
      'missing required field: options or option_groups',
      first,
    ],
    [
      'an option of 76',
      actions(select({ options: [{ text: plain(long(76)), value: 'v' }] })),
      below(76),
      `${first}/options/0/text/text`,
    ],
    [
      'six entries in an overflow',
      section({ accessory: { type: 'overflow', options: many(6, option) } }),
      most(5),
      '/0/accessory/options',
    ],
    [
      'a placeholder of 151',
      input({ type: 'plain_text_input', placeholder: plain(long(151)) }),
      below(151),
      '/0/element/placeholder/text',
    ],
    [
      'a label of 2001',
      { ...input({ type: 'plain_text_input' }), label: plain(long(2_001)) },
      below(2_001),
      '/0/label/text',
    ],
    [
      'an input in an actions block',
      actions({ type: 'plain_text_input' }),
      'unsupported type: plain_text_input',
      `${first}/type`,
    ],
    [
      'a bad date',
      actions({ type: 'datepicker', initial_date: '01/02/2026' }),
      'must be a date in the format YYYY-MM-DD',
      `${first}/initial_date`,
    ],
    ['a property of no block', { type: 'divider', color: 'red' }, 'invalid additional property: color', '/0'],
    [
      'a block id twice',
      [
        { type: 'divider', block_id: 'b' },
        { type: 'divider', block_id: 'b' },
      ],
      'block_id already exists: b',
      '/1/block_id',
    ],
    [
      'an action id twice in a block',
      actions(button({ action_id: 'a' }), { type: 'button', text: plain('y'), action_id: 'a' }),
      'action_id already exists: a',
      '/0',
    ],
  ])('refuse %s', (_what, blocks, rule, place) => {
    const problem = `[ERROR] ${rule} [json-pointer:/blocks${place}]`
    expect(validateBlocks([blocks].flat(), 'message')).toEqual([problem])
  })

  test('accept a message at every limit', () => {
    const confirm = {
      title: plain('Sure?'),
      text: mrkdwn('Really'),
      confirm: plain('Yes'),
      deny: plain('No'),
      style: 'danger',
    }
    const blocks = [
      { type: 'header', text: plain(long(150)) },
      section({
        text: mrkdwn(long(3_000)),
        accessory: { type: 'overflow', action_id: 'o', options: many(5, option) },
      }),
      section({ fields: many(10, () => mrkdwn(long(2_000))) }),
      {
        type: 'context',
        elements: [{ type: 'image', image_url: 'https://a.example/x.png', alt_text: 'x' }, mrkdwn('x')],
      },
      actions(
        { type: 'button', text: plain('x'), style: 'primary', url: 'https://a.example', confirm },
        select({ options: many(100, option) }),
      ),
      input({ type: 'plain_text_input', multiline: true, max_length: 3_000 }),
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] }],
      },
      { type: 'divider' },
    ]
    expect(validateBlocks(blocks, 'message')).toEqual([])
  })

  test('apply to dialogs: 100 blocks, short titles, a submit button if there are inputs', () => {
    const view = { type: 'modal', title: plain('T'), blocks: many(100, () => ({ type: 'divider' })) }
    expect(validateView(view, 'modal')).toEqual([])
    expect(validateView({ ...view, title: plain(long(25)) }, 'modal')).toEqual([
      '[ERROR] must be less than 25 characters [json-pointer:/view/title/text]',
    ])
    expect(validateView({ ...view, private_metadata: long(3_001) }, 'modal')).toHaveLength(1)
    expect(validateView({ ...view, blocks: [input({ type: 'plain_text_input' })] }, 'modal')).toEqual([
      '[ERROR] missing required field: submit [json-pointer:/view]',
    ])
    expect(validateView({ ...view, blocks: many(101, () => ({ type: 'divider' })) }, 'modal')).toEqual([
      '[ERROR] no more than 100 items allowed [json-pointer:/view/blocks]',
    ])
    expect(validateView({ type: 'home', blocks: [] }, 'home')).toEqual([])
    expect(validateView({ type: 'home', blocks: [] }, 'modal')).not.toEqual([])
  })

  test('handle anything else sent as blocks', () => {
    for (const odd of [
      null,
      1,
      'x',
      [],
      [[]],
      { type: 'section', text: null },
      { type: 'actions', elements: [null] },
    ])
      expect(validateBlocks([odd], 'message')).not.toEqual([])
  })
})
