import type { Channel, Person } from './types.ts'

/** The initial workspace. Its ids are fixed, because tests and links rely on them. */

export const team = { id: 'T0PLAYGRND', name: 'Playground', domain: 'playground' } as const
export const otherTeam = { id: 'T0ACME', name: 'Acme Corp', domain: 'acme' } as const

export const bot = {
  userId: 'U0ONBOARD',
  botId: 'B0ONBOARD',
  appId: 'A0ONBOARD',
  name: 'Onboarding',
  handle: 'onboarding',
} as const

const person = (
  id: string,
  name: string,
  real_name: string,
  email: string,
  title: string,
  color: string,
): Person => ({
  id,
  team_id: team.id,
  name,
  real_name,
  email,
  title,
  color,
  tz: 'Europe/Berlin',
  is_bot: false,
})

export const people: readonly Person[] = [
  person('U0DANA', 'dana', 'Dana Smith', 'dana@vendor.example', 'Implementation lead', '2c6ecb'),
  person('U0LEE', 'lee', 'Lee Wong', 'lee@vendor.example', 'Solutions engineer', '8a4fb3'),
  {
    ...person('U0CASEY', 'casey', 'Casey Jones', 'casey@acme.example', 'Operations, Acme Corp', 'b5541c'),
    team_id: otherTeam.id,
    tz: 'America/New_York',
  },
  { ...person(bot.userId, bot.handle, bot.name, '', '', '1d7a6c'), is_bot: true },
]

const channel = (
  id: string,
  name: string,
  topic: string,
  members: string[],
  is_ext_shared = false,
): Channel => ({
  id,
  name,
  is_im: false,
  topic,
  purpose: topic,
  created: 1_763_000_000,
  is_archived: false,
  is_ext_shared,
  members,
})

const direct = (id: string, user: string): Channel => ({
  ...channel(id, id.toLowerCase(), '', [user, bot.userId]),
  is_im: true,
  user,
})

export const channels: readonly Channel[] = [
  channel('C0ACME', 'acme-onboarding', 'Acme Corp: go-live in December, Dana leads', [
    'U0DANA',
    'U0LEE',
    bot.userId,
  ]),
  channel('C0SHARED', 'acme-shared', 'Shared with Acme Corp', ['U0DANA', 'U0CASEY', bot.userId], true),
  channel('C0GENERAL', 'general', 'Announcements for everyone', ['U0DANA', 'U0LEE', bot.userId]),
  channel('C0GLOBEX', 'globex-onboarding', 'Globex: kick-off next week', ['U0DANA', 'U0LEE', bot.userId]),
  channel('C0RANDOM', 'random', 'Lunch, mostly', ['U0DANA', 'U0LEE']),
  // People of another organization have no direct message with the app.
  direct('D0DANA', 'U0DANA'),
  direct('D0LEE', 'U0LEE'),
]
