import { validateAcknowledgement, validateCall } from '../../../support/slack-limits.ts'
import { type SlackCall, slackDoor, type Take } from './slack-door.ts'
import {
  asSeenBy,
  madeChannels,
  messageTimes,
  organizationBeside,
  reactionsAsked,
  reactionsThere,
  teamOf,
  usersOf,
} from './stand-in-state.ts'
import { answerInTrouble, faultsOf } from './trouble.ts'

export type { SlackCall } from './slack-door.ts'
export interface SlackMessage {
  ts: string
  channel: string
  text: string
  blocks?: unknown
  thread_ts?: string
  username?: string
  metadata?: { event_payload: { delivery_id: string } }
  /** Of the app that posted it, where several share a channel. */
  bot_id?: string | undefined
}
/** The replies that Slack told of, by their times, as they are by now. Only who asks for one of them sees it. */
type Told = Map<string, object>
/** A channel that several workspaces see, with one time and one list of messages. */
export interface SharedChannel {
  readonly id: string
  readonly messages: SlackMessage[]
  readonly told: Told
  readonly stamp: () => string
}

interface WorkspaceOptions {
  startsAt?: number
  isOnTime?: boolean
  /** Where Socket Mode connects to. */
  socketUrl?: string | undefined
  team?: string
  /** The app's user there, without its first letter. */
  bot?: string
  /** Follows the names of people and channels. */
  mark?: string
  connect?: SharedChannel | undefined
}

/** A workspace that records every call, keeps messages, and fails as told: by status, or after having done the work. */
export const standInWorkspace = ({
  startsAt = 1_763_700_000_000,
  isOnTime = false,
  socketUrl,
  team = 'T1',
  bot = '0BOT',
  mark = '',
  connect,
}: WorkspaceOptions = {}) => {
  const [botUser, botId] = [`U${bot}`, `B${bot}`]
  const users = usersOf(team, botUser, mark)
  const nameOf = (channel: unknown) => `${String(channel).toLowerCase()}${mark.trimStart()}`
  const own = madeChannels(botUser)
  const calls: SlackCall[] = []
  /** Those of the calls that were carried out, whatever was answered. */
  const done: SlackCall[] = []
  const messages: SlackMessage[] = []
  /** What people said in threads, as Slack tells it to those who ask. */
  const said: { ts: string; thread_ts: string; [field: string]: unknown }[] = []
  const told: Told = new Map()
  const shared = new Set<string>()
  /** The other organizations in a shared channel, if not Acme Corp alone. */
  const organizations = new Map<string, readonly string[]>()
  const guests = new Set<string>()
  /** The channels a person is in. */
  const joined = new Map<string, readonly string[]>()
  const membersOf = (channel: string) => [
    ...[botUser, 'U0DANA', 'U0LEE'].filter((user) => joined.get(user)?.includes(channel) ?? true),
    ...(shared.has(channel) ? ['U0CASEY', ...[...bots.values()].map((other) => `U${other}`)] : []),
    ...(guests.has(channel) ? ['U0GUEST'] : []),
  ]
  const identity = {
    user_id: botUser,
    bot_id: botId,
    user: 'onboarding',
    team_id: team,
    team: `Vendor${mark}`,
  }
  /** Of other workspaces' apps, by their team: the app's user there, without its first letter. */
  const bots = new Map<string, string>()
  const botOf = ({ token }: Record<string, unknown>) => bots.get(teamOf(token) ?? '')
  const { fault, ...faults } = faultsOf(identity)
  const times = messageTimes({ startsAt, isOnTime })

  const answers: Record<string, (args: Record<string, unknown>) => object> = {
    'auth.test': (args) => {
      const other = botOf(args)
      return other === undefined ? identity : { ...identity, user_id: `U${other}`, bot_id: `B${other}` }
    },
    'chat.postMessage': (args) => {
      const { channel } = args
      const shared = sharedAt(channel)
      const ts = (shared?.stamp ?? times.stamp)()
      const other = botOf(args)
      const by = other === undefined ? shared && { bot_id: botId } : { bot_id: `B${other}` }
      const message = { ...args, ts, ...by } as unknown as SlackMessage
      listOf(channel).push(message)
      return { ts, channel }
    },
    'chat.update': (args) => {
      const message = listOf(args['channel']).find(({ ts }) => ts === args['ts'])
      if (!message) return { ok: false, error: 'message_not_found' }
      Object.assign(message, { text: args['text'], blocks: args['blocks'] })
      return { ts: args['ts'] }
    },
    'conversations.info': ({ channel }) => ({
      channel: {
        id: channel,
        name: nameOf(channel),
        is_member: true,
        is_ext_shared: shared.has(String(channel)),
        ...(shared.has(String(channel)) && {
          connected_team_ids: organizations.get(String(channel)) ?? [organizationBeside(team)],
        }),
        ...own.facts(channel),
      },
    }),
    'conversations.members': ({ channel }) => ({ members: membersOf(String(channel)) }),
    'conversations.history': ({ channel }) => ({
      messages: listOf(channel)
        .filter((m) => m.channel === channel && !m.thread_ts)
        .map((root) => {
          const replies = [
            ...inThread(root.ts, listOf(channel)),
            ...said.filter((one) => one.thread_ts === root.ts),
          ]
          const latest = replies
            .map(({ ts }) => ts)
            .sort()
            .at(-1)
          return { bot_id: botId, ...root, ...(latest !== undefined && { latest_reply: latest }) }
        }),
    }),
    'conversations.replies': ({ channel, ts, oldest = 0, latest }) => ({
      messages: [
        ...(latest === oldest
          ? [toldIn(channel).get(`${String(channel)}:${String(latest)}`) ?? []].flat()
          : []),
        ...listOf(channel)
          .filter((m) => m.channel === channel && (m.thread_ts === ts || m.ts === ts))
          .map((ours) => ({ bot_id: botId, ...ours })),
        ...said
          .filter((reply) => reply.thread_ts === ts && Number(reply.ts) >= Number(oldest))
          .map((reply) => ({ ...reply, reactions: reactionsOf(reply.ts) })),
      ],
    }),
    'team.info': ({ team: id }) => ({
      team: { id, name: id === 'T2' ? 'Acme Corp' : id === 'T3' ? 'Initech' : 'Vendor' },
    }),
    'users.info': ({ user }) =>
      users[String(user)] ? { user: users[String(user)] } : { ok: false, error: 'user_not_found' },
    'users.list': () => ({ members: Object.values(users) }),
    // Everybody is in these; a person who is not is not asked about.
    'users.conversations': ({ user }) => ({
      channels:
        user === botUser
          ? own.made
          : [...(joined.get(String(user)) ?? ['C0ACME', 'C0OTHER'])].map((id) => ({ id, name: nameOf(id) })),
    }),
    ...own.answers,
    'users.lookupByEmail': () => ({ ok: false, error: 'users_not_found' }),
    'chat.getPermalink': ({ channel, message_ts: ts }) => ({
      permalink: `https://slack.example/${String(channel)}/${String(ts)}`,
    }),
    'views.open': () => ({ view: { id: 'V1' } }),
    'apps.connections.open': () => ({ url: socketUrl }),
  }

  /** Only there do two workspaces have the same messages. */
  const sharedAt = (channel: unknown) => (connect?.id === channel ? connect : undefined)
  const listOf = (channel: unknown) => sharedAt(channel)?.messages ?? messages
  const toldIn = (channel: unknown) => sharedAt(channel)?.told ?? told
  const inThread = (ts: string | undefined, list = messages) =>
    list.filter((message) => message.thread_ts === ts)
  /** Our reactions on a message, as Slack carried them out. */
  const signs = (ts: string) => reactionsThere(done, ts)
  const reactionsOf = (ts: string) => signs(ts).map((name) => ({ name, users: [botUser], count: 1 }))

  const refused: string[] = []
  /** A call, what a response URL is told, or the body of an acknowledgement. */
  const check = (method: string, said: Record<string, unknown> | string) => {
    try {
      if (typeof said === 'string') validateAcknowledgement(said)
      else validateCall(method, said)
    } catch (error) {
      refused.push((error as Error).message)
    }
  }

  const take: Take = async (call, request, reply) => {
    calls.push(call)
    check(call.method, call.args)
    const trouble = await fault.next?.(call)
    const answer = () => {
      done.push(call)
      return asSeenBy(request.headers.authorization, { ok: true, ...answers[call.method]?.(call.args) })
    }
    trouble?.late?.(() => void answer())
    return trouble ? answerInTrouble(trouble, request, reply, answer) : answer()
  }
  /** What an event says of a message is what Slack shows. */
  const tells = (event: Record<string, unknown>) => {
    const { ts, subtype, deleted_ts: deleted, message, channel } = event
    const changed = (message ?? event) as { ts?: string }
    const told = toldIn(channel)
    if (subtype === 'message_deleted') told.delete(`${String(channel)}:${String(deleted)}`)
    else told.set(`${String(channel)}:${changed.ts ?? String(ts)}`, { ...changed })
  }
  const ephemerals = (user: string) => made('chat.postEphemeral').filter((args) => args['user'] === user)
  const made = (method: string) => calls.filter((call) => call.method === method).map(({ args }) => args)
  return {
    take,
    /** The id by which its messages name the app. */
    bot: botId,
    calls,
    done,
    ...times,
    messages,
    said,
    /** What a call is answered when nothing goes wrong. */
    answer: ({ method, args }: SlackCall) => ({ ok: true, ...answers[method]?.(args) }),
    tells,
    made,
    /** By id. A test changes them, as Slack's admins do. */
    users,
    bots,
    shared,
    organizations,
    guests,
    joined,
    own: own.made,
    fault,
    ...faults,
    thread: (ts: string | undefined) => inThread(ts).map(({ text }) => text),
    roots: (channel: string) =>
      messages.filter((message) => message.channel === channel && !message.thread_ts),
    signs,
    /** As Slack was asked to. */
    reactions: (ts: string) => reactionsAsked(calls, ts),
    ephemerals,
    whispers: (user: string) => ephemerals(user).map(({ text }) => String(text)),
    /** For what is said elsewhere: at response URLs of one's own, in acknowledgements. */
    check,
    refused,
  }
}

export const refuse = (refused: readonly string[]): void => {
  if (refused.length > 0) throw new Error(`Slack would refuse:\n${refused.join('\n')}`)
}

/** The same behind HTTP. What the real one would refuse fails the test at its end. */
export const standInSlack = async (options: WorkspaceOptions = {}) => {
  const workspace = standInWorkspace(options)
  const door = await slackDoor(() => workspace.take)
  return {
    ...workspace,
    apiUrl: door.apiUrl,
    [Symbol.asyncDispose]: async () => {
      await door.close()
      refuse(workspace.refused)
    },
  }
}
export type StandInSlack = Awaited<ReturnType<typeof standInSlack>>
