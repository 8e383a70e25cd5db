import type { ActionsBlock, Button, ConfirmationDialog, StaticSelect } from '@slack/types'
import { type ActionName, actions } from './ids.ts'
import { cut, slackLimits } from './limits.ts'
import type { Part } from './message.ts'
import { plain } from './form-elements.ts'
import { isUrl, oneLine } from './text/spans.ts'

interface ButtonFacts {
  value?: string | undefined
  /** Read by screen readers instead of `text` when that is ambiguous. */
  label?: string | undefined
  style?: 'primary'
  /** Slack asks before it sends the press. */
  confirm?: { title: string; text: string; yes: string }
}

const confirmation = ({ title, text, yes }: NonNullable<ButtonFacts['confirm']>): ConfirmationDialog => ({
  title: plain(title, slackLimits.confirmTitle),
  text: plain(text, slackLimits.confirmText),
  confirm: plain(yes, slackLimits.confirmButton),
  deny: plain('Cancel', slackLimits.confirmButton),
})

/** Undefined if the value is longer than Slack allows; callers leave the button out. */
export const button = (action: ActionName, text: string, facts: ButtonFacts = {}): Button | undefined => {
  const { value = '', label, style, confirm } = facts
  if (value.length > slackLimits.value) return undefined
  return {
    type: 'button',
    action_id: action,
    text: { type: 'plain_text', text: cut(oneLine(text), slackLimits.buttonText), emoji: false },
    ...(value && { value }),
    ...(style && { style }),
    ...(confirm && { confirm: confirmation(confirm) }),
    ...(label && { accessibility_label: cut(oneLine(label), slackLimits.accessibilityLabel) }),
  }
}

/** Where nothing is subscribed: opens the dialog that subscribes the channel. */
export const chooseProject = (): Button | undefined =>
  button(actions.runAgain, 'Choose a project', { value: 'subscribe' })

/** Undefined if Slack would refuse the URL. */
export const linkButton = (url: string | undefined, text: string, label?: string): Button | undefined => {
  const made = button(actions.open, text, { label })
  return isUrl(url) && made ? { ...made, url } : undefined
}

export const openButton = (url: string | undefined, name: string, text = 'Open'): Button | undefined =>
  linkButton(url, text, `Open ${name} in the tracker`)

type Control = Button | StaticSelect

const numbered = (element: Control, index: number, all: readonly Control[]): Control => {
  const same = all.filter((other) => other.action_id === element.action_id).length
  return same > 1 ? { ...element, action_id: `${element.action_id}:${index}` } : element
}

/** A row of buttons and menus. Skips undefined ones, and has no block if none is left. */
export const buttons = (...elements: (Control | undefined | false)[]): Part => {
  const shown = elements.filter((element) => !!element).slice(0, slackLimits.actionElements)
  const block: ActionsBlock = { type: 'actions', elements: shown.map(numbered) }
  return { blocks: shown.length ? [block] : [], text: '' }
}
