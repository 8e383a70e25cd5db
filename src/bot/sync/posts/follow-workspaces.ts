import { allSubscriptions, resumeChannel } from '../../audience/store/subscriptions.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { pauseAndTell } from './pause-channel.ts'

/** Slack's error for a channel of a workspace that an organization-wide app is not in. */
const reason = 'team_access_not_granted'

/** An organization's admin added the app to workspaces, or removed it. Slack doesn't say which channels these have. */
export const workspacesChanged = async (deps: BotDeps): Promise<void> => {
  deps.slack.forgetWorkspaces()
  await deps.database.transaction(async (tx) => {
    const channels = new Set((await allSubscriptions(tx.sql)).map(({ channel }) => channel))
    const jobs = [...channels].map(
      (channel) => ({ kind: 'workspaces', lane: channel, payload: { channel } }) as const,
    )
    await deps.lanes.enqueue(tx, jobs)
  })
}

/** The app is in the channel again: what was paused because of its workspace goes on. */
export const isBack = (deps: BotDeps, channel: string): Promise<boolean> =>
  resumeChannel(deps.database.sql, channel, reason)

/** Lane `workspaces`, one a channel. */
export const followWorkspaces = async (
  deps: BotDeps,
  { payload: { channel } }: BotJob<'workspaces'>,
): Promise<void> => {
  deps.slack.forgetChannel(channel)
  const { member } = await deps.slack.channel(channel)
  if (member) await isBack(deps, channel)
  else await deps.database.transaction((tx) => pauseAndTell(deps, tx, channel, reason))
}
