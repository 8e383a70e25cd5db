import { slackLimits as limits } from '../../slack-limits.ts'
import {
  boolean,
  byType,
  type Check,
  type Fields,
  isObject,
  list,
  listOf,
  matching,
  oneOf,
  type Rule,
  shape,
  text,
  url,
} from './rules.ts'

/** Composition objects: https://docs.slack.dev/reference/block-kit/composition-objects */

const plainText = (max: number) => ({ plain_text: shape({ text: text(max) }, { emoji: boolean }) })

export const texts = (max: number): Fields => ({
  ...plainText(max),
  mrkdwn: shape({ text: text(max) }, { verbatim: boolean }),
})

export const plain = (max: number): Rule => byType(plainText(max))
export const anyText = (max: number): Rule => byType(texts(max))

export const actionId = text(limits.id)
export const personId = matching(/^[UW][A-Z0-9]{1,20}$/, 'must be a user id')
export const channelId = matching(/^[CDG][A-Z0-9]{1,20}$/, 'must be a channel id')
export const style = oneOf('primary', 'danger')

export const confirm = shape(
  {
    title: plain(limits.confirmTitle),
    text: anyText(limits.confirmText),
    confirm: plain(limits.confirmButton),
    deny: plain(limits.confirmButton),
  },
  { style },
)

const optionOf = (label: (max: number) => Rule, more: Record<string, Rule> = {}) =>
  shape(
    { text: label(limits.optionText), value: text(limits.optionValue) },
    { description: label(limits.optionText), ...more },
  )

export const option = optionOf(plain)
/** Checkboxes and radio buttons take mrkdwn. */
export const richOption = optionOf(anyText)
/** An overflow option may open a page. */
export const menuOption = optionOf(plain, { url })

export const options = list(option, limits.options)
export const optionGroups = list(shape({ label: plain(limits.optionText), options }), limits.options)

/** The initial option must equal one of the options. */
export const initialAmongOptions: Check = (menu, pointer, report) => {
  const groups = listOf(menu['option_groups']).filter(isObject)
  const offered = [menu, ...groups].flatMap((one) => listOf(one['options']))
  const offeredJson = new Set(offered.map((one) => JSON.stringify(one)))
  const one = menu['initial_option']
  const chosen = [...(one === undefined ? [] : [one]), ...listOf(menu['initial_options'])]
  if (chosen.some((each) => !offeredJson.has(JSON.stringify(each))))
    report('initial option must be one of the options', pointer)
}

/** The initial options must not exceed the maximum. */
export const initialWithinMost: Check = (menu, pointer, report) => {
  const most = menu['max_selected_items']
  if (typeof most === 'number' && listOf(menu['initial_options']).length > most)
    report(`no more than ${most} items allowed`, `${pointer}/initial_options`)
}
