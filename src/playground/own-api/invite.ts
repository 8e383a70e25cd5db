import { app, teamById } from '../workspace/teams.ts'
import { join } from '../workspace/membership.ts'
import { type Channel, type Person, teamIdsOf } from '../workspace/types.ts'
import type { OwnContext } from './context.ts'

/** The app has the same name in every workspace. */
const isNamed = ({ name: own, is_bot, team_id }: Person, wanted: string, by: Person) =>
  own === wanted && (!is_bot || team_id === by.team_id)

/** People of the companies in the channel, and the app where it is installed. */
const mayBeIn = ({ installations }: OwnContext, channel: Channel, who: Person): boolean => {
  const team = teamById(who.team_id)
  if (who.is_bot && (!team || !installations.of(team))) return false
  return teamIdsOf(channel).includes(who.team_id)
}

/** The person or app with this name or id, if they can join or leave the channel. */
export const candidate = (
  context: OwnContext,
  channel: Channel,
  wanted: string,
  by: Person,
): Person | undefined => {
  const who = context.workspace.people().find((one) => one.id === wanted || isNamed(one, wanted, by))
  return who && mayBeIn(context, channel, who) ? who : undefined
}

/** Slack's own `/invite @name`, which the app tells people to type. Returns Slackbot's words if nobody joins. */
export const invite = (
  context: OwnContext,
  by: Person,
  channel: Channel,
  words: string,
): string | undefined => {
  const name = words.trim().replace(/^@/, '').toLowerCase()
  const who = channel.is_im ? undefined : candidate(context, channel, name, by)
  if (!who)
    return `\`/invite\` takes the name of somebody who can join this channel, such as \`/invite @${app.name}\`.`
  if (channel.members.includes(who.id)) return `<@${who.id}> is already in this channel.`
  join(context, channel, who.id, by.id)
  return undefined
}
