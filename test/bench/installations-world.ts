import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { slackDoor } from '../bot/support/slack-door.ts'
import { customer, project, standInTracker, task } from '../bot/support/stand-in-tracker.ts'
import { commentEvent } from '../bot/support/tracker-events.ts'
import { trackerOverHttp } from '../bot/support/tracker-over-http.ts'
import { startInstalledBot } from '../support/installed-bot.ts'
import { hookSecretOf, placeIn, projectOf, taskOf, teamIn, uuidOf } from '../support/installed-ids.ts'

/** The first one, which gets the burst, has many projects, each in its own channel. The others have one. */
export const busy = 0
export const placesOfBusy = 200
const placesOf = (installation: number) => (installation === busy ? placesOfBusy : 1)

const commentIn = /[0-9a-f]{8}-0000-4000-8000-\d{12}/

const commentOf = (uuid: string) => {
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

/** All trackers in one server. Answers at once, and keeps nothing. */
const tracker = () => {
  const standIn = standInTracker()
  return trackerOverHttp({
    ...standIn,
    api: {
      ...standIn.api,
      getComment: async ({ comment_uuid: uuid }) => commentOf(uuid),
      getTask: async ({ task_uuid: uuid }) => {
        const of = projectOf(...placeIn(uuid))
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
    ...answers[method]?.(args, teamIn(token)),
  }))
  return { ...door, arrived }
}

/** The bot as its own process, with so many installations in its database. Slack and the trackers are in this one. */
export const world = async (databaseUrl: string, installations: number) => {
  const [trackers, workspaces] = [await tracker(), await slack()]
  const bot = await startInstalledBot({
    databaseUrl,
    slackUrl: workspaces.apiUrl,
    trackerUrl: trackers.url,
    installations,
    projects: placesOf,
    channels: placesOfBusy,
    nodeArgs: ['--expose-gc', '--import', join(import.meta.dirname, 'gc-when-asked.ts')],
  })
  const pool = new Pool(bot.url, { connections: 64 })
  let events = 0

  /** Resolves when the comment is stored. `arrived` resolves when Slack gets it, with the ms since the tracker sent it. */
  const comment = async (installation: number, place: number) => {
    const uuid = uuidOf((events += 1).toString(16), installation, place)
    const from = performance.now()
    const arrived = new Promise<number>((resolve) => workspaces.arrived.set(uuid, (at) => resolve(at - from)))
    const answer = await pool.request({
      path: `/webhooks/onboarding/${hookSecretOf(installation)}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(commentEvent(commentOf(uuid))),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`a comment was not taken: HTTP ${answer.statusCode}`)
    return { arrived }
  }
  /** Of all kinds, `begin` and `commit` as well. */
  const statements = () => bot.sum(/^onboarding_database_statement_seconds_count\{.*\} (\d+)$/gm)
  return {
    comment,
    statements,
    worked: bot.worked,
    /** Resident bytes. */
    memory: async () => {
      for (let n = 0; n < 3; n += 1) {
        bot.signal('SIGUSR2')
        await sleep(1_000)
      }
      return bot.resident()
    },
    [Symbol.asyncDispose]: async () => {
      await pool.destroy()
      await bot[Symbol.asyncDispose]()
      await trackers.close()
      await workspaces.close()
    },
  }
}
export type InstallationsWorld = Awaited<ReturnType<typeof world>>
