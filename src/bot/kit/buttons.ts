import type { ActionsBlock, Button, ConfirmationDialog, KnownBlock, StaticSelect } from '@slack/types'
import { type ActionName, actionNamed, actions, command, type ListPage } from './ids.ts'
import { slackLimits } from '../../slack-limits.ts'
import {
  type Part,
  dotted,
  line,
  type Message,
  messageOfMost,
  type Parts,
  name,
  note,
  type Inline,
} from './message.ts'
import { plain } from './form-elements.ts'
import { cut, isUrl, mrkdwnLink, oneLine, count } from './text.ts'

interface ButtonFacts {
  value?: string | undefined
  /** Of `actions.open`, which opens a page. */
  url?: string | undefined
  /** Read by screen readers instead of `text` when that is ambiguous. */
  label?: string | undefined
  /** `danger`: the person is probably about to make a mistake. */
  style?: 'primary' | 'danger' | undefined
  /** Slack asks before it sends the press. */
  confirm?: { title: string; text: string; yes: string }
}

const confirmation = ({ title, text, yes }: NonNullable<ButtonFacts['confirm']>): ConfirmationDialog => ({
  title: plain(title, slackLimits.confirmTitle),
  text: plain(text, slackLimits.confirmText),
  confirm: plain(yes, slackLimits.confirmButton),
  deny: plain('Cancel', slackLimits.confirmButton),
})

/** Undefined if Slack would refuse the value or the URL; callers leave the button out. */
export const button = (action: ActionName, text: string, facts: ButtonFacts = {}): Button | undefined => {
  const { value = '', url, label, style, confirm } = facts
  const isRefused = (action === actions.open || url !== undefined) && !isUrl(url)
  if (value.length > slackLimits.value || isRefused) return undefined
  return {
    type: 'button',
    action_id: action,
    text: { type: 'plain_text', text: cut(oneLine(text), slackLimits.buttonText), emoji: false },
    ...(value && { value }),
    ...(url && { url }),
    ...(style && { style }),
    ...(confirm && { confirm: confirmation(confirm) }),
    ...(label && { accessibility_label: cut(oneLine(label), slackLimits.accessibilityLabel) }),
  }
}

/** Where nothing is subscribed: opens the dialog that subscribes the channel. */
export const chooseProject = (): Button | undefined =>
  button(actions.runAgain, 'Choose a project', { value: 'subscribe' })

export const openButton = (url: string | undefined, name: string, text = 'Open'): Button | undefined =>
  button(actions.open, text, { url, label: `${text} ${name} in the tracker` })

type Control = Button | StaticSelect

/** What everybody in a channel may press, people of other organizations too. */
export const pressedByAll: readonly string[] = [actions.open, actions.comment, actions.showMore]

/** The message without controls that only some of its readers may use. They find those in `/onboard settings` and `subscriptions`. */
export const controlsForAll = ({ text, blocks }: Message): Message => ({
  text,
  blocks: blocks.flatMap((block): KnownBlock[] => {
    if (block.type !== 'actions') return 'accessory' in block && block.accessory ? [] : [block]
    const elements = block.elements.filter(
      (one) => 'action_id' in one && pressedByAll.includes(actionNamed(one.action_id ?? '')),
    )
    return elements.length > 0 ? [{ ...block, elements }] : []
  }),
})

/** A row of buttons and menus. Skips undefined ones, and has no block if none is left. */
export const buttons = (...elements: (Control | undefined | false)[]): Part => {
  const shown = new Map<string, Control>()
  const links: string[] = []
  for (const element of elements) {
    if (!element || shown.size === slackLimits.actionElements) continue
    if (element.type === 'button' && element.url !== undefined)
      links.push(mrkdwnLink(element.url, element.text.text))
    // In a row, Slack takes no id twice.
    const { action_id: id = '' } = element
    const own = shown.has(id) ? `${id}:${shown.size}` : id
    shown.set(own, { ...element, action_id: own })
  }
  const block: ActionsBlock = { type: 'actions', elements: [...shown.values()] }
  return { blocks: shown.size > 0 ? [block] : [], said: '', links }
}

interface Candidate {
  name: string
  /** Distinguishes objects of the same name: account, state, project. */
  details: readonly (string | undefined)[]
  /** The command to run after the choice, with the chosen uuid: `subscribe UUID comments`. */
  run: string
}

interface ChoicesFacts {
  of: 'project' | 'task' | 'data field' | 'subscription'
  /** Undefined if nothing was typed: the list is the channel’s own. */
  query?: string | undefined
  candidates: readonly Candidate[]
  /** Set when more match than the list shows. */
  total?: number | undefined
}

const choicesShown = 10

const parts = ({ of: noun, query }: ChoicesFacts, total: number, shown: readonly Candidate[]) => [
  query === undefined
    ? `Which ${noun} of this channel?`
    : line(`${count(total, noun)} match `, name(`“${query}”`), '. Which one?'),
  ...shown.map(({ name: label, details }, index) =>
    dotted(
      name(`${index + 1}. ${label}`),
      ...details.slice(0, 4).map((text) => text !== undefined && name(text)),
    ),
  ),
  total > shown.length &&
    note(
      `The first ${shown.length} are shown. Type ${query === undefined ? 'a name' : 'more of the name'} to narrow them down.`,
    ),
  buttons(
    ...shown.map(({ name: label, run }, index) =>
      button(actions.choose, `${index + 1}. ${label}`, { value: run }),
    ),
  ),
]

/** Entries and buttons are numbered, because names may repeat. */
export const choices = (facts: ChoicesFacts): Message => {
  const total = Math.max(facts.total ?? 0, facts.candidates.length)
  return messageOfMost(facts.candidates, choicesShown, (shown) => parts(facts, total, shown))
}

export interface Page {
  total: number
  /** How many entries earlier pages showed. */
  offset: number
  query?: string | undefined
}

/** The number of matches, or how to search again if there are none. `where`: ` of this channel`. */
export const listHead = (one: string, { total, query }: Omit<Page, 'offset'>, where: Inline = false) =>
  line(
    count(total, one),
    where,
    query !== undefined && query !== '' && name(` with “${query}” in the name`),
    total === 0 && `. Try another part of the name, or list all with ${command} ${one}s.`,
  )

/** Entries beyond `most` go to the next page. */
interface Paged<Item> extends Page {
  list: ListPage['list']
  items: readonly Item[]
  most: number
}

/** The number of entries so far, and *Show more*. Both are false on the last page. */
const pageEnd = (
  { total, offset, list, query }: Page & Pick<ListPage, 'list'>,
  shown: readonly unknown[],
) => {
  const next = offset + shown.length
  const more = next < total && shown.length > 0
  const value: ListPage = { list, query, offset: next }
  return {
    seen: more && note(`${next} of ${total} shown.`),
    showMore: more && button(actions.listMore, 'Show more', { value: JSON.stringify(value) }),
  }
}

export const pageOf = <Item>(
  page: Paged<Item>,
  parts: (shown: readonly Item[], end: ReturnType<typeof pageEnd>) => Parts,
): Message => messageOfMost(page.items, page.most, (shown) => parts(shown, pageEnd(page, shown)))
