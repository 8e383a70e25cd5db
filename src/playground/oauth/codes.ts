import type { Team } from '../workspace/teams.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** How long a code can be exchanged, as in Slack. */
const lifeMs = 10 * 60_000

/** What a person allowed the app. */
export interface Allowed {
  team: Team
  scopes: readonly string[]
  by: string
  /** The redirect URI, if the app sent one with the request. */
  sentUri: string | undefined
}

export type Codes = ReturnType<typeof createCodes>

/** Codes that the app exchanges for tokens, once. They end with the process. */
export const createCodes = (workspace: Workspace) => {
  const codes = new Map<string, Allowed & { expiresAt: number; used: boolean }>()
  return {
    issue: (allowed: Allowed): string => {
      const now = workspace.now()
      for (const [code, { expiresAt }] of codes) if (expiresAt < now - lifeMs) codes.delete(code)
      const code = `${workspace.stamps.secret()}.${workspace.stamps.secret()}`
      codes.set(code, { ...allowed, expiresAt: now + lifeMs, used: false })
      return code
    },
    /** Returns Slack's error code if the code is no good. The redirect URI must be the one that was sent before. */
    spend: (
      code: string,
      redirectUri: string | undefined,
    ): Allowed | 'invalid_code' | 'code_already_used' | 'bad_redirect_uri' => {
      const issued = codes.get(code)
      if (!issued || issued.expiresAt <= workspace.now()) return 'invalid_code'
      if (issued.used) return 'code_already_used'
      if (redirectUri !== issued.sentUri) return 'bad_redirect_uri'
      issued.used = true
      return issued
    },
  }
}
