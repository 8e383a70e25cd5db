import { asTyped } from '../../answers/reference.ts'
import { type Subcommand, withoutWords } from '../../answers/answer.ts'
import { runDoctor, showStatus } from './show-status.ts'
import { isEventName } from '../../../contract/event.ts'
import { byHand } from '../../sync/kinds/kind.ts'
import { kindOf } from '../../sync/kinds/kinds.ts'
import { postAt } from '../../sync/store/posts.ts'
import { inboxRow } from '../../store/inbox.ts'
import { lastChangeOf, leftOutOf } from '../../sync/store/failures.ts'
import { knownProject } from '../../store/known-projects.ts'
import { type Subscription, subscriptionsOf, covers } from '../../store/subscriptions.ts'
import { notOurs } from '../../answers/messages/answers.ts'
import { why as whyMessage } from './messages/status.ts'
import type { Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'

const causingSubscriptions = async (
  deps: Pick<BotDeps, 'database'>,
  subscriptions: readonly Subscription[],
  event: { event_name: string; project_uuid: string | null } | undefined,
) => {
  const [name, uuid] = [event?.event_name ?? '', event?.project_uuid ?? '']
  const stored = await knownProject(deps.database.sql, uuid)
  const project = { uuid, accountName: stored?.accountName, accountId: stored?.accountId }
  const means = (one: Subscription) =>
    // If the project's account is unknown, any account subscription may be the cause.
    (one.scope === 'account' && stored?.accountName === undefined) || covers(one, project)
  return subscriptions.filter((one) => isEventName(name) && one.events.includes(name) && means(one))
}

type MessageLink = { channel: string; ts: string }

/** Works only in the message's own channel. */
const explainMessage = async (deps: BotDeps, { place }: Here, { channel, ts }: MessageLink) => {
  const { sql } = deps.database
  const row = channel === place.channel ? await postAt(sql, channel, ts) : undefined
  if (!row) return { message: notOurs() }
  const event = row.inbox_id === null ? undefined : await inboxRow(sql, row.inbox_id)
  const subscriptions = await subscriptionsOf(sql, row.channel)
  const causes = await causingSubscriptions(deps, subscriptions, event)
  const root = {
    channel: row.channel,
    kind: row.on_kind ?? row.kind,
    objectUuid: row.on_uuid ?? row.object_uuid,
  }
  const of = kindOf(row.kind)?.why
  return {
    message: whyMessage({
      eventName: event?.event_name,
      unannounced: event ? undefined : (of?.unannounced ?? byHand),
      receivedAt: event?.received_at,
      postedAt: row.settled_at ?? undefined,
      verified: of?.verified,
      subscriptions: causes.map(({ label }) => label),
      change: await lastChangeOf(sql, row),
      leftOut: await leftOutOf(sql, root, 5),
    }),
  }
}

const status: Subcommand<object> = {
  name: 'status',
  summary: 'Shows this channel’s health: its last event, what’s waiting, what failed and why, and API usage.',
  usage: 'status',
  isFor: 'admins',
  examples: ['status'],
  right: 'work',
  parse: withoutWords,
  run: showStatus,
}

const doctor: Subcommand<object> = {
  name: 'doctor',
  summary: 'Checks the whole setup and says how to fix what’s wrong. For workspace admins.',
  usage: 'doctor',
  isFor: 'admins',
  examples: ['doctor'],
  right: 'administer',
  startedBy: 'work',
  parse: withoutWords,
  run: runDoctor,
}

/** A message's permalink: `…/archives/C0ACME/p1763702400000100?thread_ts=…`. */
const permalink = /\/archives\/([A-Z0-9]+)\/p(\d{10,})(\d{6})(?:[?#]|$)/

const why: Subcommand<MessageLink> = {
  name: 'why',
  summary: 'Explains a message: what caused it, what was verified, and when it was posted.',
  usage: 'why <message link>',
  isFor: 'admins',
  examples: ['why https://vendor.slack.com/archives/C0ACME/p1763702400000100'],
  right: 'work',
  parse: (text) => {
    const [, channel, seconds, micros] = permalink.exec(asTyped(text).trim()) ?? []
    if (!channel || !seconds || !micros) return { ok: false, problem: 'Which message? Paste its link.' }
    return { ok: true, channel, ts: `${seconds}.${micros}` }
  },
  run: explainMessage,
}

export const statusCommands = { status, doctor, why }
