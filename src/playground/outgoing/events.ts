import { bot, otherTeam, team } from '../workspace/seed.ts'
import type { Channel, Json } from '../workspace/types.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { pause, type Sender } from './send.ts'

/** Waits before each attempt. Slack retries at once, after a minute, and after five, which is too slow for a demo. */
const waits = [0, 1_000, 10_000, 60_000] as const

export interface Events {
  /** Sends an event to the app, if it is in the channel. Returns at once; unsent events survive a restart. */
  emit(event: Json, channel?: Channel): void
  /** Sends what an earlier run left unsent, with a full set of attempts. */
  resume(): void
}

interface Waiting {
  id: string
  doc: string
}

const envelope = (workspace: Workspace, event: Json, channel: Channel | undefined): Json => ({
  token: 'playground',
  team_id: team.id,
  context_team_id: team.id,
  context_enterprise_id: null,
  api_app_id: bot.appId,
  // Some events carry more about their channel than its id.
  event: { ...(channel && { channel: channel.id }), ...event },
  type: 'event_callback',
  event_id: workspace.stamps.id('Ev'),
  event_time: Math.floor(workspace.now() / 1_000),
  authorizations: [
    {
      enterprise_id: null,
      team_id: team.id,
      user_id: bot.userId,
      is_bot: true,
      is_enterprise_install: false,
    },
  ],
  is_ext_shared_channel: channel?.is_ext_shared ?? false,
  event_context: workspace.stamps.secret(),
})

/** `team` of a message's author, as events from a Slack Connect channel carry it. */
export const teamFields = (author: string): Json => {
  const home = author === 'U0CASEY' ? otherTeam.id : team.id
  return home === team.id ? { team: home } : { team: home, user_team: home, source_team: home }
}

export const createEvents = (
  workspace: Workspace,
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

  return {
    emit: (event, channel) => {
      if (channel && !channel.members.includes(bot.userId)) return
      const body = envelope(workspace, event, channel)
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
