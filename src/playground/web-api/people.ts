import { botProfile, presentPerson } from '../workspace/present.ts'
import { app, companies, teamById } from '../workspace/teams.ts'
import { type Json, type Person, teamIdsOf } from '../workspace/types.ts'
import { type CallContext, channelsOf, findPerson, isVisible, type Method } from './context.ts'
import { page } from './page.ts'
import { refuse } from './refusal.ts'

/** As in Slack: of another company, and in no channel that the app is in too. */
const isStranger = (context: CallContext, { id, team_id }: Person): boolean => {
  const { team } = context
  const near = channelsOf(context).filter((one) => one.members.includes(team.bot.userId))
  return team_id !== team.id && !near.some((one) => one.members.includes(id))
}

const shown = (context: CallContext, person: Person): Json => {
  const email = context.scopes.includes('users:read.email') ? person.email : ''
  return presentPerson({ ...person, email }, context.origin(), { stranger: isStranger(context, person) })
}

const list: Method = (context, args) => {
  const visible = context.workspace.people().filter((one) => isVisible(context, one))
  const { items, next } = page(visible, args, 100, 1_000)
  return {
    members: items.map((one) => shown(context, one)),
    cache_ts: Math.floor(context.workspace.now() / 1_000),
    response_metadata: { next_cursor: next },
  }
}

/** As in Slack, finds only members of this workspace. */
const lookupByEmail: Method = (context, args) => {
  const email = args.required('email').toLowerCase()
  const found = context.workspace
    .people()
    .find((one) => one.team_id === context.team.id && one.email === email)
  return { user: shown(context, found ?? refuse('users_not_found')) }
}

export const people: Readonly<Record<string, Method>> = {
  'users.info': (context, args) => ({ user: shown(context, findPerson(context, args.text('user'))) }),
  'users.list': list,
  'users.lookupByEmail': lookupByEmail,
  'auth.test': ({ team, origin }) => ({
    url: `${origin()}/`,
    team: team.name,
    user: app.handle,
    team_id: team.id,
    user_id: team.bot.userId,
    bot_id: team.bot.botId,
    is_enterprise_install: false,
  }),
  'bots.info': ({ team }, args) =>
    (args.text('bot') ?? team.bot.botId) === team.bot.botId
      ? { bot: botProfile(team) }
      : refuse('bot_not_found'),
  /** Another company is shown only if it shares a channel with this workspace. */
  'team.info': ({ team, origin, workspace }, args) => {
    const id = args.text('team') ?? team.id
    const isKnown =
      id === team.id ||
      workspace.channels().some((one) => [team.id, id].every((each) => teamIdsOf(one).includes(each)))
    const company = isKnown ? companies.find((one) => one.id === id) : undefined
    if (!company) return refuse('team_not_found')
    return {
      team: {
        id: company.id,
        name: company.name,
        domain: company.domain,
        email_domain: teamById(company.id)?.emailDomain ?? '',
        url: `${origin()}/`,
      },
    }
  },
}
