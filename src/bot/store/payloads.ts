import type { KnownBlock } from '@slack/types'
import { z } from 'zod'
import { type EventName, isEventName } from '../../contract/event.ts'
import type { Job, NewJob, OwnLanes, Turns } from '../../lanes/lanes.ts'
import type { Tx } from './database.ts'

const id = z.int()
const text = z.string()

export const replyFilesSchema = z.array(z.object({ name: z.string(), permalink: z.string().optional() }))

const row = <Name extends string>(name: Name) => z.object({ [name]: id } as Record<Name, typeof id>)

/** How far the search for a message came that may be in Slack. `earlier`: it is not among those since the call. */
const lookSchema = z.object({ earlier: z.boolean(), cursor: text.optional() })
export type LookAt = z.output<typeof lookSchema>
/** A job with it goes on with its search where Slack allowed no more calls. */
const looking = { look: lookSchema.optional() }

const block = z.custom<KnownBlock>((value) => z.looseObject({ type: text }).safeParse(value).success)
const messageSchema = z.object({ text, blocks: z.array(block) })

const noticeSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('ephemeral'), user: text, threadTs: text.optional(), message: messageSchema }),
  /** `orAdmin`: if Slack cannot deliver to this person, tell a workspace admin. */
  z.object({ op: z.literal('direct'), user: text, message: messageSchema, orAdmin: z.boolean().optional() }),
])

/** `parent`: who wrote the thread's root, according to Slack. Missing if the root is known to be ours. */
const unsureReplySchema = z.object({
  channel: text,
  ts: text,
  threadTs: text,
  userId: text,
  text,
  files: replyFilesSchema,
  parent: text.optional(),
  /** Slack repeats the event, so the message may have been changed since. */
  repeated: z.literal(true).optional(),
})

/** How far the search came: through the channel's messages, and the threads that it still has to read. */
const missedSchema = z.object({
  /** The channel's messages are read. */
  isOver: z.boolean(),
  cursor: text.optional(),
  threads: z.array(text),
  /** Of the first thread. */
  repliesCursor: text.optional(),
})
export type MissedAt = z.output<typeof missedSchema>

const mentionSchema = z.object({
  channel: text,
  ts: text,
  threadTs: text.optional(),
  user: text,
  /** The person's workspace. */
  team: text.optional(),
  text,
  files: replyFilesSchema.optional(),
  /** Written in the app's own conversation, where it is answered with a message. */
  direct: z.literal(true).optional(),
  /** The mentioned user. Missing if that is known to be us. */
  to: text.optional(),
  ...looking,
})

const otherCardsSchema = z.object({
  channel: text,
  scope: z.enum(['project', 'account', 'all']),
  target: text,
  accountId: text.optional(),
})

interface JobRow {
  /** What it carries. A job whose stored payload does not parse is set aside. */
  readonly payload: z.ZodType<object>
  /** Its lanes go on at once when the tracker's monthly quota is raised. */
  readonly asksTracker: boolean
  /** Whether the doctor calls it late when it waits. A planned one waits for its hour. */
  readonly isPlanned: boolean
  /** What of it is left 14 days after it was done. Its unique key prevents that the same is done again. */
  readonly keeps: 'nothing' | 'its key'
}

/** Every kind of background job. What each does is in `app/jobs.ts`. */
export const jobRows = {
  /** Cards of a project, or of a task, or those of a subscription's tasks in other channels, say what is so now. */
  card: {
    payload: z.union([
      z.object({ project: text }),
      z.object({ task: text, deleted: text.optional() }),
      otherCardsSchema,
    ]),
    asksTracker: true,
    isPlanned: true,
    keeps: 'nothing',
  },
  /** Makes the project's channel, or invites customers to it. */
  channel: {
    payload: z.object({ project: text, invite: z.object({ emails: z.array(text), by: text }).optional() }),
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  create: {
    payload: row('request'),
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  digest: {
    payload: z.object({ channel: text, due: id }),
    asksTracker: true,
    isPlanned: true,
    keeps: 'nothing',
  },
  event: {
    payload: row('inbox'),
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  home: {
    payload: z.object({ user: text }),
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  /** The keys of those that are done say what is subscribed. */
  'hook-subscription': {
    payload: z.object({
      event: z.custom<EventName>((name) => isEventName(String(name))),
      /** The tracker account. Missing in jobs from before there were several. */
      tracker: id.default(1),
    }),
    asksTracker: true,
    isPlanned: false,
    keeps: 'its key',
  },
  'unsure-reply': {
    payload: unsureReplySchema,
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  /** Stores a project's tasks and comments as the tracker lists them. */
  listing: {
    payload: z.object({ project: text }),
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  mention: {
    payload: mentionSchema,
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  /** `person`: a tracker user's uuid or email address. Missing in the job that finds everybody. */
  mentioned: {
    payload: z.object({ comment: text, person: text.optional() }),
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  /** What an author wrote to a person after the first mention. */
  mentions: {
    payload: z.object({ user: text, author: text }),
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  'your-day': {
    payload: z.object({ user: text, due: id }),
    asksTracker: true,
    isPlanned: true,
    keeps: 'nothing',
  },
  /** Says what a filter that was taken away has left out since then, or a mute that is over by itself, if nobody changed it. */
  'left-out': {
    payload: z.union([
      z.object({ channel: text, filteredSince: id }),
      z.object({ channel: text, mutedUntil: id }),
    ]),
    asksTracker: false,
    isPlanned: true,
    keeps: 'nothing',
  },
  notify: {
    payload: z.object({ channel: text, ts: text, notice: noticeSchema, ...looking }),
    asksTracker: false,
    isPlanned: false,
    keeps: 'its key',
  },
  'missed-replies': {
    payload: z.object({ channel: text, since: z.number(), at: missedSchema.optional() }),
    asksTracker: false,
    isPlanned: false,
    keeps: 'nothing',
  },
  post: {
    payload: row('post').extend(looking),
    asksTracker: false,
    isPlanned: false,
    keeps: 'nothing',
  },
  /** Admins hear that a budget is used up: the tracker's for the month, or ours for the day. */
  quota: {
    payload: z.union([z.object({ month: text }), z.object({ day: text })]),
    asksTracker: false,
    isPlanned: false,
    keeps: 'its key',
  },
  reaction: {
    payload: z.object({ op: z.enum(['add', 'remove']) }),
    asksTracker: false,
    isPlanned: false,
    keeps: 'nothing',
  },
  /** `only`: after a gap, comments can't wait for the night. */
  reconcile: {
    payload: z.object({ day: text, only: z.literal('comments').optional() }),
    asksTracker: true,
    isPlanned: true,
    keeps: 'nothing',
  },
  reply: {
    payload: row('reply'),
    asksTracker: true,
    isPlanned: false,
    keeps: 'nothing',
  },
  retention: {
    payload: z.object({ day: text }),
    asksTracker: false,
    isPlanned: true,
    keeps: 'nothing',
  },
  /** Version 1.0.0 stored no reason. */
  workspaces: {
    payload: z.object({ channel: text, reason: text.default('team_access_not_granted') }),
    asksTracker: false,
    isPlanned: false,
    keeps: 'nothing',
  },
} as const satisfies Record<string, JobRow>

export type JobKind = keyof typeof jobRows
const allKinds = Object.keys(jobRows) as readonly JobKind[]
/** Those whose row says so. */
export const jobKinds = (isOne: (row: JobRow) => boolean = () => true): readonly JobKind[] =>
  allKinds.filter((kind) => isOne(jobRows[kind]))
export type Payload<K extends JobKind> = z.infer<(typeof jobRows)[K]['payload']>
export interface BotJob<K extends JobKind> extends Job<Payload<K>> {
  done(tx: Tx, next?: readonly NewBotJob[]): Promise<void>
}
export type NewBotJob = {
  [K in JobKind]: Omit<NewJob, 'kind' | 'payload' | 'turns'> & {
    readonly kind: K
    readonly payload: Payload<K>
  } & (K extends 'post' ? { readonly turns: Turns } : { readonly turns?: never })
}[JobKind]

export interface BotLanes extends Omit<OwnLanes, 'enqueue'> {
  enqueue(tx: Tx, jobs: readonly NewBotJob[]): Promise<void>
}

const listingSlotMs = 3_600_000

/** At most once an hour for each project, one after another. */
export const listingJob = (project: string, { now }: { now: () => number }): NewBotJob => ({
  kind: 'listing',
  lane: 'all',
  uniqueKey: `${project}@${Math.floor(now() / listingSlotMs)}`,
  payload: { project },
})

/** Refreshes a project's cards soon after an event. The time slot is the key, so that several nodes make one job. */
export const cardJob = (
  project: string,
  { now, cardSlotMs }: { now: () => number; cardSlotMs: number },
): NewBotJob => {
  const runAt = (Math.floor(now() / cardSlotMs) + 1) * cardSlotMs
  return { kind: 'card', lane: project, uniqueKey: `${project}@${runAt}`, payload: { project }, runAt }
}
