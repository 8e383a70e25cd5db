import { line, link, type Message, message, name, user } from '../kit/message.ts'
import type { Readers } from '../replies/reply-receipt.ts'

export interface SyncedFacts {
  taskName: string
  taskUrl?: string | undefined
  accountName?: string | undefined
  readers: Readers
}

export interface ThreadSyncedFacts extends SyncedFacts {
  by: string
  /** Replies in this channel stay in Slack. */
  oneWay?: boolean | undefined
}

export const whoReads = ({ readers, accountName = 'the customer' }: SyncedFacts): string => {
  if (readers === 'team') return 'Only your own team can read them.'
  const account = accountName === 'the customer' ? 'The customer' : accountName
  return readers === 'customers'
    ? `${account} can read them.`
    : `The tracker doesn’t say whether ${accountName} can read them.`
}

/** For everybody in the thread: from now on, their replies become comments. */
export const threadSynced = (facts: ThreadSyncedFacts): Message => {
  const { by, taskName, taskUrl, oneWay } = facts
  return message(
    line(user(by), ' synced this thread with the task ', link(taskUrl, taskName, { bold: true }), '.'),
    oneWay
      ? 'The task’s comments appear here. Replies stay in Slack, as set for this channel.'
      : line('Replies here become comments, and the task’s comments appear here. ', name(whoReads(facts))),
  )
}
