import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { eventNames } from '../../src/contract/event.ts'
import { createVault } from '../../src/bot/secrets/vault.ts'
import { putSubscription } from '../../src/bot/store/channels/subscriptions.ts'
import { openDatabase } from '../../src/bot/store/database.ts'
import { addConnection, connect } from '../../src/bot/store/installations/connections.ts'
import { storeInstall } from '../../src/bot/store/installations/installations.ts'
import { installOf, newKey } from '../bot/installations/installing.ts'
import { slackDoor } from '../bot/support/slack-door.ts'
import { customer, project, standInTracker, task } from '../bot/support/stand-in-tracker.ts'
import { commentEvent } from '../bot/support/tracker-events.ts'
import { trackerOverHttp } from '../bot/support/tracker-over-http.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/world.ts'

const root = join(import.meta.dirname, '../..')

/** The first one, which gets the burst, has many projects, each in its own channel. The others have one. */
export const busy = 0
export const placesOfBusy = 200
const placesOf = (installation: number) => (installation === busy ? placesOfBusy : 1)

const teamOf = (installation: number) => `T${installation}`
const channelOf = (place: number) => `C0LOAD${place}`
const secretOf = (installation: number) => `hook-secret-of-installation-${installation}`
/** Ends with the installation and its place. A comment's begins with its number. */
const uuidOf = (kind: string, installation: number, place: number) =>
  `${kind.padStart(8, '0')}-0000-4000-8000-${String(installation).padStart(6, '0')}${String(place).padStart(6, '0')}`
const placeIn = (uuid: string) => [Number(uuid.slice(-12, -6)), Number(uuid.slice(-6))] as const
const commentIn = /[0-9a-f]{8}-0000-4000-8000-\d{12}/

const commentOf = (uuid: string) => {
  const [installation, place] = placeIn(uuid)
  return {
    uuid,
    message_plain: `Comment ${uuid}: the firewall change is approved, we can go on.`,
    created_by_uuid: customer,
    created_by_name: 'Casey Jones',
    associated_object_uuid: uuidOf('22222222', installation, place),
    associated_object_type: 'TASK',
    parent_object_uuid: uuidOf('11111111', installation, place),
    parent_object_type: 'PROJECT',
    replied_to_comment_uuid: null,
    created_at: '2026-11-21T10:00:00.000Z',
  }
}

/** All trackers in one server. Answers at once, and keeps nothing. */
const tracker = () => {
  const standIn = standInTracker()
  return trackerOverHttp({
    ...standIn,
    api: {
      ...standIn.api,
      getComment: async ({ comment_uuid: uuid }) => commentOf(uuid),
      getTask: async ({ task_uuid: uuid }) => {
        const of = uuidOf('11111111', ...placeIn(uuid))
        return { ...task, uuid, project: { uuid: of, name: `Project ${of}` } }
      },
      listProjects: async ({ name = '' }) => ({
        projects: [{ ...project, uuid: name.replace('Project ', ''), name }],
        pagination: { total: 1 },
      }),
    },
  })
}

/** Answers at once, and keeps nothing but when each comment arrived. */
const slack = async () => {
  const arrived = new Map<string, (at: number) => void>()
  let posts = 0
  const answers: Record<string, (args: Record<string, unknown>, team: string) => object> = {
    'auth.test': (_, team) => ({ user_id: 'U0BOT', bot_id: 'B0BOT', team_id: team, team: 'Vendor' }),
    'chat.postMessage': ({ channel, text }) => {
      const uuid = commentIn.exec(String(text))?.[0] ?? ''
      arrived.get(uuid)?.(performance.now())
      arrived.delete(uuid)
      return { channel, ts: `${1_763_700_000 + (posts += 1)}.000100` }
    },
    'conversations.info': ({ channel }) => ({ channel: { id: channel, name: 'load', is_member: true } }),
    'conversations.members': () => ({ members: ['U0BOT'] }),
    'users.list': (_, team) => ({ members: [{ id: 'U0BOT', team_id: team, is_bot: true }] }),
    'users.lookupByEmail': () => ({ ok: false, error: 'users_not_found' }),
  }
  const door = await slackDoor((token) => async ({ method, args }) => ({
    ok: true,
    ...answers[method]?.(args, /T\d+/.exec(token)?.[0] ?? ''),
  }))
  return { ...door, arrived }
}

/** As if so many workspaces had installed the app and connected their trackers. */
const install = async (databaseUrl: string, installations: number, key: string, trackerUrl: string) => {
  await using database = await openDatabase(databaseUrl)
  const vault = createVault([key])
  const tables = database.installations
  for (let n = 0; n < installations; n += 1) {
    const { id } = await storeInstall(tables, vault, installOf(teamOf(n)), Date.now())
    const made = {
      baseUrl: trackerUrl,
      apiKey: `api-key-of-installation-${n}`,
      hookSecret: secretOf(n),
      integrationUuid: null,
      apiUserUuid: null,
      createdBy: 'U0DANA',
    }
    await connect(tables, id, await addConnection(tables, vault, made, Date.now()))
    await database.of(id).transaction(async (tx) => {
      for (let place = 0; place < placesOf(n); place += 1)
        await putSubscription(tx, {
          channel: channelOf(place),
          scope: 'project',
          target: uuidOf('11111111', n, place),
          label: 'A project',
          ownEvents: [...eventNames],
          createdBy: 'U0DANA',
          createdAt: Date.now(),
          sharedWhenMade: false,
        })
    })
  }
}

const start = async (databaseUrl: string, key: string, apiUrl: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'onboarding-bench-data-'))
  const port = await freePort()
  const args = [
    '--expose-gc',
    '--import',
    join(import.meta.dirname, 'gc-when-asked.ts'),
    'src/main.ts',
    'start',
  ]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SLACK_API_URL: apiUrl,
      SLACK_CLIENT_ID: '1.2',
      SLACK_CLIENT_SECRET: 'client-secret',
      SLACK_SIGNING_SECRET: 'a'.repeat(32),
      ENCRYPTION_KEYS: key,
      ONBOARDING_SUBSCRIBE: 'off',
      LOG_LEVEL: 'error',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await eventually('a bot that answers', async () => ((await fetch(`${url}/healthz`)).ok ? true : undefined))
  return { child, url, dataDir }
}

const end = async (child: ChildProcess) => {
  const over = once(child, 'exit')
  child.kill('SIGTERM')
  await over
}

const statusOf = (pid: number | undefined, what: string) =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Ms of processor time until now. Linux counts 100 ticks a second. */
const workedBy = (pid: number | undefined): number => {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10
}

/** The bot as its own process, with so many installations in its database. Slack and the trackers are in this one. */
export const world = async (databaseUrl: string, installations: number) => {
  const key = newKey()
  const [trackers, workspaces] = [await tracker(), await slack()]
  await install(databaseUrl, installations, key, trackers.url)
  const { child, url, dataDir } = await start(databaseUrl, key, workspaces.apiUrl)
  const pool = new Pool(url, { connections: 64 })
  let events = 0

  /** Resolves when the comment is stored. `arrived` resolves when Slack gets it, with the ms since the tracker sent it. */
  const comment = async (installation: number, place: number) => {
    const uuid = uuidOf((events += 1).toString(16), installation, place)
    const from = performance.now()
    const arrived = new Promise<number>((resolve) => workspaces.arrived.set(uuid, (at) => resolve(at - from)))
    const answer = await pool.request({
      path: `/webhooks/onboarding/${secretOf(installation)}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(commentEvent(commentOf(uuid))),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`a comment was not taken: HTTP ${answer.statusCode}`)
    return { arrived }
  }
  /** Of all kinds, `begin` and `commit` as well. */
  const statements = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const counts = text.matchAll(/^onboarding_database_statement_seconds_count\{.*\} (\d+)$/gm)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  return {
    comment,
    statements,
    worked: () => workedBy(child.pid),
    /** Resident bytes. */
    memory: async () => {
      for (let n = 0; n < 3; n += 1) {
        child.kill('SIGUSR2')
        await sleep(1_000)
      }
      return statusOf(child.pid, 'VmRSS') * 1_024
    },
    [Symbol.asyncDispose]: async () => {
      await pool.destroy()
      await end(child)
      await trackers.close()
      await workspaces.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type InstallationsWorld = Awaited<ReturnType<typeof world>>
