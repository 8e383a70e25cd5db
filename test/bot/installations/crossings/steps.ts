import fc from 'fast-check'
import { type EventName, eventNames, familyOf } from '../../../../src/contract/event.ts'
import { acme, channels, globex, internal, type Place } from '../../access/two-customers.ts'
import { everyDeed, people } from '../../access/acting.ts'
import type { Kind } from '../../access/attempts.ts'
import { envelope } from '../../support/tracker-events.ts'
import { apiUser, customer, project } from '../../support/stand-in-tracker.ts'
import { commentUuids, isConnected, pick, type Side, sharedOf } from './side.ts'
import { markOf } from './words.ts'
import type { World } from './world.ts'

const standings = ['admin', 'member', 'guest', 'stranger', 'unknown'] as const
const places: readonly Place[] = ['own', 'shared', 'other customer']
const kinds: readonly Kind[] = ['honest', 'altered']
const changes = [
  'channel_rename',
  'member_joined_channel',
  'channel_archive',
  'channel_unarchive',
  'channel_shared',
  'channel_unshared',
  'channel_left',
] as const

const which = fc.nat(1_000)
const step = <Name extends string>(weight: number, is: Name) => ({
  weight,
  arbitrary: fc.record({ is: fc.constant(is), side: fc.nat(99), which, other: which }),
})

/** What happens next, to which installation. */
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
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

/** What happens between two batches, while nothing runs. */
export const pauses = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(1_000, 61_000, 200_000) },
  { weight: 1, arbitrary: fc.constantFrom(4 * 3_600_000, 25 * 3_600_000) },
)

const tasks = [acme.task, acme.task, internal.task, globex.task]
const projectOf = (task: string) => (task === globex.task ? globex.uuid : acme.uuid)

/** The same uuids and times as at every other tracker. */
const eventOf = (side: Side, name: EventName, at: number): object => {
  const { tracker } = side
  const { mark } = tracker
  const task = pick(tasks, at) ?? acme.task
  const inProject = { project_uuid: projectOf(task), project_name: project.name }
  const aboutTask = {
    uuid: task,
    name: `Call ${mark}`,
    status: 'Completed',
    completed_by_name: `Casey ${mark}`,
  }
  const payloads = {
    project: () => ({
      project: { uuid: projectOf(task), name: project.name, completed_by_name: `Dana ${mark}` },
    }),
    task: () => ({ ...inProject, task: aboutTask }),
    subtask: () => ({
      ...inProject,
      parent_task_uuid: task,
      parent_task_name: `Call ${mark}`,
      subtask: {
        uuid: '33333333-3333-4333-8333-333333333333',
        name: `Choose ${mark}`,
        status_name: 'Completed',
        action_response: `Answer ${mark}`,
      },
    }),
    module: () => ({
      ...inProject,
      module: { uuid: 'm1', name: `Kickoff ${mark}`, completion_progress: at % 2 ? '100' : '40' },
    }),
    comment: () => ({ comment: commentOf(side, at) }),
  }
  tracker.events += 1
  const stamp = { timestamp: new Date(1_763_700_000_000 + tracker.events * 1_000).toISOString() }
  if (name === 'project_invitation') {
    const person = { uuid: 'u9', full_name: `Robin ${mark}`, email_address: 'robin@globex.example' }
    return envelope(name, { ...inProject, project: payloads.project().project, invited_user: person }, stamp)
  }
  return envelope(name, payloads[familyOf(name)](), { object_name: mark, ...stamp })
}

/** One of a few comments, as it is now. Some were made through the API. */
const commentOf = ({ tracker }: Side, at: number) => {
  const uuid = pick(commentUuids, at) ?? acme.comment
  const known = tracker.comments.get(uuid)
  if (known) return { ...known }
  const task = pick(tasks, at) ?? acme.task
  return tracker.addComment({
    uuid,
    message_plain: `${'All is well. '.repeat(at % 5 === 0 ? 400 : 1)}${tracker.mark}`,
    created_by_name: `Casey ${tracker.mark}`,
    created_by_uuid: at % 7 === 0 ? apiUser : customer,
    associated_object_uuid: task,
    parent_object_uuid: projectOf(task),
    replied_to_comment_uuid: at % 3 === 0 ? acme.comment : null,
  })
}

const nameOf = (at: number): EventName => pick(eventNames, at) ?? 'comment_new'

/** A message of the app in one of the side's channels, and where. */
const rootIn = (side: Side, world: World, at: number) => {
  const all = [...side.slack.messages, ...(isConnected(side.n) ? world.connect.messages : [])]
  return pick(
    all.filter(({ thread_ts: thread, channel }) => thread === undefined && channel.startsWith('C')),
    at,
  )
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
  const text =
    root.channel === channels.shared
      ? `Yes, replyto${ownerOf(world, side, root).tracker.n}x`
      : `Yes, ${markOf('slack', side.n)}`
  const message = {
    channel: root.channel,
    user:
      pick(
        standings.map((one) => people[one].id),
        other,
      ) ?? 'U0DANA',
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
    : { subtype: 'message_changed', message: { ...said, text: `${said.text} again ${other}` } }
  return side.slackEvent({ type: 'message', channel, ts: said.ts, ...event })
}

const cardDeleted = async (side: Side, world: World, { which: at }: Step) => {
  const card = rootIn(side, world, at)
  if (!card || card.channel === channels.shared) return undefined
  const gone = { subtype: 'message_deleted', deleted_ts: card.ts, ts: card.ts }
  const before = { ...card, bot_id: side.slack.bot, user: 'U0BOT' }
  return side.slackEvent({ type: 'message', channel: card.channel, ...gone, previous_message: before })
}

const deed = async (side: Side, world: World, { which: at, other }: Step) => {
  const standing = pick(standings, Math.floor(other / 6)) ?? 'admin'
  const place = pick(places, other) ?? 'own'
  const kind = pick(kinds, Math.floor(other / 3)) ?? 'honest'
  const deeds = everyDeed(side, {
    standing: other % 2 ? 'admin' : standing,
    place,
    kind,
    responseUrl: world.respondAt(side.n),
    answers: [],
  })
  await pick(deeds, at)?.act()
}

const channelChanges = (side: Side, { which: at, other }: Step) => {
  const type = pick(changes, at) ?? 'channel_rename'
  const channel = pick([channels.own, sharedOf(side.n), channels['other customer']], other) ?? channels.own
  const is = type === 'channel_rename' ? { id: channel, name: markOf('slack', side.n) } : channel
  return side.slackEvent({ type, channel: is, user: 'U0LEE', event_ts: '1763700001.000100' })
}

export const take = async (world: World, step: Step): Promise<void> => {
  const side = pick(world.sides, step.side)
  if (!side) return
  const { hookSecret } = side.tracker.account
  switch (step.is) {
    case 'tracker event':
      await world.hook(hookSecret, eventOf(side, nameOf(step.which), step.other))
      return
    case 'new comment':
      side.tracker.comments.delete(pick(commentUuids, step.which) ?? '')
      await world.hook(hookSecret, eventOf(side, 'comment_new', step.which))
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
      await channelChanges(side, step)
      return
    default:
      await world.subscribe(side.n)
  }
}
