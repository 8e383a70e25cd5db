import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventNames } from '../../src/contract/event.ts'
import { createVault } from '../../src/bot/secrets/vault.ts'
import { putSubscription } from '../../src/bot/store/channels/subscriptions.ts'
import { openDatabase } from '../../src/bot/store/database.ts'
import { addConnection, connect } from '../../src/bot/store/installations/connections.ts'
import { storeInstall } from '../../src/bot/store/installations/installations.ts'
import { installOf, newKey } from '../bot/installations/installing.ts'
import { freePort } from './free-port.ts'
import { channelOf, hookSecretOf, projectOf, teamOf } from './installed-ids.ts'
import { residentOf, workedBy } from './process-cost.ts'
import { eventually } from './world.ts'

interface Size {
  readonly installations: number
  readonly projects: (installation: number) => number
  /** Of each installation. Its projects take turns in them. */
  readonly channels: number
}

interface Surroundings extends Size {
  readonly databaseUrl: string
  readonly slackUrl: string
  readonly trackerUrl: string
  /** Options of Node. */
  readonly nodeArgs?: readonly string[]
}

/** As if so many workspaces had installed the app and connected their trackers. */
const install = async ({ databaseUrl, trackerUrl, ...size }: Surroundings, key: string) => {
  await using database = await openDatabase(databaseUrl)
  const vault = createVault([key])
  const tables = database.installations
  for (let n = 0; n < size.installations; n += 1) {
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
      for (let place = 0; place < size.projects(n); place += 1)
        await putSubscription(tx, {
          channel: channelOf(n, place % size.channels),
          scope: 'project',
          target: projectOf(n, place),
          label: 'A project',
          ownEvents: [...eventNames],
          createdBy: 'U0DANA',
          createdAt: Date.now(),
          sharedWhenMade: false,
        })
    })
  }
}

const startNode = async ({ databaseUrl, slackUrl, nodeArgs = [] }: Surroundings, key: string) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'onboarding-installed-'))
  const child = spawn(process.execPath, [...nodeArgs, 'src/main.ts', 'start'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SLACK_API_URL: slackUrl,
      SLACK_CLIENT_ID: '1.2',
      SLACK_CLIENT_SECRET: 'client-secret',
      SLACK_SIGNING_SECRET: 'signing-secret',
      ENCRYPTION_KEYS: key,
      ONBOARDING_SUBSCRIBE: 'off',
      LOG_LEVEL: 'error',
    },
  })
  await eventually('a bot that is ready', async () => ((await fetch(`${url}/readyz`)).ok ? true : undefined))
  return {
    url,
    /** The sum of a metric: the pattern's group is a value. */
    sum: async (pattern: RegExp): Promise<number> => {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      return [...metrics.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0)
    },
    resident: () => residentOf(child.pid),
    worked: () => workedBy(child.pid),
    signal: (name: NodeJS.Signals) => child.kill(name),
    [Symbol.asyncDispose]: async () => {
      const over = once(child, 'exit')
      child.kill('SIGTERM')
      await over
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The bot with so many installations in its database, in a process of its own, started as users start it. */
export const startInstalledBot = async (surroundings: Surroundings) => {
  const key = newKey()
  await install(surroundings, key)
  const first = await startNode(surroundings, key)
  return { ...first, another: () => startNode(surroundings, key) }
}
