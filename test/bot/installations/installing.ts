import { notConnected } from '../../../src/bot/deps/deps.ts'
import type { OpenTracker } from '../../../src/bot/installations/installation.ts'
import { randomBytes } from 'node:crypto'
import { createVault } from '../../../src/bot/installations/vault.ts'
import { openDatabase } from '../../../src/bot/store/database.ts'
import {
  type ChangingTx,
  type NewSubscription,
  putSubscription,
} from '../../../src/bot/store/subscriptions.ts'
import type { Tx } from '../../../src/bot/store/database.ts'
import type { InstallationTables } from '../../../src/bot/store/installation-tables.ts'
import type { Database } from '../../../src/database/database.ts'
import { engines, type EngineName, freshDatabaseUrl } from '../../support/databases.ts'
import { describe, onTestFinished } from 'vitest'
import { eventNames } from '../../../src/contract/event.ts'
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
  watch: () => undefined,
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

/** As `changeSubscriptions` does it, where no other channel has a message yet. */
export const subscribeQuietly = (tx: Tx, subscription: NewSubscription): Promise<boolean> =>
  putSubscription(tx as ChangingTx, subscription)

/** That a person of the team made in a channel, for every event. */
export const projectSubscription = (channel: string, target: string) => ({
  channel,
  scope: 'project' as const,
  target,
  label: 'a project',
  ownEvents: [...eventNames],
  createdBy: 'U0DANA',
  createdAt: Date.now(),
  readers: '',
  account: undefined,
})

const openFresh = async (engine: EngineName): Promise<Database<InstallationTables>> => {
  const database = await openDatabase(await freshDatabaseUrl(engine))
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database.installations
}

/** For stories of pages: `store.test.ts` asks both engines for what they store. */
export const fresh = () => openFresh('sqlite')

/** The same stories on both engines, on the tables of installations and connections. */
export const eachEngine = (
  title: string,
  stories: (fresh: () => Promise<Database<InstallationTables>>, engine: EngineName) => void,
): void => {
  describe.each(engines)(`${title} on %s`, (engine) => {
    stories(() => openFresh(engine), engine)
  })
}
