import { sql } from 'kysely'
import { dropExpired, renewLeases } from './leases.ts'
import type { Node } from './node.ts'
import { settle } from './settle.ts'
import { channel, endVoidWaits, nextDue } from './statements.ts'
import type { Worker } from './worker.ts'

/** Renews leases, and finds due lanes that got no signal. */
export interface Sweep extends Disposable {
  /** Whether a free lane could run now. */
  anyDue(): Promise<boolean>
  /** Releases the lanes of handlers that are still running. */
  giveUp(): Promise<void>
}

export const openSweep = (node: Node, workers: ReadonlyMap<string, Worker>, sweepMs: number): Sweep => {
  let sweeping = false
  let failed = false

  const kinds = () => [...workers.keys()]

  const report = (error: unknown) => {
    // Once per outage, not once per second.
    if (!failed && !node.closing()) node.onError(error, undefined)
    failed = true
  }

  const look = async () => {
    if (workers.size === 0) return
    const now = node.now()
    const due = await nextDue(node.database.sql, kinds(), now, node.leaseMs)
    const isVoid = due.some((one) => one.isVoid)
    if (isVoid) await endVoidWaits(node.database.sql, node.engine, kinds(), now)
    for (const { kind, at } of due) workers.get(kind)?.dueAt(isVoid ? 0 : at)
    failed = false
  }

  const sweep = async () => {
    if (sweeping) return
    sweeping = true
    await look().catch(report)
    sweeping = false
  }

  const renew = () => {
    renewLeases(node).catch((error: unknown) => {
      report(error)
      dropExpired(node)
    })
  }

  const sweeps = setInterval(() => void sweep(), sweepMs)
  const renewals = setInterval(renew, node.leaseMs / 3)

  return {
    anyDue: async () => {
      const due = await nextDue(node.database.sql, kinds(), node.now(), node.leaseMs)
      return due.some(({ at }) => at <= node.now())
    },
    giveUp: async () => {
      const left = [...node.held.keys()].map(({ lane, token }) => ({
        lane,
        token,
        release: true,
        outcome: { is: 'fence' } as const,
      }))
      await node.database
        .transaction(async (tx) => {
          if (left.length > 0) await settle(tx.sql, node.engine, left, node.now())
          for (const kind of kinds())
            await sql`select ${node.engine.notify(channel, sql`cast(${`${node.id} ${kind}`} as text)`)}`.execute(
              tx.sql,
            )
        })
        .catch((error: unknown) => node.onError(error, undefined))
    },
    [Symbol.dispose]: () => {
      clearInterval(sweeps)
      clearInterval(renewals)
    },
  }
}
