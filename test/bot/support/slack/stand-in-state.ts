import type { SlackCall } from './slack-door.ts'

interface Options {
  /** The first message's time, in ms. */
  startsAt: number
  /** Messages bear the real time. Otherwise each is a microsecond after the last. */
  isOnTime: boolean
}

/** When messages are posted, as Slack writes it: `1763700000.000001`. */
export const messageTimes = ({ startsAt, isOnTime }: Options) => {
  let clock = startsAt * 1_000
  return {
    stamp: () => {
      clock = Math.max(clock + 1, isOnTime ? Date.now() * 1_000 : 0)
      return `${Math.floor(clock / 1e6)}.${String(clock % 1e6).padStart(6, '0')}`
    },
    /** Time passes in Slack alone. */
    later: (ms: number) => void (clock += ms * 1_000),
  }
}

/** `mark` follows every name, so that one sees whose it is. */
/** Whose people share channels with a workspace. */
export const organizationBeside = (team: string): string => (team === 'T2' ? 'T1' : 'T2')

export const usersOf = (team: string, bot: string, mark: string): Record<string, object> => ({
  U0DANA: {
    id: 'U0DANA',
    team_id: team,
    is_admin: true,
    profile: { real_name: `Dana Smith${mark}`, email: 'dana@vendor.example' },
  },
  U0LEE: {
    id: 'U0LEE',
    team_id: team,
    profile: { real_name: `Lee Wong${mark}`, email: 'lee@vendor.example' },
  },
  U0GUEST: {
    id: 'U0GUEST',
    team_id: team,
    is_restricted: true,
    is_ultra_restricted: true,
    profile: { real_name: `Gil Guest${mark}`, email: 'gil@agency.example' },
  },
  [bot]: { id: bot, team_id: team, is_bot: true, profile: { real_name: 'Onboarding' } },
  U0CASEY: {
    id: 'U0CASEY',
    team_id: organizationBeside(team),
    is_stranger: true,
    profile: { real_name: `Casey Jones${mark}`, email: 'casey@acme.example' },
  },
})

/** The workspace of a token like `xoxb-T2`. */
export const teamOf = (token: unknown) => /xoxb-(T\d+)/.exec(String(token))?.[1]

/** With such a token, the same people are of that workspace. */
export const asSeenBy = (authorization: string | undefined, answer: object): object => {
  const team = teamOf(authorization)
  return team === undefined
    ? answer
    : (JSON.parse(JSON.stringify(answer).replaceAll('"T1"', `"${team}"`)) as object)
}

const onMessage = (calls: readonly SlackCall[], ts: string) =>
  calls
    .filter(({ method, args }) => /^reactions\.(add|remove)$/.test(method) && args['timestamp'] === ts)
    .map(({ method, args }) => ({ isAdded: method === 'reactions.add', name: String(args['name']) }))

/** The reactions that were asked for on a message, each time, without those that were taken back. */
export const reactionsAsked = (calls: readonly SlackCall[], ts: string): string[] => {
  const shown: string[] = []
  for (const { isAdded, name } of onMessage(calls, ts)) {
    if (isAdded) shown.push(name)
    else if (shown.includes(name)) shown.splice(shown.indexOf(name), 1)
  }
  return shown
}

/** Those that are there after these calls. One that is there is not added again. */
export const reactionsThere = (calls: readonly SlackCall[], ts: string): string[] => {
  const shown = new Set<string>()
  for (const { isAdded, name } of onMessage(calls, ts)) {
    if (isAdded) shown.add(name)
    else shown.delete(name)
  }
  return [...shown]
}

interface Made {
  id: string
  name: string
  is_private: boolean
  topic: string
  members: string[]
  /** Addresses with an invitation of Slack Connect. */
  invited: string[]
  archived: boolean
  creator: string
  /** In seconds. */
  created: number
  previous_names: string[]
}

type Args = Record<string, unknown>

/** The channels that an app makes, as Slack keeps them. Each name exists once. */
export const madeChannels = (bot: string) => {
  const made: Made[] = []
  const of = (id: unknown) => made.find((one) => one.id === id)
  const answers: Record<string, (args: Args) => object> = {
    'conversations.create': ({ name, is_private: isPrivate }) => {
      if (made.some((one) => one.name === name)) return { ok: false, error: 'name_taken' }
      const channel: Made = {
        id: `C0NEW${made.length + 1}`,
        name: String(name),
        is_private: isPrivate === 'true',
        topic: '',
        members: [bot],
        invited: [],
        archived: false,
        creator: bot,
        created: Math.floor(Date.now() / 1_000),
        previous_names: [],
      }
      made.push(channel)
      return { channel }
    },
    'conversations.setTopic': ({ channel, topic }) => {
      Object.assign(of(channel) ?? {}, { topic })
      return {}
    },
    'conversations.invite': ({ channel, users }) => {
      const { members = [] } = of(channel) ?? {}
      if (members.includes(String(users))) return { ok: false, error: 'already_in_channel' }
      members.push(String(users))
      return {}
    },
    'conversations.inviteShared': ({ channel, emails }) => {
      of(channel)?.invited.push(...(JSON.parse(String(emails)) as string[]))
      return { invite_id: 'I1' }
    },
    'conversations.archive': ({ channel }) => {
      Object.assign(of(channel) ?? {}, { archived: true })
      return {}
    },
  }
  return {
    made,
    answers,
    /** What `conversations.info` says beside what it says of every channel. */
    facts: (id: unknown): object => {
      const channel = of(id)
      if (!channel) return {}
      const { name, archived, invited } = channel
      return { name, is_archived: archived, is_pending_ext_shared: invited.length > 0 }
    },
  }
}
