import { dropExpired, renewLeases } from './leases.ts'
import type { Node } from './node.ts'
import { settle } from './settle.ts'
import { endVoidWaits, nextDue } from './statements.ts'
import type { Worker } from './worker.ts'

/** Renews leases, and finds due lanes that got no signal. */
export interface Sweep extends Disposable {
  /** Whether a free lane could run now. */
  anyDue(): Promise<boolean>
  /** Releases the lanes of handlers that are still running. */
  giveUp(): Promise<void>
}

export const openSweep = (node: Node, workers: ReadonlyMap<string, Worker>, sweepMs: number): Sweep => {
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
    await look().catch(report)
    if (!node.closing()) next = sweepLater()
  }
  const sweepLater = (): NodeJS.Timeout => setTimeout(() => void sweep(), sweepMs)

  let renewing = false

  /** One at a time: an older one that is slow would write an earlier end. */
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
      if (left.length === 0) return
      await node.database
        .transaction((tx) => settle(tx.sql, node.engine, left, node.now()))
        .catch((error: unknown) => node.onError(error, undefined))
    },
    [Symbol.dispose]: () => {
      clearTimeout(next)
      clearInterval(renewals)
    },
  }
}
