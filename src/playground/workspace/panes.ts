import type { Json } from './types.ts'
import type { Workspace } from './workspace.ts'

/** Slack doesn't say how long such a trigger lasts. Nobody waits longer than half a minute at an empty pane. */
const triggerMs = 30_000

/** A Work Object that a person opened, and whose details the app must send. */
export interface PaneRequest {
  user: string
  externalRef: Json
  /** The card that was opened. */
  card?: { channel: string; ts: string; url: string }
}

export type Panes = ReturnType<typeof createPanes>

/** Triggers of Work Object panes. Unlike a dialog's, one can be answered again while it lasts, with newer facts. */
export const createPanes = (workspace: Workspace) => {
  const triggers = new Map<string, PaneRequest & { expiresAt: number }>()
  return {
    issue: (request: PaneRequest): string => {
      const now = workspace.now()
      for (const [id, { expiresAt }] of triggers) if (expiresAt < now - 60_000) triggers.delete(id)
      const id = `${Math.floor(now)}.${Math.floor(now / 7)}.${workspace.stamps.secret()}`
      triggers.set(id, { ...request, expiresAt: now + triggerMs })
      return id
    },
    /** Undefined for an unknown trigger; `late` after it expired. */
    find: (id: string): PaneRequest | 'late' | undefined => {
      const pending = triggers.get(id)
      if (!pending) return undefined
      return pending.expiresAt < workspace.now() ? 'late' : pending
    },
  }
}
