import { actions } from './ids.ts'
import { button, buttons } from './buttons.ts'
import { dotted, line, type Message, messageOfMost, name, note } from './message.ts'

interface Candidate {
  name: string
  /** What tells it from others of the same name: account, state, project. */
  details: readonly (string | undefined)[]
  /** The command to run once it is chosen, with its uuid: `subscribe UUID comments`. */
  run: string
}

interface ChoicesFacts {
  /** What was typed; undefined: nothing, and these are the channel's. */
  query?: string | undefined
  candidates: readonly Candidate[]
  /** How many match altogether, when more than are given. */
  total?: number | undefined
}

const choicesShown = 10

const parts = (nouns: string, { query }: ChoicesFacts, total: number, shown: readonly Candidate[]) => [
  query === undefined
    ? `This channel receives ${total.toLocaleString('en-US')} ${nouns}. Which one?`
    : line(`${total.toLocaleString('en-US')} ${nouns} match `, name(`“${query}”`), '. Which one?'),
  ...shown.map(({ name: label, details }, index) =>
    dotted(
      name(`${index + 1}. ${label}`),
      ...details.slice(0, 4).map((text) => text !== undefined && name(text)),
    ),
  ),
  total > shown.length &&
    note(
      `The first ${shown.length} are shown. Type ${query === undefined ? 'a name' : 'more of the name'} to see others.`,
    ),
  buttons(
    ...shown.map(({ name: label, run }, index) =>
      button(actions.choose, `${index + 1}. ${label}`, { value: run }),
    ),
  ),
]

/** A numbered list with a numbered button for each: names alone may be the same. */
const choices = (nouns: string, facts: ChoicesFacts): Message => {
  const total = Math.max(facts.total ?? 0, facts.candidates.length)
  return messageOfMost(facts.candidates, choicesShown, (shown) => parts(nouns, facts, total, shown))
}

/** A name that several projects carry or contain. */
export const projectChoice = (facts: ChoicesFacts): Message => choices('projects', facts)

/** A text that several tasks contain. */
export const taskChoice = (facts: ChoicesFacts): Message => choices('tasks', facts)

/** A name that several data fields carry or contain. */
export const fieldChoice = (facts: ChoicesFacts): Message => choices('data fields', facts)
