import type { EventName } from '../../contract/event.ts'
import { eventWordsKnown, isEventWord, resolveEvents } from './events.ts'
import { nearest } from './nearest.ts'
import { refused, type Subcommand } from './subcommand.ts'
import { readTarget, type Target } from './target.ts'

export interface SubscribeArgs {
  target: Target
  events: EventName[]
  /** The words the events came from; empty for the default. */
  words: string[]
}

const unknownWord = (word: string): string => {
  const minus = word.startsWith('-') ? '-' : ''
  const meant = nearest(word.slice(minus.length), eventWordsKnown)
  const hint = meant === undefined ? 'Events are comments, tasks, subtasks, projects, modules and all.' : ''
  return `“${word}” is no event. ${meant === undefined ? hint : `Do you mean ${minus}${meant}?`}`
}

/** An exclusion stays one when it is misspelt: `-coments` is nobody's project. */
const isTail = (word: string) => isEventWord(word) || /^-[a-z_]+$/.test(word)

export const subscribe: Subcommand<SubscribeArgs> = {
  name: 'subscribe',
  summary:
    'This channel receives a project’s, an account’s or all events: comments tasks subtasks projects modules all, or single ones by name; -name excludes.',
  usage: 'subscribe <project | account:NAME | all> [events…]',
  examples: [
    'subscribe Acme Corp – Standard Onboarding',
    'subscribe "Acme Corp – Standard Onboarding" comments tasks -task_updated',
    'subscribe account:Globex comments',
    'subscribe all projects',
  ],
  parse: (text) => {
    const read = readTarget(text, isTail)
    if (!read.ok) return refused(subscribe, read.problem)
    const wrong = read.words.find((word) => !isEventWord(word))
    if (wrong !== undefined) return refused(subscribe, unknownWord(wrong))
    const events = resolveEvents(read.words)
    if (events.length === 0) return refused(subscribe, 'That leaves no events to receive.')
    return { ok: true, target: read.target, events, words: read.words }
  },
}
