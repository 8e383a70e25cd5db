import { line, link, type Message, message, name, note } from '../kit/message.ts'

/** Who reads a task's comments in the tracker. */
export type Readers = 'customers' | 'team' | 'unknown'

interface ReplyReceiptFacts {
  readers: Readers
  taskName: string
  accountName?: string | undefined
  taskUrl?: string | undefined
  /** An earlier receipt named other readers. */
  changed?: boolean | undefined
  /** An earlier receipt said just this. */
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

/** To the author alone: where their reply went; also who reads it, at first and when that changed. */
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
