import { line, link, type Message, message, name } from '../../../kit/message.ts'

export type Readers = 'customers' | 'team' | 'unknown'

interface ReplyReceiptFacts {
  readers: Readers
  taskName: string
  accountName?: string | undefined
  taskUrl?: string | undefined
  /** An earlier receipt named other readers. */
  changed?: boolean | undefined
}

const kinds: Record<Readers, string> = {
  customers: 'the customer-visible task',
  team: 'the internal task',
  unknown: 'the task',
}

const consequence = (readers: Readers, account: string): string => {
  if (readers === 'customers') return `${account} can read them.`
  if (readers === 'team') return `Only your own team can read them, not ${account}.`
  return `The tracker doesn’t say whether ${account} can read them.`
}

/** Private, for the first reply in a thread, and for the first after its readers changed. */
export const replyReceipt = (facts: ReplyReceiptFacts): Message => {
  const { readers, taskName, accountName } = facts
  const account = accountName ?? 'the customer'
  return message(
    line(
      facts.changed ? 'Who can read this has changed: your replies here' : 'Your replies here',
      ' become comments on ',
      kinds[readers],
      ' ',
      link(facts.taskUrl, taskName, { bold: true }),
      name(`. ${consequence(readers, account)}`),
    ),
  )
}
