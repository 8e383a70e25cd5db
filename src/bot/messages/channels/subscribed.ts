import type { EventName } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'
import { type Inline, line, link, type Message, message, user } from '../kit/message.ts'

export interface TargetFacts {
  scope: 'project' | 'account' | 'all'
  label: string
  url?: string | undefined
}

interface SubscribedFacts extends TargetFacts {
  by: string
  events: readonly EventName[]
  changed?: boolean | undefined
  /** What happens to replies here. Default: two-way. */
  replies?: keyof typeof replyWords | undefined
  /** True if no project or customer in the tracker has this account yet. */
  unseen?: boolean | undefined
  resumed?: boolean | undefined
}

const replyWords = {
  'two-way': 'Replies in a task’s thread become comments on the task.',
  'one-way': 'Replies stay in Slack, as its settings say.',
  off: 'Nothing is posted while its settings switch it off: /onboard settings.',
}

const did = ({ resumed, changed }: SubscribedFacts): string => {
  if (resumed === true) return ' resumed what this channel receives of '
  return changed === true ? ' changed what this channel receives of ' : ' subscribed this channel to '
}

/** `the project “Acme – Standard”`, `the account “Acme Corp”`, `all projects`. */
export const targetSpans = ({ scope, label, url }: TargetFacts): Inline[] =>
  scope === 'all' ? ['all projects'] : [`the ${scope} `, link(url, label, { bold: true })]

/** Posted in the channel, so that everyone knows what will arrive and who asked for it. */
export const subscribed = (facts: SubscribedFacts): Message =>
  message(
    line(user(facts.by), did(facts), targetSpans(facts), '.'),
    facts.unseen === true &&
      'The tracker shows nothing of an account of this name yet. It must be exactly the tracker’s own.',
    `It receives ${eventWords(facts.events)}. ${replyWords[facts.replies ?? 'two-way']}`,
  )
