import type { Held, Node } from './node.ts'
import { lockLanes, writeLanes } from './statements.ts'

const lose = (node: Node, held: Held) => {
  node.held.delete(held)
  held.controller.abort()
}

/** Extends this node's leases. Aborts the signal of a lane that another node has taken. */
export const renewLeases = async (node: Node): Promise<void> => {
  const mine = [...node.held.keys()]
  if (mine.length === 0) return
  const until = node.now() + node.leaseMs
  const kept = await node.database.transaction(async (tx) => {
    const rows = await lockLanes(
      tx.sql,
      node.engine,
      mine.map(({ lane }) => lane),
    )
    const own = rows.filter((row) => mine.some(({ lane, token }) => lane === row.lane && token === row.token))
    // A lane may have been released since the list was made.
    const live = own.filter((row) => row.lease_until > 0)
    await writeLanes(
      tx.sql,
      node.engine,
      live.map((row) => ({ ...row, lease_until: until })),
    )
    return new Set(own.map(({ lane, token }) => `${token} ${lane}`))
  })
  for (const held of mine) {
    if (!node.held.has(held)) continue
    if (kept.has(`${held.token} ${held.lane}`)) node.held.set(held, until)
    else lose(node, held)
  }
}

/** Drops leases that ran out while the database was unreachable. */
export const dropExpired = (node: Node): void => {
  const now = node.now()
  for (const [held, until] of node.held) if (until < now) lose(node, held)
}
