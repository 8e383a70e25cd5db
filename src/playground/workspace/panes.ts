import type { Json } from './types.ts'
import type { Workspace } from './workspace.ts'

/** Slack does not say how long such a trigger lasts; half a minute is the patience of a person before an empty pane. */
const triggerMs = 30_000

/** What a person did with a Work Object, until the app has answered. */
export interface Asked {
  user: string
  what: 'details' | 'comments' | 'comment'
  externalRef: Json
  /** The card that was opened. */
  card?: { channel: string; ts: string; url: string }
}

export type Panes = ReturnType<typeof createPanes>

/** Triggers of Work Object panes. Unlike a dialog's, one may be answered again while it lasts: with fresher facts. */
export const createPanes = (workspace: Workspace) => {
  const triggers = new Map<string, Asked & { expiresAt: number }>()
  return {
    ask: (asked: Asked): string => {
      const now = workspace.now()
      for (const [id, { expiresAt }] of triggers) if (expiresAt < now - 60_000) triggers.delete(id)
      const id = `${Math.floor(now)}.${Math.floor(now / 7)}.${workspace.stamps.secret()}`
      triggers.set(id, { ...asked, expiresAt: now + triggerMs })
      return id
    },
    /** Undefined for a trigger of another kind, or none; `late` when its time is over. */
    find: (id: string, what: Asked['what']): Asked | 'late' | undefined => {
      const found = triggers.get(id)
      if (found?.what !== what) return undefined
      return found.expiresAt < workspace.now() ? 'late' : found
    },
  }
}
