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
  if (readers === 'customers') return `${account} can read it, and every further reply in this thread.`
  if (readers === 'team') return 'Your own team alone can read it, and every further reply in this thread.'
  return `The tracker does not say whether ${account} can read it.`
}

/** Private. Names the readers in the first receipt and after a change. */
export const replyReceipt = (facts: ReplyReceiptFacts): Message => {
  const { readers, taskName, accountName } = facts
  const account = accountName ?? 'the customer'
  const where = line(
    facts.changed ? 'This changed: your reply' : 'Your reply',
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
    note('Only you see this, at each reply; the Home tab has a switch for it.'),
  )
}
