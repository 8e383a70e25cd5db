import { isEventName } from '../../../../contract/event.ts'
import { actions } from '../../../kit/ids.ts'
import { bold, line, message, type Message, name, note, when, say } from '../../../kit/message.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { type MuteFacts, mutedLine } from '../../../audience/messages/paused.ts'
import { resumeButton } from '../../../answers/messages/try-again.ts'
import { eventRows } from '../../../kit/setting-rows.ts'
import { count, unstopped } from '../../../kit/text.ts'

/** In ms or ISO 8601. */
type Instant = number | string

interface FailureFacts {
  what: 'message' | 'comment' | 'event' | 'job'
  cause: string
  count: number
  latestAt: Instant
}

interface StatusFacts {
  /** The last tracker event for this channel. Undefined before the first one. */
  lastEventAt?: Instant | undefined
  /** From the event's arrival to this channel's last message, in ms. */
  lagMs?: number | undefined
  /** Work waiting in the whole bot. */
  waiting: { events: number; messages: number; comments: number; oldestMs: number }
  failures: readonly FailureFacts[]
  paused: number
  /** What this channel's settings suppressed in the last day, by reason. */
  leftOut?: readonly { reason: string; count: number }[] | undefined
  mute?: MuteFacts | undefined
  reasons: readonly string[]
  usage?: { used: number; quota: number } | undefined
  /** Set while the tracker's quota is used up. `turns`: the day it resets, in words. */
  stopped?: { since: Instant; turns: string; canResume: boolean } | undefined
}

const duration = (ms: number): string =>
  ms < 1_000
    ? `${Math.round(ms)} ms`
    : ms < 120_000
      ? `${(ms / 1_000).toFixed(1)} s`
      : `${Math.round(ms / 60_000)} min`

const queue = ({ waiting: { events, messages, comments, oldestMs } }: StatusFacts) =>
  events + messages + comments === 0
    ? 'Nothing is waiting.'
    : `Waiting: ${count(events, 'event')}, ${count(messages, 'message')}, ${count(comments, 'comment')}; the oldest for ${duration(oldestMs)}.`

const failure = ({ what, cause, count: many, latestAt }: FailureFacts) =>
  say`${bold(count(many, what))}${name(` failed: ${unstopped(cause)}; last `)}${when(latestAt)}`

export const notWorking = (reasons: readonly string[]) =>
  reasons.map((reason) => line(name(`Not working: ${reason}.`)))

const reasonsShown = 5

const leftOutLine = ({ reason, count: many }: { reason: string; count: number }) =>
  line(name(`In the last day ${count(many, 'message')} ${many === 1 ? 'was' : 'were'} ${reason}.`))

const stopped = ({ since, turns, canResume }: NonNullable<StatusFacts['stopped']>) => [
  say`Stopped by the tracker’s monthly quota since ${when(since)}. Everything waits in order until ${turns} (UTC).`,
  canResume ? resumeButton() : 'A workspace admin can resume sooner, once the quota has been raised.',
]

export const status = (facts: StatusFacts): Message => {
  const { stopped: forQuota, usage, lagMs } = facts
  const lag = lagMs !== undefined && `, posted ${duration(lagMs)} after it arrived`
  return message(
    ...(facts.reasons.length === 0 && !forQuota
      ? ['Everything the app needs is working.']
      : notWorking(facts.reasons)),
    ...(forQuota ? stopped(forQuota) : []),
    facts.lastEventAt === undefined
      ? 'No event has arrived for this channel yet.'
      : say`Last event ${when(facts.lastEventAt)}${lag}.`,
    queue(facts),
    facts.paused > 0 && `${count(facts.paused, 'subscription')} paused: see /onboard subscriptions.`,
    mutedLine(facts.mute),
    ...(facts.leftOut ?? []).slice(0, reasonsShown).map(leftOutLine),
    ...facts.failures.map(failure),
    facts.failures.length > 0 &&
      buttons(
        button(actions.retryFailed, 'Retry', { value: 'channel' }),
        button(actions.skipFailed, 'Skip', { value: 'channel' }),
      ),
    usage &&
      note(
        `API calls this month: ${usage.used.toLocaleString('en-US')} of ${usage.quota.toLocaleString('en-US')}.`,
      ),
  )
}

interface SettledFacts {
  done: 'retried' | 'skipped'
  count: number
  /** Comments that may be in the tracker, so that only their authors may send them again. */
  unconfirmed?: number
}

export const failuresSettled = ({ done, count: settled, unconfirmed = 0 }: SettledFacts): Message => {
  if (settled + unconfirmed === 0)
    return message('There’s nothing left to do here: somebody else already did it.')
  const failures = count(settled, 'failure')
  return message(
    done === 'retried'
      ? settled > 0 && `${failures} retried. See the result in /onboard status.`
      : `${failures} skipped. They stay on record and aren’t shown again.`,
    unconfirmed > 0 &&
      `${count(unconfirmed, 'comment')} may be in the tracker already. Only the author can check and send it again.`,
  )
}

interface WhyFacts {
  /** Such as `comment_new`. Undefined for a message without an event. */
  eventName?: string | undefined
  /** Why the message was posted, if no event caused it. */
  unannounced?: string | undefined
  receivedAt?: Instant | undefined
  postedAt?: Instant | undefined
  /** Undefined for a message of another version of the app. */
  verified?: string | undefined
  /** This channel's subscriptions that cause the message, in words. */
  subscriptions: readonly string[]
  /** The last one. */
  change?: { eventName: string; at: Instant | null } | undefined
  /** What this channel's settings suppressed in the same thread, newest first. */
  leftOut?: readonly { eventName: string; at: Instant; reason: string | null }[] | undefined
}

const mostNamed = 10

const named = (labels: readonly string[]): string => {
  const more = labels.length - mostNamed
  return `${labels.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** An event of another version of the app is a change. */
const event = (eventName: string): string => (isEventName(eventName) ? eventRows[eventName].one : 'a change')

const cause = ({ eventName, unannounced, receivedAt }: WhyFacts) => {
  if (eventName === undefined) return unannounced ?? ''
  const received = receivedAt === undefined ? [] : [', received ', when(receivedAt)]
  return say`The tracker announced ${event(eventName)}${received}.`
}

export const why = (facts: WhyFacts): Message =>
  message(
    cause(facts),
    facts.verified !== undefined && line(name(`Verified: ${facts.verified}`)),
    facts.eventName !== undefined &&
      (facts.subscriptions.length === 0
        ? 'No subscription of this channel covers it anymore.'
        : line(name(`This channel gets it through its subscription to ${named(facts.subscriptions)}.`))),
    facts.postedAt !== undefined && say`Posted ${when(facts.postedAt)}.`,
    facts.change && say`Last changed by ${event(facts.change.eventName)}, ${when(facts.change.at ?? '')}.`,
    ...(facts.leftOut ?? []).map(({ eventName, at, reason }) =>
      line('In the same thread, ', event(eventName), ' (', when(at), name(`) was ${reason ?? 'left out'}.`)),
    ),
  )
