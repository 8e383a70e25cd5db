import type { EventName } from '../../contract/event.ts'
import { eventWords } from './event-words.ts'
import { line, link, type Message, message, type Span, user } from './message.ts'

/** What a channel is subscribed to. `label` is the project's or the account's name. */
export interface TargetFacts {
  scope: 'project' | 'account' | 'all'
  label: string
  url?: string | undefined
}

export interface SubscribedFacts extends TargetFacts {
  /** The Slack user who did it. */
  by: string
  events: readonly EventName[]
  /** There was a subscription already, and its events are different now. */
  changed?: boolean | undefined
  /** It was paused, and runs again. */
  resumed?: boolean | undefined
}

const did = ({ resumed, changed }: SubscribedFacts): string => {
  if (resumed === true) return ' resumed what this channel receives of '
  return changed === true ? ' changed what this channel receives of ' : ' subscribed this channel to '
}

/** `the project “Acme – Standard”`, `the account “Acme Corp”`, `all projects`. */
export const targetSpans = ({ scope, label, url }: TargetFacts): (string | Span)[] =>
  scope === 'all' ? ['all projects'] : [`the ${scope} `, link(url, label, { bold: true })]

/** Into the channel, so that everybody in it knows what will arrive and who asked for it. */
export const subscribed = (facts: SubscribedFacts): Message =>
  message(
    line(user(facts.by), did(facts), ...targetSpans(facts), '.'),
    line(`It receives ${eventWords(facts.events)}. Replies in a task’s thread become comments on the task.`),
  )
