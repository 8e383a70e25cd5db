import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventNames } from '../../src/contract/event.ts'
import { createVault } from '../../src/bot/secrets/vault.ts'
import { putSubscription } from '../../src/bot/store/channels/subscriptions.ts'
import { openDatabase } from '../../src/bot/store/database.ts'
import { addConnection, connect } from '../../src/bot/store/installations/connections.ts'
import { storeInstall } from '../../src/bot/store/installations/installations.ts'
import { installOf, newKey } from '../bot/installations/installing.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/world.ts'
import { channelOf, hookSecretOf, projectOf, teamOf } from './ids.ts'

export interface Size {
  readonly installations: number
  readonly projects: number
  readonly channels: number
}

/** As if so many workspaces had installed the app and connected their trackers. */
const install = async (databaseUrl: string, key: string, trackerUrl: string, size: Size) => {
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
      for (let place = 0; place < size.projects; place += 1)
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

const sumOf = (metrics: string, pattern: RegExp) =>
  [...metrics.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0)

interface Surroundings {
  readonly home: string
  readonly databaseUrl: string
  readonly slackUrl: string
  readonly trackerUrl: string
  readonly size: Size
}

/** A bot in a process of its own, started as users start it. */
export const startBot = async ({ home, databaseUrl, slackUrl, trackerUrl, size }: Surroundings) => {
  const key = newKey()
  await install(databaseUrl, key, trackerUrl, size)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['src/main.ts', 'start'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: join(home, 'data'),
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
  await eventually('a bot that answers', async () => ((await fetch(`${url}/healthz`)).ok ? true : undefined))
  return {
    url,
    /** Waiting jobs, resident bytes, and ms of processor time until now. */
    look: async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      return {
        waiting: sumOf(metrics, /^onboarding_jobs_waiting\{kind="(?:event|post|reply|mark)"\} (\d+)$/gm),
        memory: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1_024,
        workedMs: sumOf(metrics, /^process_cpu_seconds_total (\S+)$/gm) * 1_000,
      }
    },
    [Symbol.asyncDispose]: async () => {
      const over = once(child, 'exit')
      child.kill('SIGTERM')
      await over
    },
  }
}
export type LoadedBot = Awaited<ReturnType<typeof startBot>>
