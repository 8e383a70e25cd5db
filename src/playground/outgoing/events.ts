import type { Installations } from '../workspace/installations.ts'
import { app, type Team, teams } from '../workspace/teams.ts'
import { type Channel, isShared, type Json } from '../workspace/types.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { pause, type Sender } from './send.ts'

/** Waits before each attempt. Slack retries at once, after a minute, and after five, which is too slow for a demo. */
const waits = [0, 1_000, 10_000, 60_000] as const

export interface Events {
  /**
   * Sends an event to the app if it is in the channel. Returns at once; unsent events survive a restart. However many
   * workspaces have the app in the channel, it gets one event, with one authorization. `team`: for this one only.
   */
  emit(event: Json, channel?: Channel, team?: Team): void
  /** Sends what an earlier run left unsent, with a full set of attempts. */
  resume(): void
}

interface Waiting {
  id: string
  doc: string
}

const authorization = ({ id, bot }: Team): Json => ({
  enterprise_id: null,
  team_id: id,
  user_id: bot.userId,
  is_bot: true,
  is_enterprise_install: false,
})

/** Who may see the event, as a text that the app cannot read, as in Slack. */
const contextFor = (receivers: readonly Team[]): string =>
  Buffer.from(JSON.stringify(receivers.map(({ id }) => id))).toString('base64url')

/** The answer to `apps.event.authorizations.list`. Undefined if the context is not one of ours. */
export const authorizationsIn = (context: string): Json[] | undefined => {
  try {
    const ids = JSON.parse(Buffer.from(context, 'base64url').toString()) as unknown[]
    return teams.filter(({ id }) => ids.includes(id)).map(authorization)
  } catch {
    return undefined
  }
}

/** `to` is the workspace that the app gets the event through, `receivers` are all of them. */
const envelope = (
  workspace: Workspace,
  event: Json,
  channel: Channel | undefined,
  { to, receivers }: { to: Team; receivers: readonly Team[] },
): Json => ({
  token: 'playground',
  team_id: to.id,
  context_team_id: to.id,
  context_enterprise_id: null,
  api_app_id: app.id,
  // The event's own `channel` wins: some events carry more than its id.
  event: { ...(channel && { channel: channel.id }), ...event },
  type: 'event_callback',
  event_id: workspace.stamps.id('Ev'),
  event_time: Math.floor(workspace.now() / 1_000),
  authorizations: [authorization(to)],
  is_ext_shared_channel: channel !== undefined && isShared(channel),
  event_context: contextFor(receivers),
})

/** The author's workspace, as Slack's events carry it. A Slack Connect channel has more of it. */
export const teamFields = (team: string, channel: Channel): Json =>
  isShared(channel) ? { team, user_team: team, source_team: team } : { team }

export const createEvents = (
  workspace: Workspace,
  installations: Installations,
  sender: Sender,
  signal: AbortSignal,
  retryWaits: readonly number[] = waits,
): Events => {
  const { database } = workspace

  const deliver = async ({ id, doc }: Waiting) => {
    let reason = ''
    for (const [attempt, ms] of retryWaits.entries()) {
      if (ms > 0 && !(await pause(ms, signal))) return
      const retry: Record<string, string> =
        attempt === 0 ? {} : { 'x-slack-retry-num': String(attempt), 'x-slack-retry-reason': reason }
      const sent = await sender.json(JSON.parse(doc) as Json, retry)
      if (signal.aborted) return
      if (sent.ok) break
      reason = sent.reason
    }
    database.run('delete from unsent where id = ?', id)
  }

  const receiversOf = (channel: Channel | undefined, only: Team | undefined): Team[] =>
    teams.filter(
      (team) =>
        (only ?? team) === team &&
        installations.of(team) !== undefined &&
        (channel === undefined || channel.members.includes(team.bot.userId)),
    )

  /** Slack names any of the authorizations. Here it is the author's, so that tests know which. */
  const authorsOwn = ({ team, user }: Json, receivers: readonly Team[]) => {
    const author = team ?? workspace.person(String(user))?.team_id
    return receivers.find(({ id }) => id === author) ?? receivers[0]
  }

  return {
    emit: (event, channel, only) => {
      const receivers = receiversOf(channel, only)
      const to = authorsOwn(event, receivers)
      if (!to) return
      const body = envelope(workspace, event, channel, { to, receivers })
      const waiting = { id: String(body['event_id']), doc: JSON.stringify(body) }
      database.run('insert into unsent values (?, ?)', waiting.id, waiting.doc)
      void deliver(waiting)
    },
    resume: () => {
      for (const waiting of database.all<Waiting>('select id, doc from unsent order by rowid'))
        void deliver(waiting)
    },
  }
}
