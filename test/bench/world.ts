import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { slackDoor } from '../bot/support/slack/slack-door.ts'
import { eventCallback, signedHeaders, signingSecret, commentEvent } from '../bot/support/start-node.ts'
import { customer, project, standInTracker, task } from '../bot/support/stand-in-tracker.ts'
import { trackerOverHttp } from '../bot/support/tracker-over-http.ts'
import { channelOf, hookSecretOf, placeIn, projectOf, taskOf, teamIn, teamOf, uuidOf } from './ids.ts'
import { startInstalledBot } from './installed-bot.ts'
import { collectGarbage, startProcess } from './process.ts'

/** The first one, which gets the burst, has many projects, each in its own channel. The others have one. */
export const busy = 0
export const placesOfBusy = 200
const placesOf = (installation: number) => (installation === busy ? placesOfBusy : 1)

const wordIn = /[0-9a-f]{8}-0000-4000-8000-\d{12}/

/** When a text with a word of ours arrives. */
const arrivals = () => {
  const waiting = new Map<string, (at: number) => void>()
  return {
    /** Resolves with the ms from now on. */
    of: (word: string) => {
      const from = performance.now()
      return new Promise<number>((resolve) => waiting.set(word, (at) => resolve(at - from)))
    },
    note: (text: unknown) => {
      const word = wordIn.exec(String(text))?.[0] ?? ''
      waiting.get(word)?.(performance.now())
      waiting.delete(word)
    },
  }
}
type Arrivals = ReturnType<typeof arrivals>

export const commentOf = (uuid: string) => {
  const [installation, place] = placeIn(uuid)
  return {
    uuid,
    message_plain: `Comment ${uuid}: the firewall change is approved, we can go on.`,
    created_by_uuid: customer,
    created_by_name: 'Casey Jones',
    associated_object_uuid: taskOf(installation, place),
    associated_object_type: 'TASK',
    parent_object_uuid: projectOf(installation, place),
    parent_object_type: 'PROJECT',
    replied_to_comment_uuid: null,
    created_at: '2026-11-21T10:00:00.000Z',
  }
}

/** How long Slack and the trackers take to answer, in ms. */
interface Delays {
  slackMs: number
  trackerMs: number
}

/** All trackers in one server. Keeps only what people replied. */
const tracker = (arrived: Arrivals, delays: Delays) => {
  const standIn = standInTracker()
  const answering = async <R>(answer: R): Promise<R> => {
    if (delays.trackerMs > 0) await sleep(delays.trackerMs)
    return answer
  }
  standIn.control.onCreate = ({ message_plain: text }) => {
    arrived.note(text)
    return 'works'
  }
  Object.assign(standIn.api, {
    getComment: ({ comment_uuid: uuid }) => answering(commentOf(uuid)),
    getTask: ({ task_uuid: uuid }) => {
      const of = projectOf(...placeIn(uuid))
      return answering({ ...task, uuid, project: { uuid: of, name: `Project ${of}` } })
    },
    listProjects: ({ name = '' }) =>
      answering({
        projects: [{ ...project, uuid: name.replace('Project ', ''), name }],
        pagination: { total: 1 },
      }),
  } satisfies Partial<typeof standIn.api>)
  return trackerOverHttp(standIn)
}

const membersOf = (team: string) => [
  { id: 'U0BOT', team_id: team, is_bot: true },
  { id: 'U0DANA', team_id: team, profile: { real_name: 'Dana Smith' } },
]

/** Keeps only where each thread is. */
const slack = async (arrived: Arrivals, delays: Delays) => {
  const threads = new Map<string, string>()
  let posts = 0
  const answers: Record<string, (args: Record<string, unknown>, team: string) => object> = {
    'auth.test': (_, team) => ({ user_id: 'U0BOT', bot_id: 'B0BOT', team_id: team, team: 'Vendor' }),
    'chat.postMessage': ({ channel, text, thread_ts: thread }) => {
      arrived.note(text)
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

/** Slack and the trackers, in this process. */
export const standIns = async () => {
  const arrived = arrivals()
  const delays = { slackMs: 0, trackerMs: 0 }
  const [trackers, workspaces] = [await tracker(arrived, delays), await slack(arrived, delays)]
  const close = () => Promise.all([trackers.close(), workspaces.close()])
  return { arrived, delays, trackers, workspaces, close }
}

/**
 * The bot as its own process, with so many installations in its database; without a database, the bare program.
 */
export const world = async (databaseUrl: string | undefined, installations: number) => {
  const { arrived, delays, trackers, workspaces, close } = await standIns()
  const bot = await (databaseUrl === undefined
    ? startProcess([...collectGarbage, 'test/bench/bare.ts'], {
        SLACK_API_URL: workspaces.apiUrl,
        SLACK_BOT_TOKEN: 'xoxb-T0-bare',
        SLACK_SIGNING_SECRET: signingSecret,
        ONBOARDING_BASE_URL: trackers.url,
      })
    : startInstalledBot({
        databaseUrl,
        slackUrl: workspaces.apiUrl,
        trackerUrl: trackers.url,
        installations,
        projects: placesOf,
      }))
  const pool = new Pool(bot.url, { connections: 1_000 })
  /** Until it is taken: a bot with too many waiting answers 503, and is asked again, as senders do. */
  const post = async (path: string, body: string, headers: Record<string, string>): Promise<void> => {
    const answer = await pool.request({ path, method: 'POST', headers, body })
    await answer.body.dump()
    if (answer.statusCode === 200) return
    if (answer.statusCode !== 503) throw new Error(`${path} was not taken: HTTP ${answer.statusCode}`)
    await sleep(100)
    await post(path, body, headers)
  }
  let words = 0
  const wordOf = (installation: number, place: number) =>
    uuidOf((words += 1).toString(16), installation, place)

  /** Resolves when the comment is stored. `arrived` resolves when Slack gets it, with the ms since the tracker sent it. */
  const comment = async (installation: number, place: number) => {
    const uuid = wordOf(installation, place)
    const took = arrived.of(uuid)
    const body = JSON.stringify(commentEvent(commentOf(uuid)))
    const headers = { 'content-type': 'application/json' }
    await post(`/webhooks/onboarding/${hookSecretOf(installation)}`, body, headers)
    return { arrived: took }
  }
  /** Resolves when the reply is stored. `arrived` resolves when the tracker gets it, with the ms since Slack sent it. */
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
    const took = arrived.of(word)
    await post('/slack/events', body, signedHeaders(body, 'application/json'))
    return { arrived: took }
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
