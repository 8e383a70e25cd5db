import { sql, type RawBuilder } from 'kysely'

interface Words {
  readonly task: string
  /** 1 for the customer's, 0 for the team's, null if nobody knows. */
  readonly byCustomer: string
  readonly at: string
}

type Time = RawBuilder<number | null>

/** Beside each word on a task: when each side last wrote there. For `saidSince`, which groups these rows by task. */
export const lastWords = ({ task, byCustomer, at }: Words) => {
  const lastOf = (side: 0 | 1): Time =>
    sql`max(case when ${sql.ref(byCustomer)} = ${sql.lit(side)} then ${sql.ref(at)} end)
      over (partition by ${sql.ref(task)})`
  return { customer: lastOf(1), team: lastOf(0) }
}

/**
 * What `turnOf` asks for, of rows with `by_customer`, `at`, `customer_last` and `team_last`. Of words at the same time,
 * the customer's are last. `settledAt`: when somebody last said that no answer is needed.
 */
export const saidSince = (settledAt: string) => ({
  customerLast: sql<number | null>`max(customer_last)`,
  teamLast: sql<number | null>`max(team_last)`,
  customerSince: sql<number | null>`min(case when by_customer = 1 and at >= coalesce(team_last, 0)
    and at > coalesce(${sql.ref(settledAt)}, 0) then at end)`,
  teamSince: sql<
    number | null
  >`min(case when by_customer = 0 and at > coalesce(customer_last, 0) then at end)`,
})
