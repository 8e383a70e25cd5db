import type { Message } from '../../kit/message.ts'
import { type Actor, maySteer } from '../../audience/actor.ts'
import { type Route, routeTo } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Channel } from '../../slack/slack.ts'

/** Without the app in it, a channel is not linked. The preview says so. */
export const isLinkable = ({ member, archived }: Channel): boolean => member && !archived

export const routeOf = async (deps: BotDeps, channel: string | undefined): Promise<Route | undefined> =>
  channel !== undefined && isLinkable(await deps.slack.channel(channel)) ? routeTo(deps, channel) : undefined

/**
 * Why this person may not have the project's channel subscribed, if it would be. Asked with the form, at *Create*, and
 * before it happens: until then, the app may come into the channel, and the person may leave it.
 */
export const channelRefused = async (
  deps: BotDeps,
  actor: Actor,
  channel: string | undefined,
): Promise<Message | undefined> => {
  if (channel === undefined || !isLinkable(await deps.slack.channel(channel))) return undefined
  return (await maySteer(deps, actor, channel))?.message
}
