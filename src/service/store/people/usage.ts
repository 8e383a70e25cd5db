import type { Engine } from '../../../database/engine.ts'
import { type Scope, tableOf } from '../rows.ts'

/** The usage of these periods. Their rows stay locked until the transaction ends. */
export const usedIn = async (scope: Scope, engine: Engine, periods: readonly string[]) => {
  await scope.sql
    .insertInto('api_usage')
    .values(periods.map((period) => ({ org: scope.org, period, used: 0 })))
    .onConflict((conflict) => conflict.columns(['org', 'period']).doNothing())
    .execute()
  const rows = await tableOf(scope, 'api_usage')
    .select(['period', 'used'])
    .where('period', 'in', periods)
    .orderBy('period')
    .$call((query) => (engine.forUpdate ? query.forUpdate() : query))
    .execute()
  return new Map(rows.map(({ period, used }) => [period, used]))
}

export const setUsed = async ({ sql, org }: Scope, period: string, used: number): Promise<void> => {
  await sql
    .updateTable('api_usage')
    .set({ used })
    .where('org', '=', org)
    .where('period', '=', period)
    .execute()
}

export const readUsed = async (scope: Scope, period: string): Promise<number> => {
  const row = await tableOf(scope, 'api_usage').select('used').where('period', '=', period).executeTakeFirst()
  return row?.used ?? 0
}

/** Past minutes are no longer needed. Periods sort as text. */
export const forgetMinutesBefore = async ({ sql, org }: Scope, minute: string): Promise<void> => {
  await sql
    .deleteFrom('api_usage')
    .where('org', '=', org)
    .where('period', 'like', '%T%')
    .where('period', '<', minute)
    .execute()
}
