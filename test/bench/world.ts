import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { createVault } from '../../src/bot/installations/vault.ts'
import { addConnection, connect } from '../../src/bot/installations/store/connections.ts'
import { storeInstall } from '../../src/bot/installations/store/installations.ts'
import { openDatabase } from '../../src/bot/store/database.ts'
import { putSubscription } from '../../src/bot/store/subscriptions.ts'
import { eventNames } from '../../src/contract/event.ts'
import { acme, installOf, newKey } from '../bot/installations/installing.ts'
import { slackDoor } from '../bot/support/slack/slack-door.ts'
import { commentEvent, eventCallback, signedHeaders, signingSecret } from '../bot/support/start-node.ts'
import { customer, project, standInTracker, task } from '../bot/support/stand-in-tracker.ts'
import { trackerOverHttp } from '../bot/support/tracker-over-http.ts'
import { channelOf, hookSecretOf, placeIn, projectOf, taskOf, teamIn, teamOf, uuidOf } from './ids.ts'
import { collectGarbage, startProcess } from './measuring.ts'

/** The first one, which gets the burst, has many projects, each in its own channel. The others have one. */
export const busy = 0
export const placesOfBusy = 200

const wordIn = /[0-9a-f]{8}-0000-4000-8000-\d{12}/

export const commentOf = (uuid: string) => ({
  uuid,
  message_plain: `Comment ${uuid}: the firewall change is approved, we can go on.`,
  created_by_uuid: customer,
  created_by_name: 'Casey Jones',
  associated_object_uuid: taskOf(...placeIn(uuid)),
  associated_object_type: 'TASK',
  parent_object_uuid: projectOf(...placeIn(uuid)),
  parent_object_type: 'PROJECT',
  replied_to_comment_uuid: null,
  created_at: '2026-11-21T10:00:00.000Z',
})

/** When a text with a word of ours arrives, and how long Slack and the trackers take to answer, in ms. */
const notes = () => {
  const waiting = new Map<string, (at: number) => void>()
  return {
    delays: { slackMs: 0, trackerMs: 0 },
    /** Resolves with the ms from now on. */
    arrival: (word: string) => {
      const from = performance.now()
      return new Promise<number>((resolve) => waiting.set(word, (at) => resolve(at - from)))
    },
    arrived: (text: unknown) => {
      const word = wordIn.exec(String(text))?.[0] ?? ''
      waiting.get(word)?.(performance.now())
      waiting.delete(word)
    },
  }
}
type Notes = ReturnType<typeof notes>

/** All trackers in one server. Keeps only what people replied. */
const tracker = ({ arrived, delays }: Notes) => {
  const standIn = standInTracker()
  const answering = async <R>(answer: R): Promise<R> => {
    if (delays.trackerMs > 0) await sleep(delays.trackerMs)
    return answer
  }
  standIn.control.onCreate = ({ message_plain: text }) => {
    arrived(text)
    return 'works'
  }
  Object.assign(standIn.api, {
    getComment: ({ comment_uuid: uuid }) => answering(commentOf(uuid)),
    getTask: ({ task_uuid: uuid }) => {
      const of = projectOf(...placeIn(uuid))
      return answering({ ...task, uuid, project: { uuid: of, name: `Project ${of}` } })
    },
    listProjects: ({ name = '' }) => {
      const projects = [{ ...project, uuid: name.replace('Project ', ''), name }]
      return answering({ projects, pagination: { total: 1 } })
    },
  } satisfies Partial<typeof standIn.api>)
  return trackerOverHttp(standIn)
}

const membersOf = (team: string) => [
  { id: 'U0BOT', team_id: team, is_bot: true },
  { id: 'U0DANA', team_id: team, profile: { real_name: 'Dana Smith' } },
]

/** Keeps only where each thread is. */
const slack = async ({ arrived, delays }: Notes) => {
  const threads = new Map<string, string>()
  let posts = 0
  const answers: Record<string, (args: Record<string, unknown>, team: string) => object> = {
    'auth.test': (_, team) => ({ user_id: 'U0BOT', bot_id: 'B0BOT', team_id: team, team: 'Vendor' }),
    'chat.postMessage': ({ channel, text, thread_ts: thread }) => {
      arrived(text)
      const ts = `${1_763_700_000 + (posts += 1)}.000100`
      if (thread === undefined) threads.set(String(channel), ts)
      return { channel, ts }
    },
    'conversations.info': ({ channel }) => ({ channel: { id: channel, name: 'load', is_member: true } }),
    'conversations.members': () => ({ members: ['U0BOT', 'U0DANA'] }),
    'users.list': (_, team) => ({ members: membersOf(team) }),
    'users.info': ({ user }, team) => ({ user: membersOf(team).find(({ id }) => id === user) }),
    'users.lookupByEmail': () => ({ ok: false, error: 'users_not_found' }),
  }
  const door = await slackDoor((token) => async ({ method, args }) => {
    const answer = answers[method]?.(args, teamIn(token))
    if (delays.slackMs > 0) await sleep(delays.slackMs)
    return { ok: true, ...answer }
  })
  return { ...door, threads }
}

/** Slack and the trackers, in this process, and where a program finds them: for many workspaces, or for one. */
export const standIns = async () => {
  const noted = notes()
  const [trackers, workspaces] = [await tracker(noted), await slack(noted)]
  const env = { SLACK_API_URL: workspaces.apiUrl, SLACK_SIGNING_SECRET: signingSecret }
  const envOfOne = { ...env, SLACK_BOT_TOKEN: 'xoxb-T0-bare', ONBOARDING_BASE_URL: trackers.url }
  const close = () => Promise.all([trackers.close(), workspaces.close()])
  return { ...noted, trackers, workspaces, env, envOfOne, close }
}

/** As if so many workspaces had installed the app and connected their trackers. Returns the key of their secrets. */
const install = async (databaseUrl: string, baseUrl: string, installations: number): Promise<string> => {
  await using database = await openDatabase(databaseUrl)
  const key = newKey()
  const vault = createVault([key])
  const tables = database.installations
  for (let n = 0; n < installations; n += 1) {
    const { id } = await storeInstall(tables, vault, installOf(teamOf(n)), Date.now())
    const made = { ...acme, baseUrl, apiKey: `api-key-of-installation-${n}`, hookSecret: hookSecretOf(n) }
    await connect(tables, id, await addConnection(tables, vault, made, Date.now()))
    await database.of(id).transaction(async (tx) => {
      for (let place = 0; place < (n === busy ? placesOfBusy : 1); place += 1)
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
  return key
}

/**
 * The bot as its own process, started as users start it, with so many installations in its database; without a
 * database, the bare program.
 */
export const world = async (databaseUrl: string | undefined, installations: number) => {
  const { arrival, delays, trackers, workspaces, env, envOfOne, close } = await standIns()
  const bot = await (databaseUrl === undefined
    ? startProcess([...collectGarbage, 'test/bench/bare.ts'], envOfOne)
    : startProcess([...collectGarbage, 'src/main.ts', 'start'], {
        ...env,
        DATABASE_URL: databaseUrl,
        ENCRYPTION_KEYS: await install(databaseUrl, trackers.url, installations),
        SLACK_CLIENT_ID: '1.2',
        SLACK_CLIENT_SECRET: 'client-secret',
        ONBOARDING_SUBSCRIBE: 'off',
      }))
  const pool = new Pool(bot.url, { connections: 1_000 })
  let words = 0
  const wordOf = (installation: number, place: number) =>
    uuidOf((words += 1).toString(16), installation, place)

  /**
   * Resolves when what the word is in is stored. `arrived` resolves when Slack or the tracker gets it, with the ms since
   * it was sent. A bot with too many waiting answers 503, and is asked again, as senders do.
   */
  const send = async (word: string, path: string, body: string, headers: Record<string, string>) => {
    const arrived = arrival(word)
    for (;;) {
      const answer = await pool.request({ path, method: 'POST', headers, body })
      await answer.body.dump()
      if (answer.statusCode === 200) return { arrived }
      if (answer.statusCode !== 503) throw new Error(`${path} was not taken: HTTP ${answer.statusCode}`)
      await sleep(100)
    }
  }
  const comment = async (installation: number, place: number) => {
    const uuid = wordOf(installation, place)
    const path = `/webhooks/onboarding/${hookSecretOf(installation)}`
    const json = { 'content-type': 'application/json' }
    return send(uuid, path, JSON.stringify(commentEvent(commentOf(uuid))), json)
  }
  const reply = async (installation: number, place: number) => {
    const word = wordOf(installation, place)
    const channel = channelOf(installation, place)
    const event = {
      type: 'message',
      channel,
      user: 'U0DANA',
      text: `Done: ${word}`,
      ts: `${1_763_800_000 + words}.000100`,
      thread_ts: workspaces.threads.get(channel) ?? '',
      channel_type: 'channel',
    }
    const body = eventCallback(event, `Ev${words}`, teamOf(installation))
    return send(word, '/slack/events', body, signedHeaders(body, 'application/json'))
  }
  return {
    ...bot,
    comment,
    reply,
    delays,
    [Symbol.asyncDispose]: async () => {
      await pool.destroy()
      await bot[Symbol.asyncDispose]()
      await close()
    },
  }
}
export type BenchWorld = Awaited<ReturnType<typeof world>>
