import type { Payload, BotJob } from '../store/payloads.ts'
import type { Tx } from '../store/database.ts'
import { controlsForAll } from '../kit/buttons.ts'
import type { Message } from '../kit/message.ts'
import type { BotDeps } from '../deps/deps.ts'
import { searching } from '../deps/searching.ts'
import { createHash } from 'node:crypto'
import { type Job, RetryLater } from '../../lanes/lanes.ts'
import { isChannelId, type Place } from '../slack/slack.ts'
import { threadEnd, SlackProblem, waitFor } from '../slack/problem.ts'

/** Words for one person, or for a whole channel. */
export type Notice = Payload<'notify'>['notice']

type Lanes = Pick<BotDeps, 'lanes'>

/** Each message has one lane, so that the notices about it come in order. */
export const noticeJob = ({ channel, ts }: Place, notice: Notice) => ({
  kind: 'notify' as const,
  lane: `${channel}:${ts}`,
  payload: { channel, ts, notice },
  trace: 'inherited' as const,
})

/** A notice whose `uniqueKey` was queued before is not queued again. */
export const notify = (deps: Lanes, tx: Tx, at: Place, notice: Notice, uniqueKey?: string): Promise<void> =>
  deps.lanes.enqueue(tx, [{ ...noticeJob(at, notice), ...(uniqueKey !== undefined && { uniqueKey }) }])

/** Sends a message to a reply's author, once. `what` identifies the message. */
export const notifyOnce = (
  deps: BotDeps,
  reply: Payload<'unsure-reply'>,
  what: string,
  message: Message,
): Promise<void> => {
  const { channel, threadTs, userId: user } = reply
  const key = `${what}:${channel}:${threadTs}:${user}`
  const notice: Notice = { op: 'ephemeral', user, threadTs, message }
  return deps.database.transaction((tx) => notify(deps, tx, reply, notice, key))
}

/** Queues a channel message in the transaction of its change. `cause`: if the same press, dialog or event comes again, it posts no second message. */
export const notifyChannel = (
  deps: Lanes,
  tx: Tx,
  channel: string,
  cause: string,
  message: Message,
): Promise<void> =>
  // `direct` also accepts a channel id.
  notify(deps, tx, { channel, ts: cause }, { op: 'direct', user: channel, message }, `${cause}:${channel}`)

/** In the channel, or else directly. `ts` names the lane, which keeps the order. `once`: at most once for this `ts`. */
export const notifyPerson = (
  deps: Lanes,
  tx: Tx,
  at: { user: string; channel: string | undefined; ts: string; threadTs?: string | undefined },
  message: Message,
  once?: 'once',
): Promise<void> => {
  const { user, channel, ts, threadTs } = at
  const place = { channel: channel ?? user, ts }
  const notice: Notice =
    channel === undefined ? { op: 'direct', user, message } : { op: 'ephemeral', user, threadTs, message }
  return notify(deps, tx, place, notice, once && `${ts}:${user}`)
}

/** Calls Slack for a reaction or a notice. Retries later if Slack says so. If Slack refuses, returns why, and does without. */
export const asSlackAllows = async (
  { log }: Pick<BotDeps, 'log'>,
  about: { op: string; channel: string; ts: string },
  call: () => Promise<void>,
): Promise<SlackProblem | undefined> => {
  try {
    await call()
    return undefined
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.kind === 'unknown') throw error
    const wait = error.kind === 'scope' ? undefined : waitFor(error)
    if (wait !== undefined) throw new RetryLater(wait, error.message)
    log.warn({ ...about, problem: error.code }, 'Slack did not take a reaction or a notice')
    return error
  }
}

type Deps = Pick<BotDeps, 'slack' | 'log'>

/** A message to everybody in a channel. If outsiders read it, or Slack doesn't say who does, without controls that only the team may use. */
export const toAll = async ({ slack }: Pick<BotDeps, 'slack'>, channel: string, message: Message) => {
  const { shared } = isChannelId(channel)
    ? await slack.channel(channel).catch(() => ({ shared: true }))
    : { shared: false }
  return shared ? controlsForAll(message) : message
}
type Direct = Extract<Notice, { op: 'direct' }>
type Ephemeral = Extract<Notice, { op: 'ephemeral' }>
/** It may carry how far the search for its message came. */
type Noticing = Job<object>

/** Not of the lane, whose name changes with a channel's id. */
const uuidOf = ({ installation, seq, createdAt }: Job): string => {
  const hash = createHash('sha256').update(`${installation} ${seq} ${createdAt}`).digest('hex')
  return [8, 12, 16, 20, 32].map((end, at, ends) => hash.slice(at === 0 ? 0 : ends[at - 1], end)).join('-')
}

/** Looks for the message of an earlier attempt. If it cannot, `client_msg_id` lets Slack drop duplicates. */
const direct = async (deps: Deps, job: Noticing, user: string, message: Message): Promise<Place> => {
  const postId = uuidOf(job)
  const where = { user, postId, sinceMs: job.createdAt }
  const found =
    job.attempt > 1 ? await searching(job, (search) => deps.slack.findDirect(where, search)) : undefined
  if (found) return found
  // Posting to a user id opens a direct message.
  const to = { channel: user, postId, clientMessageId: postId }
  return deps.slack.post({ ...to, ...(await toAll(deps, user, message)) })
}

/** Sends a message to a person from a job of their own. Returns where it is. If Slack refuses, does without. */
export const sendDirect = async (
  deps: Deps,
  job: Noticing,
  user: string,
  message: Message,
): Promise<Place | undefined> => {
  let sent: Place | undefined
  await asSlackAllows(deps, { op: 'direct', channel: user, ts: job.lane }, async () => {
    sent = await direct(deps, job, user, message)
  })
  return sent
}

/** Slack accepts no messages there, or none for this person. */
const isRefused = (error: unknown): boolean =>
  error instanceof SlackProblem && (error.kind === 'channel' || error.kind === 'refused')

/** Sends an ephemeral message. If the thread accepts none, it goes to the channel; if the channel accepts none, to the person. */
const whisper = async (
  deps: Deps,
  job: Noticing,
  channel: string,
  { user, threadTs, message }: Omit<Ephemeral, 'op'>,
): Promise<void> => {
  try {
    await deps.slack.ephemeral({ channel, user, threadTs, ...message })
  } catch (error) {
    const isClosed = error instanceof SlackProblem && threadEnd(error.code) !== undefined
    if (threadTs !== undefined && isClosed) return whisper(deps, job, channel, { user, message })
    if (!isRefused(error)) throw error
    await direct(deps, job, user, message)
  }
}

const mostAdmins = 5

/** Undefined if the message was sent. Other failures than refusals are thrown. */
const refusalOf = async (sent: Promise<unknown>): Promise<unknown> => {
  try {
    return void (await sent)
  } catch (error) {
    if (!isRefused(error)) throw error
    return error
  }
}

/** If the person has left, or is a guest by now, tries the workspace's admins until one can be reached. */
const directOrAdmin = async (
  deps: Deps,
  job: Noticing,
  { user, message, orAdmin }: Direct,
): Promise<void> => {
  if (orAdmin !== true) return void (await direct(deps, job, user, message))
  const { role } = await deps.slack.person(user)
  const refusal = role === 'guest' ? undefined : await refusalOf(direct(deps, job, user, message))
  if (role !== 'guest' && refusal === undefined) return
  const people = await deps.slack.members()
  const admins = people.filter((one) => one.role === 'admin' && one.id !== user)
  for (const { id } of admins.slice(0, mostAdmins))
    if ((await refusalOf(direct(deps, job, id, message))) === undefined) return
  if (refusal !== undefined) throw refusal
}

/** Lane `notify`, one for each message: sends a notice about it. */
export const sendNotice = async (deps: Deps, job: BotJob<'notify'>): Promise<void> => {
  const { channel, ts, notice } = job.payload
  await asSlackAllows(deps, { op: notice.op, channel, ts }, () =>
    notice.op === 'ephemeral' ? whisper(deps, job, channel, notice) : directOrAdmin(deps, job, notice),
  )
}
