import type { Generated } from 'kysely'

/** What the environment names: row 1 of both tables. Its secrets stay in the environment. */
export const defaultId = 1

export type InstallationState = 'active' | 'paused' | 'leaving'

/** Times are in ms. Columns marked *sealed* hold ciphertext (`installations/vault.ts`). */
export interface InstallationTables {
  /** Of a workspace, or a whole Grid organization. */
  installation: {
    /** Never reused. */
    id: Generated<number>
    /** Empty for a workspace outside of Grid. */
    enterprise_id: string
    /** Empty for an organization, and for `default` until Slack has told who it is. */
    team_id: string
    /** The organization's name if `is_org`. */
    team_name: string
    is_org: number
    bot_user_id: string | null
    /** Sealed. */
    bot_token: string | null
    /** JSON array of the granted scopes. */
    scopes: string
    installed_by: string | null
    installed_at: number | null
    state: InstallationState
    state_at: number
    /** Why it is paused or leaving. */
    reason: string | null
    /** Null until a tracker is connected. */
    connection_id: number | null
  }
  /** A tracker. Several installations may use one. */
  connection: {
    /** Never reused. */
    id: Generated<number>
    /** Without `/v1`. Null for `default`. */
    base_url: string | null
    /** Sealed. */
    api_key: string | null
    integration_uuid: string | null
    /** The key's own user, if known. */
    api_user_uuid: string | null
    /** Sealed. The hook's URL is built from it. */
    hook_secret: string | null
    /** SHA-256 in hex, by which an incoming webhook finds its connection. */
    hook_secret_hash: string | null
    created_by: string | null
    created_at: number | null
    state: 'untried' | 'working' | 'broken'
    /** Why it is broken, in words. */
    problem: string | null
  }
}
