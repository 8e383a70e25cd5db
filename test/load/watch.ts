import { createDelays, type Delays } from '../simulate/delays.ts'

export const kinds = [
  'comment → message',
  'edit → message',
  'reply → comment',
  'reply → ✅',
  'command → answer',
  'delivery stored',
  'Slack answered',
] as const
export type Kind = (typeof kinds)[number]

interface Done {
  /** When it began, in ms since the start. */
  readonly at: number
  readonly ms: number
}

/** When everything began and ended. */
export const createWatch = (now: () => number = () => performance.now()) => {
  let from = now()
  const open = new Map<string, { readonly kind: Kind; readonly at: number }>()
  const of = () => ({ begun: 0, done: [] as Done[], delays: createDelays() })
  const counts = new Map(kinds.map((kind) => [kind, of()]))
  const found = (kind: Kind) => counts.get(kind) ?? of()
  return {
    /** Times count from now on. */
    restart: (): void => void (from = now()),
    elapsed: () => now() - from,
    begin: (kind: Kind, key: string): void => {
      found(kind).begun += 1
      open.set(`${kind} ${key}`, { kind, at: now() - from })
    },
    /** Nothing happens if it ended before, or never began. */
    end: (kind: Kind, key: string): void => {
      const one = open.get(`${kind} ${key}`)
      if (!one) return
      open.delete(`${kind} ${key}`)
      const ms = now() - from - one.at
      found(kind).done.push({ at: one.at, ms })
      found(kind).delays.add(ms)
    },
    /** As if it had not begun. */
    drop: (kind: Kind, key: string): void => {
      if (open.delete(`${kind} ${key}`)) found(kind).begun -= 1
    },
    open: () => open.size,
    begun: () => kinds.reduce((sum, kind) => sum + found(kind).begun, 0),
    of: (kind: Kind): { begun: number; done: readonly Done[]; delays: Delays } => found(kind),
  }
}
export type Watch = ReturnType<typeof createWatch>
