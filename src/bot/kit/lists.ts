import { actions, command, type ListPage } from './ids.ts'
import { button, buttons } from './buttons.ts'
import { dotted, line, type Message, messageOfMost, name, note, type Inline } from './message.ts'
import { count } from './text/words.ts'

interface Candidate {
  name: string
  /** Distinguishes objects of the same name: account, state, project. */
  details: readonly (string | undefined)[]
  /** The command to run after the choice, with the chosen uuid: `subscribe UUID comments`. */
  run: string
}

interface ChoicesFacts {
  /** Undefined if nothing was typed: the list is the channel’s own. */
  query?: string | undefined
  candidates: readonly Candidate[]
  /** Set when more match than the list shows. */
  total?: number | undefined
}

const choicesShown = 10

const parts = (noun: string, { query }: ChoicesFacts, total: number, shown: readonly Candidate[]) => [
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
const choices = (noun: string, facts: ChoicesFacts): Message => {
  const total = Math.max(facts.total ?? 0, facts.candidates.length)
  return messageOfMost(facts.candidates, choicesShown, (shown) => parts(noun, facts, total, shown))
}

export const projectChoice = (facts: ChoicesFacts): Message => choices('project', facts)

export const taskChoice = (facts: ChoicesFacts): Message => choices('task', facts)

export const fieldChoice = (facts: ChoicesFacts): Message => choices('data field', facts)

/** The number of matches, or how to search again if there are none. `where`: ` of this channel`. */
export const listHead = (
  one: string,
  { total, query }: { total: number; query?: string | undefined },
  where: Inline = false,
) =>
  line(
    count(total, one),
    where,
    query !== undefined && query !== '' && name(` with “${query}” in the name`),
    total === 0 && `. Try another part of the name, or list all with ${command} ${one}s.`,
  )

/** The number of entries so far, and *Show more*. Both are false on the last page. */
export const pageEnd = (
  { total, offset }: { total: number; offset: number },
  shown: readonly unknown[],
  list: Omit<ListPage, 'offset'>,
) => {
  const next = offset + shown.length
  const more = next < total && shown.length > 0
  const value: ListPage = { ...list, offset: next }
  return {
    seen: more && note(`${next} of ${total} shown.`),
    showMore: more && button(actions.listMore, 'Show more', { value: JSON.stringify(value) }),
  }
}
