import { line, link, type Message, message, name, note } from '../kit/message.ts'

export type Readers = 'customers' | 'team' | 'unknown'

interface ReplyReceiptFacts {
  readers: Readers
  taskName: string
  accountName?: string | undefined
  taskUrl?: string | undefined
  /** An earlier receipt named other readers. */
  changed?: boolean | undefined
  again?: boolean | undefined
}

const kinds: Record<Readers, string> = {
  customers: 'the customer-visible task',
  team: 'the internal task',
  unknown: 'the task',
}

const consequence = (readers: Readers, account: string): string => {
  if (readers === 'customers') return `${account} can read it and all further replies in this thread.`
  if (readers === 'team') return 'Only your own team can read it and all further replies in this thread.'
  return `The tracker doesn’t say whether ${account} can read it.`
}

/** Private. Names the readers in the first receipt and after a change. */
export const replyReceipt = (facts: ReplyReceiptFacts): Message => {
  const { readers, taskName, accountName } = facts
  const account = accountName ?? 'the customer'
  const where = line(
    facts.changed ? 'Who can read this has changed: your reply' : 'Your reply',
    ' is a comment on ',
    kinds[readers],
    ' ',
    link(facts.taskUrl, taskName, { bold: true }),
    name(accountName === undefined ? '.' : ` on ${accountName}.`),
  )
  if (facts.again) return message(where)
  return message(
    where,
    line(name(consequence(readers, account))),
    note('Only you can see this. Turn it off on the Home tab.'),
  )
}
