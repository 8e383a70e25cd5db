import { acme, app, type Company, home, partners, type Team } from './teams.ts'
import type { Channel, Person } from './types.ts'

/** The initial workspaces. Their ids are fixed, because tests and links rely on them. */

const person = (
  { id: team_id }: Company,
  id: string,
  name: string,
  real_name: string,
  email: string,
  title: string,
  color: string,
): Person => ({
  id,
  team_id,
  name,
  real_name,
  email,
  title,
  color,
  tz: 'Europe/Berlin',
  is_bot: false,
})

const botOf = (team: Team): Person => ({
  ...person(team, team.bot.userId, app.handle, app.name, '', '', '1d7a6c'),
  is_bot: true,
})

export const people: readonly Person[] = [
  person(home, 'U0DANA', 'dana', 'Dana Smith', 'dana@vendor.example', 'Implementation lead', '2c6ecb'),
  person(home, 'U0LEE', 'lee', 'Lee Wong', 'lee@vendor.example', 'Solutions engineer', '8a4fb3'),
  {
    ...person(
      acme,
      'U0CASEY',
      'casey',
      'Casey Jones',
      'casey@acme.example',
      'Operations, Acme Corp',
      'b5541c',
    ),
    tz: 'America/New_York',
  },
  botOf(home),
  person(partners, 'U0NADIA', 'nadia', 'Nadia Haddad', 'nadia@partners.example', 'Partner lead', '0f766e'),
  person(partners, 'U0OMAR', 'omar', 'Omar Reyes', 'omar@partners.example', 'Partner engineer', '9d3f6f'),
  botOf(partners),
]

const channel = (
  { id: team_id }: Company,
  id: string,
  name: string,
  topic: string,
  members: string[],
  connected_team_ids: string[] = [],
): Channel => ({
  id,
  name,
  is_im: false,
  team_id,
  topic,
  purpose: topic,
  created: 1_763_000_000,
  is_archived: false,
  connected_team_ids,
  members,
})

/** A direct message with the app. People of another company have none. */
const direct = (team: Team, id: string, user: string): Channel => ({
  ...channel(team, id, id.toLowerCase(), '', [user, team.bot.userId]),
  is_im: true,
  user,
})

const atHome = (id: string, name: string, topic: string, ...others: string[]) =>
  channel(home, id, name, topic, ['U0DANA', 'U0LEE', ...others])

const atPartners = (id: string, name: string, topic: string) =>
  channel(partners, id, name, topic, ['U0NADIA', 'U0OMAR'])

export const channels: readonly Channel[] = [
  atHome('C0ACME', 'acme-onboarding', 'Acme Corp: go-live in December, Dana leads', home.bot.userId),
  channel(
    home,
    'C0SHARED',
    'acme-shared',
    'Shared with Acme Corp',
    ['U0DANA', 'U0CASEY', home.bot.userId],
    [acme.id],
  ),
  atHome('C0GENERAL', 'general', 'Announcements for everyone', home.bot.userId),
  atHome('C0GLOBEX', 'globex-onboarding', 'Globex: kick-off next week', home.bot.userId),
  atHome('C0RANDOM', 'random', 'Lunch, mostly'),
  // This channel is in both workspaces, with one id.
  channel(
    home,
    'C0PARTNERS',
    'globex-partners',
    'Joint customers, and who does what',
    ['U0DANA', 'U0LEE', 'U0NADIA', 'U0OMAR', home.bot.userId],
    [partners.id],
  ),
  direct(home, 'D0DANA', 'U0DANA'),
  direct(home, 'D0LEE', 'U0LEE'),
  atPartners('C0WINGTIP', 'wingtip-onboarding', 'Wingtip: Nadia leads'),
  atPartners('C0UMBRA', 'umbra-onboarding', 'Umbra Labs: just started'),
  atPartners('C0PGENERAL', 'general', 'Announcements for everyone'),
  direct(partners, 'D0NADIA', 'U0NADIA'),
  direct(partners, 'D0OMAR', 'U0OMAR'),
]
