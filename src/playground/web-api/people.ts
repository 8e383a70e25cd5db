import { botProfile, presentPerson } from '../workspace/present.ts'
import { bot, team } from '../workspace/seed.ts'
import { findPerson, type Method } from './context.ts'
import { page } from './page.ts'
import { refuse } from './refusal.ts'

const list: Method = (context, args) => {
  const { items, next } = page(context.workspace.people(), args, 100, 1_000)
  return {
    members: items.map((one) => presentPerson(one, context.origin())),
    cache_ts: Math.floor(context.workspace.now() / 1_000),
    response_metadata: { next_cursor: next },
  }
}

/** As in Slack, finds only members of this workspace. */
const lookupByEmail: Method = (context, args) => {
  const email = args.required('email').toLowerCase()
  const found = context.workspace.people().find((one) => one.team_id === team.id && one.email === email)
  return { user: presentPerson(found ?? refuse('users_not_found'), context.origin()) }
}

export const people: Readonly<Record<string, Method>> = {
  'users.info': (context, args) => ({
    user: presentPerson(findPerson(context, args.text('user')), context.origin()),
  }),
  'users.list': list,
  'users.lookupByEmail': lookupByEmail,
  'auth.test': (context) => ({
    url: `${context.origin()}/`,
    team: team.name,
    user: bot.handle,
    team_id: team.id,
    user_id: bot.userId,
    bot_id: bot.botId,
    is_enterprise_install: false,
  }),
  'api.test': () => ({}),
  'bots.info': (_context, args) =>
    (args.text('bot') ?? bot.botId) === bot.botId ? { bot: botProfile() } : refuse('bot_not_found'),
  'team.info': (context) => ({
    team: {
      id: team.id,
      name: team.name,
      domain: team.domain,
      email_domain: 'vendor.example',
      url: `${context.origin()}/`,
    },
  }),
}
