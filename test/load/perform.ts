import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { eventCallback, signedHeaders } from '../bot/support/start-node.ts'
import { envelope } from '../bot/support/tracker-events.ts'
import { channelOf, hookSecretOf, projectOf, taskOf, teamOf } from '../support/installed-ids.ts'
import type { Deed } from './script.ts'
import type { SlackSide } from './slack.ts'
import type { TrackerSide } from './tracker.ts'
import type { Kind, Watch } from './watch.ts'
import { wordOf } from './words.ts'

/** A team changes so many tasks of a project at once. */
const inBulk = 20
const longestWaitMs = 20_000
const commands = ['help', 'subscriptions', 'status']
/** Slack's repeats, and the tracker's, in seconds instead of minutes. */
const repeats = [0, 1_000, 3_000, 6_000, 12_000]
const form = 'application/x-www-form-urlencoded'

/** Sends requests to the bot until they are acknowledged, as Slack and the tracker do. */
export const createSender = (watch: Watch, urlOf: () => string) => {
  let pool: Pool | undefined
  let [sent, failed] = [0, 0]
  const post = async (kind: Kind, path: string, body: string, headers: () => Record<string, string>) => {
    const key = String((sent += 1))
    for (const pause of repeats) {
      await sleep(pause)
      watch.begin(kind, key)
      pool ??= new Pool(urlOf(), { connections: 64 })
      const answer = await pool
        .request({ path, method: 'POST', headers: headers(), body })
        .catch(() => undefined)
      const text = await answer?.body.text()
      if (answer?.statusCode === 200) {
        watch.end(kind, key)
        return text
      }
      watch.drop(kind, key)
    }
    failed += 1
    return undefined
  }
  return {
    failed: () => failed,
    hook: async (installation: number, event: object): Promise<void> => {
      const headers = () => ({ 'content-type': 'application/json' })
      const path = `/webhooks/onboarding/${hookSecretOf(installation)}`
      await post('delivery stored', path, JSON.stringify(event), headers)
    },
    slack: (body: string, type: string) =>
      post('Slack answered', '/slack/events', body, () => signedHeaders(body, type)),
    close: async () => pool?.close(),
  }
}
export type Sender = ReturnType<typeof createSender>

interface Surroundings {
  readonly watch: Watch
  readonly sender: Sender
  readonly slack: SlackSide
  readonly tracker: TrackerSide
  readonly channels: number
}

export const performer = ({ watch, sender, slack, tracker, channels }: Surroundings) => {
  /** The last comment in each project, with the words of all its versions. */
  const last = new Map<string, { readonly uuid: string; readonly words: string }>()
  /** Deeds that need a message in Slack, which is not there yet. */
  const skipped: Partial<Record<Deed['what'], number>> = {}
  const skip = ({ what }: Deed) => void (skipped[what] = (skipped[what] ?? 0) + 1)

  const comment = async ({ installation, project, n }: Deed) => {
    const word = wordOf('comment', n)
    watch.begin('comment → message', word)
    const uuid = await tracker.comment(installation, project, `${word} The firewall change is approved.`)
    last.set(`${installation} ${project}`, { uuid, words: word })
  }
  const edit = async (deed: Deed) => {
    const key = `${deed.installation} ${deed.project}`
    const before = last.get(key)
    if (!before) return skip(deed)
    const { uuid } = before
    const word = wordOf('edit', deed.n)
    const words = `${word} ${before.words}`
    last.set(key, { uuid, words })
    watch.begin('edit → message', word)
    await tracker.edit(deed.installation, uuid, `${words} The firewall change is approved, after all.`)
  }
  const bulk = async ({ installation, project, n }: Deed) => {
    const of = {
      project_uuid: projectOf(installation, project),
      project_name: `Project ${projectOf(installation, project)}`,
    }
    const task = { uuid: taskOf(installation, project), name: `Task ${taskOf(installation, project)}` }
    for (let at = 0; at < inBulk; at += 1)
      await sender.hook(
        installation,
        envelope('task_updated', { ...of, task: { ...task, assignee_name: `Person ${n} ${at}` } }),
      )
  }
  const reply = async (deed: Deed) => {
    const workspace = slack.of(deed.installation)
    if (!workspace) return skip(deed)
    // Nobody answers before there is a thread.
    for (let waited = 0; workspace.threads.length === 0 && waited < longestWaitMs; waited += 200)
      await sleep(200)
    const thread = workspace.threads[deed.n % Math.max(1, workspace.threads.length)]
    if (!thread) return skip(deed)
    const { channel } = thread
    const [ts, word] = [workspace.stamp(), wordOf('reply', deed.n)]
    watch.begin('reply → comment', word)
    watch.begin('reply → ✅', `${channel} ${ts}`)
    const said = { type: 'message', channel, user: 'U0DANA', text: `${word} Done.`, ts, thread_ts: thread.ts }
    const event = { ...said, channel_type: 'channel', parent_user_id: 'U0BOT' }
    await sender.slack(eventCallback(event, `Ev${deed.n}`, teamOf(deed.installation)), 'application/json')
  }
  const command = async ({ installation, project, n }: Deed) => {
    const key = `respond-${n}`
    watch.begin('command → answer', key)
    const body = new URLSearchParams({
      command: '/onboard',
      text: commands[n % commands.length] ?? 'help',
      channel_id: channelOf(installation, project % channels),
      user_id: 'U0DANA',
      team_id: teamOf(installation),
      trigger_id: randomUUID(),
      response_url: `${slack.apiUrl}${key}`,
    })
    const answer = await sender.slack(body.toString(), form)
    // The answer itself, if it isn't empty. Otherwise it comes to the response URL.
    if (answer) watch.end('command → answer', key)
  }
  const button = async (deed: Deed) => {
    const pressed = slack.of(deed.installation)?.buttons.at(-1)
    if (!pressed) return skip(deed)
    const team = teamOf(deed.installation)
    const payload = {
      type: 'block_actions',
      user: { id: 'U0DANA', team_id: team },
      team: { id: team },
      api_app_id: 'A1',
      trigger_id: randomUUID(),
      response_url: `${slack.apiUrl}respond-${deed.n}`,
      container: { type: 'message', channel_id: pressed.channel, message_ts: pressed.ts },
      channel: { id: pressed.channel, name: 'load' },
      actions: [
        {
          type: 'button',
          action_id: pressed.action,
          block_id: 'b',
          value: pressed.value,
          action_ts: '1.000001',
        },
      ],
    }
    await sender.slack(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), form)
  }
  const deeds = { comment, edit, bulk, reply, command, button }
  return { skipped, perform: (deed: Deed): Promise<void> => deeds[deed.what](deed) }
}
