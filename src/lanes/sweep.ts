import type { Held, Node } from './node.ts'
import { settle } from './settle.ts'
import { endVoidWaits, nextDue } from './claims.ts'
import { lockLanes, writeLanes } from './statements.ts'
import type { Worker } from './worker.ts'

const lose = (node: Node, held: Held) => {
  node.held.delete(held)
  held.controller.abort()
}

/** Renews all leases, and aborts the signal of a lane that another node has taken. */
const renewLeases = async (node: Node): Promise<void> => {
  const leases = [...node.held.keys()]
  if (leases.length === 0) return
  const until = node.now() + node.leaseMs
  const kept = await node.database.transaction(async (tx) => {
    const rows = await lockLanes.all(tx.sql, { lanes: leases.map(({ lane }) => lane) })
    const own = rows.filter((row) =>
      leases.some(({ lane, token }) => lane === row.lane && token === row.token),
    )
    // A lane may have been released since the list was made.
    const live = own.filter((row) => row.lease_until > 0)
    await writeLanes(
      tx.sql,
      live.map((row) => ({ ...row, lease_until: until })),
    )
    return new Set(own.map(({ lane, token }) => `${token} ${lane}`))
  })
  for (const held of leases) {
    if (!node.held.has(held)) continue
    if (kept.has(`${held.token} ${held.lane}`)) node.held.set(held, until)
    else lose(node, held)
  }
}

/** Drops leases that ran out while the database was unreachable. */
const dropExpired = (node: Node): void => {
  const now = node.now()
  for (const [held, until] of node.held) if (until < now) lose(node, held)
}

/** Renews leases, and finds due lanes that got no signal. */
export const openSweep = (node: Node, workers: ReadonlyMap<string, Worker>, sweepMs: number) => {
  let failed = false

  const kinds = () => [...workers.keys()]

  const report = (error: unknown) => {
    // Once per outage, not once per second.
    if (!failed && !node.closing()) node.onError(error, undefined)
    failed = true
  }

  const findDue = async () => {
    if (workers.size === 0) return
    const now = node.now()
    const due = await nextDue(node.database.sql, kinds(), now, node.leaseMs)
    const isVoid = due.some((one) => one.isVoid)
    if (isVoid) await endVoidWaits(node.database.sql, kinds(), now)
    for (const { kind, at } of due) workers.get(kind)?.dueAt(isVoid ? 0 : at)
    failed = false
  }

  const sweep = async () => {
    await findDue().catch(report)
    if (!node.closing()) next = sweepLater()
  }
  const sweepLater = (): NodeJS.Timeout => setTimeout(() => void sweep(), sweepMs)

  let renewing = false

  /** One renewal at a time: an older one that is slow would write an earlier end. */
  const renew = () => {
    if (renewing) return
    renewing = true
    renewLeases(node)
      .catch((error: unknown) => {
        report(error)
        dropExpired(node)
      })
      .finally(() => (renewing = false))
  }

  let next = sweepLater()
  const renewals = setInterval(renew, node.leaseMs / 3)

  return {
    anyDue: async (): Promise<boolean> => {
      const due = await nextDue(node.database.sql, kinds(), node.now(), node.leaseMs)
      return due.some(({ at }) => at <= node.now())
    },
    /** Releases the lanes of handlers that are still running. */
    giveUp: async (): Promise<void> => {
      const fences = [...node.held.keys()].map(({ lane, token }) => ({
        lane,
        token,
        release: true,
        outcome: { is: 'fence' } as const,
      }))
      if (fences.length === 0) return
      await node.database
        .transaction((tx) => settle(tx.sql, fences, node.now()))
        .catch((error: unknown) => node.onError(error, undefined))
    },
    [Symbol.dispose]: () => {
      clearTimeout(next)
      clearInterval(renewals)
    },
  }
}
