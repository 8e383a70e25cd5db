import type { KnownBlock } from '@slack/types'
import { z } from 'zod'
import { type EventName, isEventName } from '../contract/event.ts'
import type { Job, Lanes, NewJob } from '../lanes/lanes.ts'
import type { Tx } from './store/database.ts'
import { replyFiles } from './store/replies/replies.ts'

const id = z.int()
const text = z.string()
const row = <Name extends string>(name: Name) => z.object({ [name]: id } as Record<Name, typeof id>)

const block = z.custom<KnownBlock>((value) => z.looseObject({ type: text }).safeParse(value).success)
const message = z.object({ text, blocks: z.array(block) })

/** A small sign for people: a reaction, or words for one person. */
const mark = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['react', 'unreact']), name: text }),
  /** ⏳, unless the reply is over by then. */
  z.object({ op: z.literal('pending'), reply: id }),
  z.object({ op: z.literal('ephemeral'), user: text, threadTs: text.optional(), message }),
  /** `orAdmin`: where Slack takes nothing for this person, an admin of the workspace hears it. */
  z.object({ op: z.literal('direct'), user: text, message, orAdmin: z.boolean().optional() }),
])

const reply = z.object({
  channel: text,
  ts: text,
  threadTs: text,
  userId: text,
  text,
  files: replyFiles,
  /** It may have been sent before the database forgot it. */
  doubt: z.literal('lost').optional(),
})

/** `parent`: whose message roots the thread, as Slack says; missing where it is known to be ours. */
const unsureReply = reply.extend({ parent: text.optional() })

const mention = z.object({
  channel: text,
  ts: text,
  threadTs: text.optional(),
  user: text,
  /** The person's workspace; missing where Slack does not say. */
  team: text.optional(),
  /** What follows the mention. */
  text,
  /** Whom it mentions; missing where that is known to be us. */
  to: text.optional(),
})

/** What a job of each kind carries. A job whose stored payload does not parse is set aside with that reason. */
export const payloads = {
  create: row('request'),
  digest: z.object({ channel: text, due: id }),
  event: row('inbox'),
  home: z.object({ user: text }),
  'hook-subscription': z.object({ event: z.custom<EventName>((name) => isEventName(String(name))) }),
  live: z.object({ channel: text, project: text }),
  'lost-thread': unsureReply,
  /** Signs come first and words last, so that a second attempt says nothing twice. */
  mark: z.object({ channel: text, ts: text, mark: z.union([mark, z.array(mark)]) }),
  mention,
  mentioned: z.object({ comment: text }),
  /** `until`: what was said by then and is not known was taken, and then forgotten. */
  'missed-replies': z.object({ channel: text, since: z.number(), until: z.number().optional() }),
  'pass-on': row('reply'),
  /**
   * A row of the ledger; or what quiet hours held back: `end` when they are over, `rest` for what is behind it; or
   * the look at the channel after a gap, which comes before anything else is said there.
   */
  post: z.union([
    row('delivery'),
    z.object({ release: z.enum(['end', 'rest']) }),
    z.object({ look: z.literal('gap') }),
  ]),
  quiet: z.object({ channel: text }),
  quota: z.object({ month: text }),
  receipt: row('reply'),
  reconcile: z.object({ day: text }),
  reply: row('reply'),
  retention: z.object({ day: text }),
  'set-back': z.object({ since: z.number(), until: z.number() }),
  twin: row('delivery'),
}

export type JobKind = keyof typeof payloads
export const jobKinds = Object.keys(payloads) as readonly JobKind[]
export type Payload<K extends JobKind> = z.infer<(typeof payloads)[K]>
export type BotJob<K extends JobKind> = Job<Payload<K>>
export type NewBotJob = {
  [K in JobKind]: Omit<NewJob, 'kind' | 'payload'> & { readonly kind: K; readonly payload: Payload<K> }
}[JobKind]

export interface BotLanes extends Omit<Lanes, 'enqueue'> {
  /** Puts jobs into their lanes in the caller's transaction, and wakes workers when it is durable. */
  enqueue(tx: Tx, jobs: readonly NewBotJob[]): Promise<void>
}

/** A row of the ledger goes into its channel's lane. */
export const postJob = (channel: string, delivery: number): NewBotJob => ({
  kind: 'post',
  lane: channel,
  payload: { delivery },
})
