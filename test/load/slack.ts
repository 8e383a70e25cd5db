import { slackDoor } from '../bot/support/slack-door.ts'
import { answerInTrouble } from '../bot/support/trouble.ts'
import { channelOf, installationOf, teamIn } from '../support/installed-ids.ts'
import { slackTiers } from '../support/slack-tiers.ts'
import { perMinute } from './tier.ts'
import type { Watch } from './watch.ts'
import { wordIn } from './words.ts'

/** Slack doesn't publish how many messages it takes at once in a channel. */
const messagesAtOnce = 5

export interface Button {
  readonly channel: string
  readonly ts: string
  readonly action: string
  readonly value: string
}

type ButtonBlock = { type: 'button'; action_id?: string; value?: string; url?: string }
const isButton = (value: object): value is ButtonBlock => 'type' in value && value.type === 'button'

const buttonsIn = (value: unknown): ButtonBlock[] => {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(buttonsIn)
  return isButton(value) ? [value, ...inner] : inner
}

const workspace = (watch: Watch, channels: readonly string[], refused: Record<string, number>) => {
  const tiers = slackTiers()
  const inChannel = perMinute(60, messagesAtOnce)
  const threads: { readonly channel: string; readonly ts: string }[] = []
  const buttons: Button[] = []
  const members = [
    { id: 'U0BOT', is_bot: true },
    { id: 'U0DANA', name: 'dana', real_name: 'Dana Smith', profile: { real_name: 'Dana Smith' } },
  ]
  let stamps = 1_763_700_000
  const stamp = () => `${(stamps += 1)}.000100`
  const noteButtons = (args: Record<string, unknown>, ts: string) => {
    for (const { action_id: action, value, url } of buttonsIn(args['blocks']))
      if (action && value && url === undefined)
        buttons.push({ channel: String(args['channel']), ts, action, value })
  }
  /** A comment that was edited before it was posted has the words of both. */
  const note = ({ text }: Record<string, unknown>) => {
    for (const word of String(text).match(wordIn) ?? []) {
      watch.end('comment → message', word)
      watch.end('edit → message', word)
    }
  }
  const answers: Record<string, (args: Record<string, unknown>) => object> = {
    'chat.postMessage': (args) => {
      const ts = stamp()
      note(args)
      if (args['thread_ts'] === undefined && String(args['text']).includes('Task '))
        threads.push({ channel: String(args['channel']), ts })
      noteButtons(args, ts)
      return { channel: args['channel'], ts }
    },
    'chat.update': (args) => {
      note(args)
      return { channel: args['channel'], ts: args['ts'] }
    },
    'reactions.add': ({ name, channel, timestamp }) => {
      if (name === 'white_check_mark') watch.end('reply → ✅', `${String(channel)} ${String(timestamp)}`)
      return {}
    },
    'conversations.info': ({ channel }) => ({ channel: { id: channel, name: 'load', is_member: true } }),
    'conversations.members': () => ({ members: members.map(({ id }) => id) }),
    'conversations.history': () => ({ messages: [] }),
    'conversations.replies': () => ({ messages: [] }),
    'users.conversations': () => ({ channels: channels.map((id) => ({ id })) }),
    'users.lookupByEmail': () => ({ ok: false, error: 'users_not_found' }),
  }
  return {
    stamp,
    threads,
    buttons,
    take: (team: string, method: string, args: Record<string, unknown>) => {
      const isPost = method === 'chat.postMessage'
      const wait = isPost ? inChannel(String(args['channel'])) : 0
      const trouble =
        wait > 0
          ? { status: 429, headers: { 'retry-after': String(Math.ceil(wait / 1_000)) } }
          : tiers.next({ method })
      if (trouble) {
        refused[method] = (refused[method] ?? 0) + 1
        return { trouble }
      }
      const ours = members.map((member) => ({ ...member, team_id: team }))
      const own: Record<string, object> = {
        'auth.test': { user_id: 'U0BOT', bot_id: 'B1', team_id: team, team: 'Vendor' },
        'users.list': { members: ours },
        'users.info': { user: ours.find(({ id }) => id === args['user']) ?? ours[1] },
      }
      return { answer: { ok: true, ...(own[method] ?? answers[method]?.(args)) } }
    },
  }
}

/** Slack for all workspaces, with its limits for each method and channel. Answers at once. */
export const slackSide = async (watch: Watch, installations: number, channels: number) => {
  const refused: Record<string, number> = {}
  const workspaces = Array.from({ length: installations }, (_, n) =>
    workspace(
      watch,
      Array.from({ length: channels }, (_, at) => channelOf(n, at)),
      refused,
    ),
  )
  const door = await slackDoor((token) => async ({ method, args }, request, reply) => {
    if (method.startsWith('respond-')) {
      watch.end('command → answer', method)
      return { ok: true }
    }
    const team = teamIn(token)
    const { trouble, answer } = workspaces[installationOf(team)]?.take(team, method, args) ?? {}
    return trouble ? answerInTrouble(trouble, request, reply, () => undefined) : answer
  })
  return { ...door, refused, of: (installation: number) => workspaces[installation] }
}
export type SlackSide = Awaited<ReturnType<typeof slackSide>>
