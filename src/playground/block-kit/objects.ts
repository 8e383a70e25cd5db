import { boolean, byType, either, list, oneOf, shape, text, url, type Rule } from './rules.ts'

/** Composition objects: https://docs.slack.dev/reference/block-kit/composition-objects */

export const plain = (max: number): Rule =>
  byType({ plain_text: shape({ text: text(max) }, { emoji: boolean }) })

export const anyText = (max: number): Rule =>
  byType({
    plain_text: shape({ text: text(max) }, { emoji: boolean }),
    mrkdwn: shape({ text: text(max) }, { verbatim: boolean }),
  })

export const actionId = text(255)

export const confirm = shape(
  { title: plain(100), text: anyText(300), confirm: plain(30), deny: plain(30) },
  { style: oneOf('primary', 'danger') },
)

const optionOf = (label: (max: number) => Rule, more: Record<string, Rule> = {}) =>
  shape({ text: label(75), value: text(150) }, { description: label(75), ...more })

export const option = optionOf(plain)
/** Checkboxes and radio buttons take mrkdwn. */
export const richOption = optionOf(anyText)
/** An overflow's entry may open a page. */
export const menuOption = shape({ text: plain(75), value: text(150, 0) }, { description: plain(75), url })

export const optionGroup = shape({ label: plain(75), options: list(option, 100) })

/** Either options or groups of them. */
export const withOptions = (rule: Rule): Rule => either(['options', 'option_groups'], rule, true)
