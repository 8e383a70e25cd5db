import { type PostKind, type FactsOf, isCard, kinds, writeFacts } from '../kinds/kinds.ts'
import type { AwaitedBy } from '../kinds/form.ts'
import type { ChannelPolicy } from '../../store/project-channels.ts'
import { count } from '../../kit/text.ts'
import type { Note } from '../../store/notes.ts'
import { type EventOf, type TrackerEvent, familyOf } from '../../../contract/event.ts'
import {
  type NewPost,
  type PostRow,
  type PostOfJob,
  addPosts,
  changePost,
  lateTurn,
  postJob,
  postOf,
  refreshCard,
} from '../store/posts.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { NewBotJob } from '../../store/payloads.ts'

export interface WantedPostOf<K extends PostKind> {
  channel: string
  kind: K
  objectUuid: string
  /** The thread's root. */
  on?: { kind: PostKind; uuid: string } | undefined
  facts: FactsOf<K>
  /** A customer's words, or a mention. No mute holds it back. */
  words?: true | undefined
  /** Changes a post that exists, and makes none. */
  change?: true
  /** Who to notify once this message is posted. */
  tell?: AwaitedBy | undefined
  /** Only stored. Posted when the first message needs it as a root. */
  whenNeeded?: true | undefined
  /** About the project, even if the event was about something else. */
  ofProject?: true
  /** One of many comments of its author. It waits for its turn behind other messages of the channel. */
  isLate?: true
  /** Why the channel's settings leave the message out. It is stored as `skipped`, and not posted. */
  leftOut?: string
}

/** A message that should be. It becomes a post in the event's transaction. */
export type WantedPost = { [K in PostKind]: WantedPostOf<K> }[PostKind]

/** The task whose cards may quote another comment now. */
export interface Requoted {
  task: string
  atOnce?: true
  /** The comment that was deleted. */
  deleted?: string
}

/** The result of an event: everything to store, in one transaction. */
export interface Decision {
  state: 'handled' | 'dropped'
  outcome: string
  posts: readonly WantedPost[]
  notes?: readonly Note[]
  /** The comment whose mentioned people are to be notified. */
  mentioned?: string | undefined
  requoted?: Requoted | undefined
  /** The project got many comments within a minute, so those of one author may have to be counted. */
  isCrowded?: boolean
  /** What the channels' filters check. By default the event's own project or module. */
  subject?: Subject
  /** The tracker's record doesn't say what the event says. */
  unverified?: true
  /** The tracker's record is older than the event: it says what was before. */
  behind?: boolean
  /** Channel policies that were already read. */
  policies?: readonly ChannelPolicy[]
}

type More = Omit<Decision, 'state' | 'outcome' | 'posts' | 'unverified'>

export const dropped = (outcome: string, more: More = {}): Decision => ({
  state: 'dropped',
  outcome,
  posts: [],
  ...more,
})

export const unverified = (why: string, more: More = {}): Decision => ({
  ...dropped(`not verified: ${why}`, more),
  unverified: true,
})

export const handled = (posts: readonly WantedPost[], more: More = {}): Decision => {
  const channels = new Set<string>()
  for (const { channel } of posts) channels.add(channel)
  const outcome = channels.size === 0 ? 'no channel receives it' : `for ${count(channels.size, 'channel')}`
  return { state: 'handled', outcome, posts, ...more }
}

/** What filters check. Unknown values are undefined and match no list. */
export interface Subject {
  about: 'project' | 'module' | 'task'
  module?: string | undefined
  internal?: boolean | undefined
}

/** The subject of events whose handler sets none: a project or a module. */
export const subjectOf = (event: TrackerEvent | undefined): Subject => {
  if (!event || familyOf(event.name) !== 'module') return { about: 'project' }
  return { about: 'module', module: (event as EventOf<'module_updated'>).payload.module.name }
}

/** The event that causes posts. */
export interface EventCause {
  inbox: number
  project: string | null
}

interface Cause {
  inboxId: number | null
  at: number
}

/** Updates a card that is not posted yet. Returns its row if it is to be posted now. */
const refreshedCard = async (tx: Tx, post: WantedPost, cause: Cause): Promise<PostRow | undefined> => {
  const row = await postOf(tx.sql, post)
  if (!row || row.ts !== null) return undefined
  const facts = writeFacts(post.kind, kinds[post.kind].refreshed(row, post.facts))
  const isDue = !post.whenNeeded && post.leftOut === undefined
  await refreshCard(tx.sql, row, facts, isDue ? cause : undefined)
  return isDue ? row : undefined
}

const newPost = ({ instance }: BotDeps, post: WantedPost, { inboxId, at }: Cause): NewPost => {
  const { channel, kind, objectUuid, on, leftOut } = post
  const isLeftOut = leftOut !== undefined
  const openState = post.whenNeeded ? 'kept' : 'waiting'
  return {
    // Also in the message's metadata. Two nodes derive the same: the bot's key, the installation and these three decide.
    uuid: instance.idOf(`${channel} ${kind} ${objectUuid}`),
    channel,
    kind,
    object_uuid: objectUuid,
    on_kind: on?.kind ?? null,
    on_uuid: on?.uuid ?? null,
    facts: writeFacts(kind, post.facts),
    form: JSON.stringify({ tell: post.tell, words: post.words }),
    wanted: 1,
    shown: 0,
    inbox_id: inboxId,
    state: isLeftOut ? 'skipped' : openState,
    error: leftOut ?? null,
    created_at: at,
    settled_at: isLeftOut ? at : null,
  }
}

/** Whether the post's job, or that of the change before, shows this change too. A waiting card needs none. */
const hasJob = ({ state, wanted, shown }: Pick<PostRow, 'state' | 'wanted' | 'shown'>): boolean =>
  (state !== 'posted' && state !== 'sending') || (shown > 0 && wanted - shown > 1)

const changedPost = async (tx: Tx, post: WantedPost, { inboxId }: Cause): Promise<PostOfJob | undefined> => {
  const row = await changePost(tx, post, writeFacts(post.kind, post.facts), inboxId)
  return row && !hasJob(row) ? row : undefined
}

/** Adds what is new and changes what differs; what is equal costs nothing. Returns the jobs that show it. */
export const writePosts = async (
  deps: BotDeps,
  tx: Tx,
  event: EventCause | undefined,
  posts: readonly WantedPost[],
): Promise<NewBotJob[]> => {
  const cause = { inboxId: event?.inbox ?? null, at: deps.now() }
  const jobOf = (row: PostOfJob, { isLate }: WantedPost) =>
    postJob(row, isLate ? lateTurn : (event?.project ?? undefined))
  const rows = new Map<WantedPost, NewPost>()
  for (const post of posts) if (!post.change) rows.set(post, newPost(deps, post, cause))
  const added = await addPosts(tx, [...rows.values()])
  const jobs: NewBotJob[] = []
  for (const [post, row] of rows) {
    const id = added.get(row.uuid)
    if (id !== undefined && row.state === 'waiting') jobs.push(jobOf({ ...row, id }, post))
  }
  for (const post of posts) {
    const newRow = rows.get(post)
    // Of what was there before, only a card gets other facts.
    if (newRow && (added.has(newRow.uuid) || !isCard(post.kind))) continue
    const row = newRow ? await refreshedCard(tx, post, cause) : await changedPost(tx, post, cause)
    if (row) jobs.push(jobOf(row, post))
  }
  return jobs
}

/** Like `writePosts`, for rows that no event asks for. Also queues the jobs. */
export const queuePosts = async (deps: BotDeps, tx: Tx, posts: readonly WantedPost[]): Promise<void> =>
  deps.lanes.enqueue(tx, await writePosts(deps, tx, undefined, posts))
