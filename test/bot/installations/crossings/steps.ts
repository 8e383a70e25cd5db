import fc from 'fast-check'
import { eventNames } from '../../../../src/contract/event.ts'
import { events as heardEvents } from '../../../../src/bot/doors/slack-events.ts'
import { channels, type Place } from '../../audience/two-customers.ts'
import { everyDeed, people } from '../../audience/acting.ts'
import type { Kind } from '../../audience/attempts.ts'
import type { SlackMessage } from '../../support/slack/stand-in-slack.ts'
import { count } from './counts.ts'
import { commentUuids, isConnected, pick, type Side, sharedOf } from './side.ts'
import { actions, callbacks } from '../../../../src/bot/kit/ids.ts'
import { markOf } from './words.ts'
import type { World } from './world.ts'

const roles = ['admin', 'member', 'guest', 'stranger', 'unknown'] as const
const places: readonly Place[] = ['own', 'shared', 'other customer']
const kinds: readonly Kind[] = ['honest', 'altered']
/** What happens to channels and people. Those of workspaces name no channel. */
const changes = Object.keys(heardEvents).filter((type) =>
  /^(channel_|member_|team_access_|user_change)/.test(type),
)

const which = fc.nat(1_000)
const step = <Name extends string>(weight: number, is: Name) => ({
  weight,
  arbitrary: fc.record({ is: fc.constant(is), side: fc.nat(99), which, other: which }),
})

export const steps = fc.oneof(
  step(30, 'tracker event'),
  step(6, 'new comment'),
  step(22, 'deed'),
  step(16, 'reply'),
  step(4, 'edit'),
  step(4, 'deletion'),
  step(3, 'card deleted'),
  step(4, 'channel changes'),
  step(2, 'receives again'),
)
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

/** What happens between two batches, while nothing runs. */
export const pauses = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(1_000, 61_000, 200_000) },
  { weight: 1, arbitrary: fc.constantFrom(4 * 3_600_000, 25 * 3_600_000) },
)

const isTask = ({ metadata }: SlackMessage) =>
  (metadata?.event_payload as { own_kind?: string } | undefined)?.own_kind === 'task_card'

/** A message of the app in one of the side's channels, and where. Of those that people reply to, most are tasks. */
const rootIn = (side: Side, world: World, at: number) => {
  const all = [...side.slack.messages, ...(isConnected(side.n) ? world.connect.messages : [])]
  const roots = all.filter(
    ({ thread_ts: thread, channel }) => thread === undefined && channel.startsWith('C'),
  )
  const tasks = roots.filter(isTask)
  // The newest ones: after a reinstall, older ones belong to nobody.
  return pick((at % 8 === 0 || tasks.length === 0 ? roots : tasks).slice(-12), Math.floor(at / 8))
}

/** Times of what people write: the same in every workspace, and unlike any other in the shared channel. */
const stamps = new WeakMap<World, number[]>()
const stampIn = (world: World, side: Side, channel: string): string => {
  if (channel === channels.shared) return world.connect.stamp()
  const used = stamps.get(world) ?? []
  stamps.set(world, used)
  const next = (used[side.n] = (used[side.n] ?? 0) + 1)
  return `${1_763_800_000 + next}.000100`
}

interface Written {
  channel: string
  user: string
  text: string
  ts: string
  thread_ts: string
}
const written = new WeakMap<Side, Written[]>()

/** Whose words a thread in the shared channel takes: its root's. */
const ownerOf = (world: World, side: Side, root: { bot_id?: string | undefined }): Side =>
  world.sides.find(({ n, slack }) => isConnected(n) && slack.bot === root.bot_id) ?? side

const reply = async (world: World, side: Side, { which: at, other }: Step) => {
  const root = rootIn(side, world, at)
  if (!root) return undefined
  const isToTask = isTask(root)
  count(world.counts, isToTask ? 'reply to a task' : 'reply to something else')
  const text =
    root.channel === channels.shared
      ? `Yes, replyto${ownerOf(world, side, root).tracker.n}x`
      : `Yes, ${markOf('slack', side.n)}`
  const message = {
    channel: root.channel,
    user: people[(other % 3 ? pick(roles, Math.floor(other / 3)) : undefined) ?? 'member'].id,
    text,
    ts: stampIn(world, side, root.channel),
    thread_ts: root.ts,
  }
  written.set(side, [...(written.get(side) ?? []), message].slice(-20))
  const heard = root.channel === channels.shared ? world.sides.filter(({ n }) => isConnected(n)) : [side]
  for (const { slack } of heard) slack.said.push(message)
  return side.slackEvent({ type: 'message', channel_type: 'channel', ...message })
}

const edit = async (side: Side, { which: at, other }: Step, isGone: boolean) => {
  const said = pick(written.get(side) ?? [], at)
  if (!said) return undefined
  const { channel } = said
  const event = isGone
    ? { subtype: 'message_deleted', deleted_ts: said.ts, previous_message: said }
    : { subtype: 'message_changed', message: { ...said, edited: {}, text: `${said.text} again ${other}` } }
  return side.slackEvent({ type: 'message', channel, ts: said.ts, ...event })
}

const cardDeleted = async (side: Side, world: World, { which: at }: Step) => {
  const card = rootIn(side, world, at)
  if (!card || card.channel === channels.shared) return undefined
  const gone = { subtype: 'message_deleted', deleted_ts: card.ts, ts: card.ts }
  const before = { ...card, bot_id: side.slack.bot, user: 'U0BOT' }
  return side.slackEvent({ type: 'message', channel: card.channel, ...gone, previous_message: before })
}

const deed = async (side: Side, world: World, { other }: Step) => {
  const role = pick(roles, Math.floor(other / 6)) ?? 'admin'
  const place = pick(places, other) ?? 'own'
  const kind = pick(kinds, Math.floor(other / 3)) ?? 'honest'
  const deeds = everyDeed(side, {
    role: other % 2 ? 'admin' : role,
    place,
    kind,
    responseUrl: world.respondAt(side.n),
    answers: [],
  })
  // In turn, so that a story has each of them.
  const deed = pick(deeds, world.turn('deed'))
  count(world.counts, `deed: ${deed?.name}`)
  await deed?.act()
}

const channelChanges = (side: Side, world: World, { other }: Step) => {
  const type = pick(changes, world.turn('change')) ?? 'channel_rename'
  const channel = pick([channels.own, sharedOf(side.n), channels['other customer']], other) ?? channels.own
  const is = type === 'channel_rename' ? { id: channel, name: markOf('slack', side.n) } : channel
  const about = type.startsWith('team_access')
    ? { team_ids: [side.team] }
    : { channel: is, old_channel_id: channel }
  // Subscribed by the side's people after that, unless it is one in three.
  const at = other % 3 === 0 ? world.now() / 1_000 + 1 : 1_763_700_001
  const id = other % 2 ? 'U0LEE' : `U${side.slack.bot.slice(1)}`
  const user = type === 'user_change' ? side.slack.users[id] : id
  return side.slackEvent({ type, ...about, user, event_ts: `${Math.floor(at)}.000100` })
}

export const take = async (world: World, step: Step): Promise<void> => {
  const side = pick(world.sides, step.side)
  if (!side) return
  count(world.counts, `step: ${step.is}`)
  switch (step.is) {
    case 'tracker event':
      await world.tell(side.tracker, pick(eventNames, world.turn('event')) ?? 'comment_new', step.other)
      return
    case 'new comment':
      side.tracker.comments.delete(pick(commentUuids, step.which) ?? '')
      await world.tell(side.tracker, 'comment_new', step.which)
      return
    case 'deed':
      return deed(side, world, step)
    case 'reply':
      await reply(world, side, step)
      return
    case 'edit':
      await edit(side, step, false)
      return
    case 'deletion':
      await edit(side, step, true)
      return
    case 'card deleted':
      await cardDeleted(side, world, step)
      return
    case 'channel changes':
      await channelChanges(side, world, step)
      return
    default:
      await world.subscribe(side.n)
  }
}

const allDeeds = (side: Side) =>
  everyDeed(side, {
    role: 'admin',
    place: 'own',
    kind: 'honest',
    responseUrl: 'http://127.0.0.1:9',
    answers: [],
  })

export const deedNames = (side: Side): string[] => allDeeds(side).map(({ name }) => name)

const asAdmin = (deed: string) => async (side: Side) => {
  await allDeeds(side)
    .find(({ name }) => name === deed)
    ?.act()
}

export const resumeQuota = asAdmin(`button ${actions.resumeQuota}`)
export const createChannel = asAdmin(`dialog ${callbacks.channelDialog}`)
