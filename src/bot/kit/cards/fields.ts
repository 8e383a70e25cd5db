import { saysCompleted } from '../../../contract/completed.ts'
import type { EntityActionButton, EntityCustomField } from '@slack/types'
import { type ActionName, actions } from '../ids.ts'
import { cut, slackLimits } from '../limits.ts'
import { isUrl, oneLine } from '../text/spans.ts'
import { isoDay } from '../text/words.ts'

export interface WorkObjectPerson {
  name: string
  slackId?: string | undefined
}

/** Slack documents no limit for a value, so this uses Block Kit's limit for similar texts. */
const valueMax = 500

/** One line of literal text: Slack reads no markup in a field without `format`. */
export const words = (text: string, max = valueMax): string => {
  const shown = cut(oneLine(text.slice(0, 4 * max)), max).trim()
  return shown === '' ? '–' : shown
}

type TagColor = 'red' | 'yellow' | 'green' | 'gray' | 'blue'

/** The field always shows the word too, so color is not the only signal. */
export const statusColor = (status: string): TagColor =>
  saysCompleted(status) ? 'green' : /progress|active/i.test(status) ? 'blue' : 'gray'

export const text = (
  key: string,
  label: string,
  value: string | undefined,
  color?: TagColor,
): EntityCustomField | undefined =>
  value === undefined
    ? undefined
    : { key, label, type: 'string', value: words(value), ...(color && { tag_color: color }) }

/** Slack formats a calendar day in the reader's language. */
export const date = (
  key: string,
  label: string,
  value: string | undefined,
): EntityCustomField | undefined => {
  const day = isoDay(value)
  return day === undefined ? undefined : { key, label, type: 'slack#/types/date', value: day }
}

export const person = ({ name, slackId }: WorkObjectPerson) =>
  slackId === undefined ? { text: words(name) } : { user_id: slackId }

export const personField = (
  key: string,
  label: string,
  who: WorkObjectPerson | undefined,
): EntityCustomField | undefined => who && { key, label, type: 'slack#/types/user', user: person(who) }

export const actionOf = (facts: {
  action: ActionName
  text: string
  value?: string
  label: string
  style?: 'primary'
}): EntityActionButton => ({
  text: facts.text,
  action_id: facts.action,
  ...(facts.value !== undefined && { value: facts.value }),
  ...(facts.style && { style: facts.style }),
  accessibility_label: cut(oneLine(facts.label.slice(0, 1_000)), slackLimits.accessibilityLabel),
})

/** Undefined if Slack would refuse the URL. */
export const openAction = (url: string | undefined, name: string): EntityActionButton | undefined =>
  isUrl(url)
    ? { ...actionOf({ action: actions.open, text: 'Open', label: `Open ${name} in the tracker` }), url }
    : undefined
