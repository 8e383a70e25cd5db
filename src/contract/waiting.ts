/** What was said on a task, in ms. Words: a comment, or a customer's answer to a subtask. */
export interface Said {
  /** The customer's last words. */
  readonly customerLast?: number | undefined
  /** The customer's first words since the team's last, and since somebody said that no answer is needed. */
  readonly customerSince?: number | undefined
  /** The team's first words since the customer's last. */
  readonly teamSince?: number | undefined
  /** When somebody last said that the customer needs no answer. */
  readonly settledAt?: number | undefined
}

interface Asked extends Said {
  readonly isInternal: boolean
  /** Since when a customer has the task. Undefined: no customer has it. */
  readonly customerHasItSince?: number | undefined
}

/** Whose words or work an open task waits for, and since when, in ms. */
export interface Turn {
  readonly whose: 'team' | 'customer'
  readonly since: number
}

/**
 * Who waits for whom, in both programs. After the customer's last words, a task waits for the team, whoever has it. After
 * the team's, it waits for the customer, and so does one that a customer has. Customers don't see internal tasks.
 */
export const turnOf = ({ isInternal, customerHasItSince, ...said }: Asked): Turn | undefined => {
  const { customerLast = -Infinity, customerSince, teamSince, settledAt } = said
  if (customerSince !== undefined) return { whose: 'team', since: customerSince }
  if (isInternal) return undefined
  // A customer who had it before their last words has it to do since those were settled.
  const hasAt = (customerHasItSince ?? 0) > customerLast ? customerHasItSince : settledAt
  const asked = [teamSince, customerHasItSince === undefined ? undefined : hasAt]
  const since = asked.filter((at): at is number => at !== undefined && at > customerLast)
  const first = since.length > 0 ? Math.min(...since) : customerHasItSince
  return first === undefined ? undefined : { whose: 'customer', since: first }
}
