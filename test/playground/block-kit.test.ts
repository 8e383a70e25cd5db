import { describe, expect, test } from 'vitest'
import { validateBlocks, validateView } from '../../src/playground/block-kit/validate.ts'
import { below, input, long, many, missing, most, plain, typed, unsupported } from './support/blocks.ts'

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const option = (index: number) => ({ text: plain(`o${index}`), value: `v${index}` })
const section = (more: object) => ({ type: 'section', text: mrkdwn('x'), ...more })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const button = (more: object) => ({ type: 'button', text: plain('x'), ...more })
const twin = button({ action_id: 'a' })
const divider = { type: 'divider' }
const named = { type: 'divider', block_id: 'b' }
const context = (...elements: object[]) => ({ type: 'context', elements })
const select = (more: object) => ({ type: 'static_select', action_id: 's', placeholder: plain('P'), ...more })
const menu = (...options: object[]) => actions(select({ options }))
const overflow = (count: number) => ({ type: 'overflow', action_id: 'o', options: many(count, option) })
const image = { type: 'image', image_url: 'https://a.example/x.png' }
/** Of the first block. */
const first = '/0/elements/0'

describe('Block Kit’s limits', () => {
  test.each<[what: string, blocks: object, rule: string, place: string]>([
    ['51 blocks', many(51, () => divider), most(50), ''],
    ['an unknown block', { type: 'carousel' }, unsupported('carousel'), '/0/type'],
    ['a section of 3001', section({ text: mrkdwn(long(3_001)) }), below(3_001), '/0/text/text'],
    ['an empty section', section({ text: mrkdwn('') }), 'must be more than 0 characters', '/0/text/text'],
    ['a section of nothing', { type: 'section' }, missing('text or fields'), '/0'],
    ['11 fields', section({ fields: many(11, () => mrkdwn('x')) }), most(10), '/0/fields'],
    ['a field of 2001', section({ fields: [mrkdwn(long(2_001))] }), below(2_001), '/0/fields/0/text'],
    ['a header of 151', { type: 'header', text: plain(long(151)) }, below(151), '/0/text/text'],
    ['a header in mrkdwn', { type: 'header', text: mrkdwn('x') }, unsupported('mrkdwn'), '/0/text/type'],
    ['11 context elements', context(...many(11, () => mrkdwn('x'))), most(10), '/0/elements'],
    ['26 actions', actions(...many(26, (i) => button({ action_id: `a${i}` }))), most(25), '/0/elements'],
    ['a button of 76', actions(button({ text: plain(long(76)) })), below(76), `${first}/text/text`],
    ['a value of 2001', actions(button({ value: long(2_001) })), below(2_001), `${first}/value`],
    ['an action id of 256', actions(button({ action_id: long(256) })), below(256), `${first}/action_id`],
    ['a block id of 256', { type: 'divider', block_id: long(256) }, below(256), '/0/block_id'],
    ['an image without alt text', image, missing('alt_text'), '/0'],
    ['101 options', menu(...many(101, option)), most(100), `${first}/options`],
    ['a select without options', actions(select({})), missing('options or option_groups'), first],
    [
      'an option of 76',
      menu({ text: plain(long(76)), value: 'v' }),
      below(76),
      `${first}/options/0/text/text`,
    ],
    ['six entries in an overflow', section({ accessory: overflow(6) }), most(5), '/0/accessory/options'],
    [
      'a placeholder of 151',
      input(typed({ placeholder: plain(long(151)) })),
      below(151),
      '/0/element/placeholder/text',
    ],
    ['a label of 2001', { ...input(typed()), label: plain(long(2_001)) }, below(2_001), '/0/label/text'],
    ['an input in an actions block', actions(typed()), unsupported('plain_text_input'), `${first}/type`],
    [
      'a bad date',
      actions({ type: 'datepicker', initial_date: '01/02/2026' }),
      'must be a date in the format YYYY-MM-DD',
      `${first}/initial_date`,
    ],
    ['a property of no block', { ...divider, color: 'red' }, 'invalid additional property: color', '/0'],
    ['a block id twice', [named, named], 'block_id already exists: b', '/1/block_id'],
    ['an action id twice in a block', actions(twin, twin), 'action_id already exists: a', '/0'],
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
        accessory: overflow(5),
      }),
      section({ fields: many(10, () => mrkdwn(long(2_000))) }),
      context({ ...image, alt_text: 'x' }, mrkdwn('x')),
      actions(
        { type: 'button', text: plain('x'), style: 'primary', url: 'https://a.example', confirm },
        select({ options: many(100, option) }),
      ),
      input(typed({ multiline: true, max_length: 3_000 })),
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] }],
      },
      divider,
    ]
    expect(validateBlocks(blocks, 'message')).toEqual([])
  })

  test('apply to dialogs: 100 blocks, short titles, a submit button if there are inputs', () => {
    const view = { type: 'modal', title: plain('T'), blocks: many(100, () => divider) }
    expect(validateView(view, 'modal')).toEqual([])
    expect(validateView({ ...view, title: plain(long(25)) }, 'modal')).toEqual([
      `[ERROR] ${below(25)} [json-pointer:/view/title/text]`,
    ])
    expect(validateView({ ...view, private_metadata: long(3_001) }, 'modal')).toHaveLength(1)
    expect(validateView({ ...view, blocks: [input(typed())] }, 'modal')).toEqual([
      '[ERROR] missing required field: submit [json-pointer:/view]',
    ])
    expect(validateView({ ...view, blocks: many(101, () => divider) }, 'modal')).toEqual([
      '[ERROR] no more than 100 items allowed [json-pointer:/view/blocks]',
    ])
    expect(validateView({ type: 'home', blocks: [] }, 'home')).toEqual([])
    expect(validateView({ type: 'home', blocks: [] }, 'modal')).not.toEqual([])
  })

  test('handle anything else sent as blocks', () => {
    const things = [
      null,
      1,
      'x',
      [],
      [[]],
      { type: 'section', text: null },
      { type: 'actions', elements: [null] },
    ]
    for (const odd of things) expect(validateBlocks([odd], 'message')).not.toEqual([])
  })
})
