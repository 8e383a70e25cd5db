import type { ActionsBlock, Button, StaticSelect } from '@slack/types'
import { type ActionName, actions } from './ids.ts'
import { cut, slackLimits } from './limits.ts'
import type { Part } from './message.ts'
import { isUrl, oneLine } from './spans.ts'

interface ButtonFacts {
  action: ActionName
  text: string
  value?: string | undefined
  /** What a screen reader says instead of `text`, when `text` alone is ambiguous. */
  label?: string | undefined
  style?: 'primary' | 'danger' | undefined
}

/** Undefined (it then vanishes) when its value is longer than Slack takes. */
export const button = (facts: ButtonFacts): Button | undefined =>
  (facts.value ?? '').length > slackLimits.value
    ? undefined
    : {
        type: 'button',
        action_id: facts.action,
        text: { type: 'plain_text', text: cut(oneLine(facts.text), slackLimits.buttonText), emoji: false },
        ...(facts.value && { value: facts.value }),
        ...(facts.style && { style: facts.style }),
        ...(facts.label && {
          accessibility_label: cut(oneLine(facts.label), slackLimits.accessibilityLabel),
        }),
      }

/** A button that opens a URL; undefined when there is none that Slack would take. */
export const linkButton = (url: string | undefined, text: string, label?: string): Button | undefined => {
  const made = button({ action: actions.open, text, label })
  return isUrl(url) && made ? { ...made, url } : undefined
}

/** *Open*: the page of a project or task in the tracker. */
export const openButton = (url: string | undefined, name: string, text = 'Open'): Button | undefined =>
  linkButton(url, text, `Open ${name} in the tracker`)

type Control = Button | StaticSelect

const numbered = (element: Control, index: number, all: readonly Control[]): Control => {
  const same = all.filter((other) => other.action_id === element.action_id).length
  return same > 1 ? { ...element, action_id: `${element.action_id}:${index}` } : element
}

/** A row of buttons and menus, without those that are undefined; nothing at all when none is left. */
export const buttons = (...elements: (Control | undefined | false)[]): Part => {
  const shown = elements
    .filter((element) => element !== undefined && element !== false)
    .slice(0, slackLimits.actionElements)
  const block: ActionsBlock = { type: 'actions', elements: shown.map(numbered) }
  return { blocks: shown.length ? [block] : [], text: '' }
}
