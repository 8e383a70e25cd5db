import { laneName } from './names.ts'
import type { Node } from './node.ts'
import { counts } from './people.ts'

/** An empty lane that nothing works on. */
const probe = { lane: laneName(0, 'probe', 'store'), kind: 'probe' }
const empty = { installation_id: 0, pending: 0, lease_until: 0, token: 0, attempts: 0 }

/** Writes a small row, because a full disk or read-only database still answers queries. */
const write = async ({ database, now }: Node): Promise<void> => {
  await database.sql
    .insertInto('lane')
    .values({ ...probe, ...empty, waits_since: 0, run_at: now() })
    .onConflict((conflict) => conflict.column('lane').doUpdateSet({ run_at: now() }))
    .execute()
}

export const trouble = async (node: Node): Promise<string | undefined> => {
  try {
    await counts(node, undefined)
  } catch {
    return 'the database cannot be used'
  }
  try {
    await write(node)
    return undefined
  } catch (error) {
    return `the database takes no writes: ${node.redact((error as Error).message).slice(0, 200)}`
  }
}
