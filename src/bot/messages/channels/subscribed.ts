import type { EventName } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'
import { line, link, type Message, message, type Span, user } from '../kit/message.ts'

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
  /** What becomes of replies here, by the channel's settings; default two-way. */
  replies?: 'two-way' | 'one-way' | 'off' | undefined
  /** An account that no project or customer of the tracker is of yet. */
  unseen?: boolean | undefined
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

const replyWords = {
  'two-way': 'Replies in a task’s thread become comments on the task.',
  'one-way': 'Replies stay in Slack, as its settings say.',
  off: 'Nothing is posted while its settings switch it off: /onboard settings.',
}

/** Into the channel, so that everybody in it knows what will arrive and who asked for it. */
export const subscribed = (facts: SubscribedFacts): Message =>
  message(
    line(user(facts.by), did(facts), ...targetSpans(facts), '.'),
    facts.unseen === true &&
      line('The tracker shows nothing of an account of this name yet. It must be exactly the tracker’s own.'),
    line(`It receives ${eventWords(facts.events)}. ${replyWords[facts.replies ?? 'two-way']}`),
  )
