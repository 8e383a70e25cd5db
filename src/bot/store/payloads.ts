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

/** What a job of each kind carries. A job whose stored payload does not parse is set aside. */
export const payloads = {
  /** Cards of a project, or of a task, say what is so now. */
  card: z.union([z.object({ project: text }), z.object({ task: text })]),
  /** Makes the project's channel, or invites customers to it. */
  channel: z.object({
    project: text,
    invite: z.object({ emails: z.array(text), by: text }).optional(),
  }),
  create: row('request'),
  digest: z.object({ channel: text, due: id }),
  event: row('inbox'),
  home: z.object({ user: text }),
  'hook-subscription': z.object({
    event: z.custom<EventName>((name) => isEventName(String(name))),
    /** The tracker account. Missing in jobs from before there were several. */
    tracker: id.default(1),
  }),
  'unsure-reply': unsureReplySchema,
  /** Stores a project's tasks and comments as the tracker lists them. */
  listing: z.object({ project: text }),
  mention: mentionSchema,
  /** `person`: a tracker user's uuid or email address. Missing in the job that finds everybody. */
  mentioned: z.object({ comment: text, person: text.optional() }),
  /** What an author wrote to a person after the first mention. */
  mentions: z.object({ user: text, author: text }),
  'your-day': z.object({ user: text, due: id }),
  notify: z.object({ channel: text, ts: text, notice: noticeSchema, ...looking }),
  'missed-replies': z.object({ channel: text, since: z.number(), at: missedSchema.optional() }),
  post: row('post').extend(looking),
  /** Admins hear that a budget is used up: the tracker's for the month, or ours for the day. */
  quota: z.union([z.object({ month: text }), z.object({ day: text })]),
  reaction: z.object({ op: z.enum(['add', 'remove']) }),
  /** `only`: after a gap, comments can't wait for the night. */
  reconcile: z.object({ day: text, only: z.literal('comments').optional() }),
  reply: row('reply'),
  retention: z.object({ day: text }),
  /** Version 1.0.0 stored no reason. */
  workspaces: z.object({ channel: text, reason: text.default('team_access_not_granted') }),
}

export type JobKind = keyof typeof payloads
export const jobKinds = Object.keys(payloads) as readonly JobKind[]
export type Payload<K extends JobKind> = z.infer<(typeof payloads)[K]>
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
