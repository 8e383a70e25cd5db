import { eventNames } from '../../src/contract/event.ts'
import { createVault } from '../../src/bot/installations/vault.ts'
import { putSubscription } from '../../src/bot/store/subscriptions.ts'
import { openDatabase } from '../../src/bot/store/database.ts'
import { addConnection, connect } from '../../src/bot/installations/store/connections.ts'
import { storeInstall } from '../../src/bot/installations/store/installations.ts'
import { installOf, newKey } from '../bot/installations/installing.ts'
import { signingSecret } from '../bot/support/start-node.ts'
import { channelOf, hookSecretOf, projectOf, teamOf } from './ids.ts'
import { collectGarbage, startProcess } from './process.ts'

interface Surroundings {
  readonly databaseUrl: string
  readonly slackUrl: string
  readonly trackerUrl: string
  readonly installations: number
  /** Of each installation. Each project has a channel of its own. */
  readonly projects: (installation: number) => number
}

/** As if so many workspaces had installed the app and connected their trackers. */
const install = async ({ databaseUrl, trackerUrl, installations, projects }: Surroundings, key: string) => {
  await using database = await openDatabase(databaseUrl)
  const vault = createVault([key])
  const tables = database.installations
  for (let n = 0; n < installations; n += 1) {
    const { id } = await storeInstall(tables, vault, installOf(teamOf(n)), Date.now())
    const made = {
      baseUrl: trackerUrl,
      apiKey: `api-key-of-installation-${n}`,
      hookSecret: hookSecretOf(n),
      integrationUuid: null,
      apiUserUuid: null,
      createdBy: 'U0DANA',
    }
    await connect(tables, id, await addConnection(tables, vault, made, Date.now()))
    await database.of(id).transaction(async (tx) => {
      for (let place = 0; place < projects(n); place += 1)
        await putSubscription(tx, {
          channel: channelOf(n, place),
          scope: 'project',
          target: projectOf(n, place),
          label: 'A project',
          ownEvents: [...eventNames],
          createdBy: 'U0DANA',
          createdAt: Date.now(),
          readers: '',
          account: undefined,
        })
    })
  }
}

/** The bot with so many installations in its database, started as users start it. */
export const startInstalledBot = async (surroundings: Surroundings) => {
  const key = newKey()
  await install(surroundings, key)
  return startProcess([...collectGarbage, 'src/main.ts', 'start'], {
    DATABASE_URL: surroundings.databaseUrl,
    SLACK_API_URL: surroundings.slackUrl,
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'client-secret',
    SLACK_SIGNING_SECRET: signingSecret,
    ENCRYPTION_KEYS: key,
    ONBOARDING_SUBSCRIBE: 'off',
  })
}
