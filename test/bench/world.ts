import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { createVault } from '../../src/bot/installations/vault.ts'
import { addConnection, connect } from '../../src/bot/installations/store/connections.ts'
import { storeInstall } from '../../src/bot/installations/store/installations.ts'
import { openDatabase } from '../../src/bot/store/database.ts'
import {
  acme,
  installOf,
  newKey,
  projectSubscription,
  subscribeQuietly,
} from '../bot/installations/installing.ts'
import { slackDoor } from '../bot/support/slack/slack-door.ts'
import { commentEvent, eventCallback, signedHeaders, signingSecret } from '../bot/support/start-node.ts'
import { project, standInTracker, task } from '../bot/support/stand-in-tracker.ts'
import { trackerOverHttp } from '../bot/support/tracker-over-http.ts'
import { payloads } from '../contract/payloads.ts'
import { channelOf, hookSecretOf, placeIn, projectOf, taskOf, teamIn, teamOf, uuidOf } from './ids.ts'
import { startProcess } from './measuring.ts'

/** The first one, which gets the burst, has many projects, each in its own channel. The others have one. */
export const busy = 0
export const placesOfBusy = 200

/** Each place has its own customer, so that none counts as one who writes without end. */
const authorOf = (place: number) => uuidOf('cccccccc', 0, place)

const commentOf = (uuid: string) => ({
  ...payloads.comment.comment,
  uuid,
  message_plain: `Comment ${uuid}: the firewall change is approved, we can go on.`,
  created_by_uuid: authorOf(placeIn(uuid)[1]),
  associated_object_uuid: taskOf(...placeIn(uuid)),
  parent_object_uuid: projectOf(...placeIn(uuid)),
})

/** The delivery of a new comment, told from others by its number. */
export const delivery = (number: number, installation: number, place: number) => {
  const uuid = uuidOf(number.toString(16), installation, place)
  return {
    word: uuid,
    path: `/webhooks/onboarding/${hookSecretOf(installation)}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(commentEvent(commentOf(uuid))),
  }
}

interface Delays {
  slackMs: number
  /** By the installation that asks; NaN if the request names nothing of one. */
  trackerMs: (installation: number) => number
}

/** All trackers in one server. Keeps only what people replied. */
const trackers = (hear: (text: unknown) => void, delays: Pick<Delays, 'trackerMs'>) => {
  const standIn = standInTracker()
  standIn.control.onCreate = ({ message_plain: text }) => {
    hear(text)
    return 'works'
  }
  const users = Array.from({ length: placesOfBusy }, (_, place) => ({
    uuid: authorOf(place),
    is_customer: true,
    customer_name: `Customer ${place}`,
  }))
  Object.assign(standIn.api, {
    listUsers: async () => ({ users }),
    getComment: async ({ comment_uuid: uuid }) => commentOf(uuid),
    getTask: async ({ task_uuid: uuid }) => {
      const of = projectOf(...placeIn(uuid))
      return { ...task, uuid, project: { uuid: of, name: `Project ${of}` } }
    },
    listProjects: async ({ name = '' }) => ({
      projects: [{ ...project, uuid: name.replace('Project ', ''), name }],
      pagination: { total: 1 },
    }),
  } satisfies Partial<typeof standIn.api>)
  return trackerOverHttp(standIn, ({ input }) => {
    const holdMs = delays.trackerMs(placeIn(String(input['comment_uuid'] ?? input['task_uuid']))[0])
    return holdMs > 0 ? { slow: true, holdMs } : undefined
  })
}

const members = ['U0BOT', 'U0DANA']
const userOf = (id: unknown) => ({ id, is_bot: id === 'U0BOT', profile: { real_name: 'Dana Smith' } })

/** All workspaces in one server. Keeps only where each thread is. */
const workspaces = async (hear: (text: unknown) => void, delays: Pick<Delays, 'slackMs'>) => {
  const threads = new Map<string, string>()
  let posts = 0
  const answers: Record<string, (args: Record<string, unknown>, team: string) => object> = {
    'auth.test': (_, team) => ({ user_id: 'U0BOT', bot_id: 'B0BOT', team_id: team, team: 'Vendor' }),
    'chat.postMessage': ({ channel, text, thread_ts: thread }) => {
      hear(text)
      const ts = `${1_763_700_000 + (posts += 1)}.000100`
      if (thread === undefined) threads.set(String(channel), ts)
      return { channel, ts }
    },
    'conversations.info': ({ channel }) => ({ channel: { id: channel, name: 'load', is_member: true } }),
    'conversations.members': () => ({ members }),
    'users.info': ({ user }) => ({ user: userOf(user) }),
    'users.list': () => ({ members: members.map(userOf) }),
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
  const delays: Delays = { slackMs: 0, trackerMs: () => 0 }
  /** Emits each word of ours when it arrives. */
  const arrivals = new EventEmitter()
  const hear = (text: unknown) =>
    void arrivals.emit(/[0-9a-f]{8}-0000-4000-8000-\d{12}/.exec(String(text))?.[0] ?? '')
  const [tracker, slack] = [await trackers(hear, delays), await workspaces(hear, delays)]
  const env = { SLACK_API_URL: slack.apiUrl, SLACK_SIGNING_SECRET: signingSecret }
  const envOfOne = { ...env, SLACK_BOT_TOKEN: 'xoxb-T000-bare', ONBOARDING_BASE_URL: tracker.url }
  const close = () => Promise.all([tracker.close(), slack.close()])
  return { delays, arrivals, threads: slack.threads, trackerUrl: tracker.url, env, envOfOne, close }
}

/** As if so many workspaces had installed the app and connected their trackers. Returns the key of their secrets. */
export const install = async (
  databaseUrl: string,
  baseUrl: string,
  installations: number,
  inOneChannel = false,
): Promise<string> => {
  await using database = await openDatabase(databaseUrl)
  const key = newKey()
  const vault = createVault([key])
  const tables = database.installations
  for (let n = 0; n < installations; n += 1) {
    const { id } = await storeInstall(tables, vault, installOf(teamOf(n)), Date.now())
    const made = { ...acme, baseUrl, apiKey: `api-key-of-installation-${n}`, hookSecret: hookSecretOf(n) }
    await connect(tables, id, await addConnection(tables, vault, made, Date.now()))
    await database.of(id).transaction(async (tx) => {
      for (let place = 0; place < (n === busy ? placesOfBusy : 1); place += 1) {
        const channel = channelOf(n, inOneChannel ? 0 : place)
        await subscribeQuietly(tx, projectSubscription(channel, projectOf(n, place)))
      }
    })
  }
  return key
}

/** Options of Node: on SIGUSR2, memory becomes what a program holds, without what it has not swept yet. */
const collectsGarbage = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>gc())']

/**
 * The bot as its own process, started as users start it, with so many installations in its database; without a
 * database, the bare program.
 */
export const world = async (
  databaseUrl: string | undefined,
  installations: number,
  { inOneChannel = false } = {},
) => {
  const { delays, arrivals, threads, trackerUrl, env, envOfOne, close } = await standIns()
  const bot = await (databaseUrl === undefined
    ? startProcess([...collectsGarbage, 'test/bench/bare.ts'], envOfOne)
    : startProcess([...collectsGarbage, 'src/main.ts', 'start'], {
        ...env,
        DATABASE_URL: databaseUrl,
        ENCRYPTION_KEYS: await install(databaseUrl, trackerUrl, installations, inOneChannel),
        SLACK_CLIENT_ID: '1.2',
        SLACK_CLIENT_SECRET: 'client-secret',
        ONBOARDING_SUBSCRIBE: 'off',
      }))
  const pool = new Pool(bot.url, { connections: 1_000 })
  let sent = 0
  /**
   * Resolves when it is stored. `arrived` resolves when Slack or the tracker gets its word, with the ms since it was
   * sent. A bot with too many waiting answers 503, and is asked again, as senders do.
   */
  const send = async ({ word, path, headers, body }: ReturnType<typeof delivery>) => {
    const from = performance.now()
    const arrived = new Promise<number>((resolve) =>
      arrivals.once(word, () => resolve(performance.now() - from)),
    )
    for (;;) {
      const answer = await pool.request({ path, method: 'POST', headers, body })
      await answer.body.dump()
      if (answer.statusCode === 200) return { arrived }
      if (answer.statusCode !== 503) throw new Error(`${path} was not taken: HTTP ${answer.statusCode}`)
      await sleep(100)
    }
  }
  return {
    ...bot,
    delays,
    comment: (installation: number, place: number) => send(delivery((sent += 1), installation, place)),
    reply: (installation: number, place: number) => {
      const word = uuidOf((sent += 1).toString(16), installation, place)
      const channel = channelOf(installation, place)
      const text = `Done: ${word}`
      const said = { type: 'message', channel, channel_type: 'channel', user: 'U0DANA', text }
      const times = {
        ts: `${Math.floor(Date.now() / 1_000)}.${String(sent % 1_000_000).padStart(6, '0')}`,
        thread_ts: threads.get(channel) ?? '',
      }
      const body = eventCallback({ ...said, ...times }, `Ev${sent}`, teamOf(installation))
      return send({ word, path: '/slack/events', headers: signedHeaders(body, 'application/json'), body })
    },
    [Symbol.asyncDispose]: async () => {
      await pool.destroy()
      await bot[Symbol.asyncDispose]()
      await close()
    },
  }
}
