import { notConnected } from '../../../src/bot/deps/deps.ts'
import type { OpenTracker } from '../../../src/bot/installations/installation.ts'
import { randomBytes } from 'node:crypto'
import { createVault } from '../../../src/bot/installations/vault.ts'
import type { Install } from '../../../src/bot/installations/store/installations.ts'

export const newKey = (): string => randomBytes(32).toString('base64')
export const newVault = () => createVault([newKey()])

/** What Slack says after an install in a workspace, with some of it changed. */
export const installOf = (teamId: string, changes: Partial<Install> = {}): Install => ({
  teamId,
  teamName: `Team ${teamId}`,
  enterpriseId: '',
  isOrg: false,
  botUserId: 'U0BOT',
  token: `xoxb-${teamId}-first`,
  scopes: ['chat:write', 'users:read'],
  installedBy: 'U1',
  ...changes,
})

export const orgInstallOf = (enterpriseId: string, changes: Partial<Install> = {}): Install =>
  installOf('', { enterpriseId, isOrg: true, teamName: `Org ${enterpriseId}`, ...changes })

/** For a bot whose workspaces connect no tracker. */
export const noTracker: OpenTracker = () => ({
  api: notConnected,
  reach: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
})

/** A tracker that an admin connects. */
export const acme = {
  baseUrl: 'https://acme.example',
  apiKey: 'api-key-of-acme',
  hookSecret: 'hook-secret-of-acme',
  integrationUuid: null,
  apiUserUuid: null,
  createdBy: 'U1',
}
