import type { Codes } from './codes.ts'

/** How the app is known to Slack, for adding it to workspaces. */
export interface AppCredentials {
  clientId: string
  clientSecret: string
  /** The app's page that starts an installation. */
  installUrl: string
  /** Slack sends people back to these addresses and to any under them, and to no other. */
  redirectUrls: readonly string[]
}

export interface OAuth extends AppCredentials {
  codes: Codes
}
