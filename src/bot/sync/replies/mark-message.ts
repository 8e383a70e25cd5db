import { createHash } from 'node:crypto'
import { type Job, RetryLater } from '../../../lanes/lanes.ts'
import type { Message } from '../../kit/message.ts'
import { threadEnd } from '../../slack/error-codes.ts'
import { SlackProblem, waitFor } from '../../slack/problem.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob, Payload } from '../../store/payloads.ts'
import { inForm } from '../../answers/in-form.ts'
import { type Mark, markJob, type Place } from '../../answers/tell.ts'
import { isOpen, replyById, replyBySource, sourceOf } from './store/replies.ts'
import { nextOwed, notePut, oweDone, payDone } from './store/signs.ts'
import { reactions } from '../../kit/ids.ts'

export type Marks = Payload<'mark'>['mark']
type Deps = Pick<BotDeps, 'slack' | 'now' | 'log' | 'database' | 'lanes'>

type Sign = Extract<Mark, { op: 'react' | 'unreact' | 'pending' }>

/** Gives this ✅'s turn to the most urgent reply, which may be another one. */
const putOwed = async ({ slack, database: { sql } }: Deps): Promise<void> => {
  for (;;) {
    const next = await nextOwed(sql)
    if (!next || next.ts === null) return
    await slack.react(next.channel, next.ts, reactions.done)
    if (await payDone(sql, next.source)) return
  }
}

/** `waited`: another reply's turn may have added it. */
const putDone = async (deps: Deps, { channel, ts }: Place, waited: boolean): Promise<void> => {
  const { sql } = deps.database
  const source = sourceOf(channel, ts)
  const sign = waited ? (await replyBySource(sql, source))?.sign : null
  if (sign === 'owed' || sign === reactions.done) return putOwed(deps)
  try {
    await deps.slack.react(channel, ts, reactions.done)
  } catch (error) {
    if (error instanceof SlackProblem && error.kind === 'rate-limited') await oweDone(sql, source)
    throw error
  }
  // The job's other signs may have to wait. Its retry then skips this one.
  if (waited) await notePut(sql, source)
}

const putSign = async (deps: Deps, place: Place, item: Sign, waited: boolean): Promise<void> => {
  const { channel, ts } = place
  const { sql } = deps.database
  switch (item.op) {
    case 'pending': {
      const reply = await replyById(sql, item.reply)
      if (!reply || !isOpen(reply)) return
      return deps.slack.react(channel, ts, reactions.pending)
    }
    case 'react':
      if (item.name === reactions.done) return putDone(deps, place, waited)
      return deps.slack.react(channel, ts, item.name)
    case 'unreact':
      return deps.slack.unreact(channel, ts, item.name)
  }
}

type Words = Extract<Mark, { op: 'ephemeral' }>
type Direct = Extract<Mark, { op: 'direct' }>

const uuidOf = (job: Job): string => {
  const hash = createHash('sha256').update(`${job.lane} ${job.seq} ${job.createdAt}`).digest('hex')
  return [8, 12, 16, 20, 32].map((end, at, ends) => hash.slice(at === 0 ? 0 : ends[at - 1], end)).join('-')
}

/** Looks for the message of an earlier attempt. If it cannot, `client_msg_id` lets Slack drop duplicates. */
const direct = async (deps: Deps, job: Job, user: string, message: Message): Promise<void> => {
  const postId = uuidOf(job)
  const where = { user, postId, sinceMs: job.createdAt }
  if (job.attempt > 1 && (await deps.slack.findDirect(where))) return
  // Posting to a user id opens a direct message.
  const to = { channel: user, postId, clientMessageId: postId }
  await inForm(deps, message, (form) => deps.slack.post({ ...to, ...form }))
}

/** Slack accepts no messages there, or none for this person. */
const isRefused = (error: unknown): boolean =>
  error instanceof SlackProblem && (error.kind === 'channel' || error.kind === 'refused')

/** Sends an ephemeral message: beside the thread if that takes none, or a direct one if the channel refuses it. */
const whisper = async (
  deps: Deps,
  job: Job,
  channel: string,
  { user, threadTs, message }: Omit<Words, 'op'>,
): Promise<void> => {
  try {
    await inForm(deps, message, (form) => deps.slack.ephemeral({ channel, user, threadTs, ...form }))
  } catch (error) {
    const isClosed = error instanceof SlackProblem && threadEnd(error.code) !== undefined
    if (threadTs !== undefined && isClosed) return whisper(deps, job, channel, { user, message })
    if (!isRefused(error)) throw error
    await direct(deps, job, user, message)
  }
}

const mostAdmins = 5

/** If the person has left, tries the workspace's admins until one can be reached. */
const directOrAdmin = async (deps: Deps, job: Job, { user, message, orAdmin }: Direct): Promise<void> => {
  try {
    await direct(deps, job, user, message)
  } catch (error) {
    if (orAdmin !== true || !isRefused(error)) throw error
    const people = await deps.slack.members()
    const admins = people.filter(({ id, role }) => role === 'admin' && id !== user)
    for (const { id } of admins.slice(0, mostAdmins)) {
      const told = await direct(deps, job, id, message).then(
        () => true,
        (problem: unknown) => {
          if (!isRefused(problem)) throw problem
          return false
        },
      )
      if (told) return
    }
    throw error
  }
}

const isWords = (item: Mark): item is Words | Direct => item.op === 'ephemeral' || item.op === 'direct'
const isSign = (item: Mark): item is Sign => !isWords(item)

const tell = (deps: Deps, job: BotJob<'mark'>, item: Words | Direct): Promise<void> =>
  item.op === 'ephemeral' ? whisper(deps, job, job.payload.channel, item) : directOrAdmin(deps, job, item)

/** Clocks of nodes differ by less. */
const heldUpMs = 1_000

/**
 * An older job may have waited for its signs. If so, it has already sent its messages. A job from the future may be of
 * any age, because a clock was set back.
 */
const isHeldUp = (deps: Deps, job: BotJob<'mark'>): boolean =>
  job.attempt > 1 || Math.abs(deps.now() - job.createdAt) > heldUpMs

/** Sends messages through their own lane, so that they don't wait for signs. The key prevents repeats. */
const sendWords = (deps: Deps, job: BotJob<'mark'>, words: readonly Mark[]): Promise<void> =>
  deps.database.transaction((tx) =>
    deps.lanes.enqueue(
      tx,
      words.map((item, at) => ({
        ...markJob(job.payload, item),
        lane: `words:${job.lane}`,
        uniqueKey: `words:${job.seq}:${at}`,
      })),
    ),
  )

/** Returns why the mark must wait, if it must. Throws if it may have been made. */
const takes = async (
  deps: Deps,
  { payload: { channel, ts } }: BotJob<'mark'>,
  op: Mark['op'],
  work: Promise<void>,
): Promise<SlackProblem | undefined> => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.kind === 'unknown') throw error
    if (error.kind !== 'scope' && waitFor(error) !== undefined) return error
    // A mark may fail for a missing scope or a deleted message.
    deps.log.warn({ channel, ts, op, problem: error.code }, 'a mark was not taken by Slack')
  }
  return undefined
}

const later = (problem: SlackProblem): RetryLater =>
  new RetryLater(Math.max(waitFor(problem) ?? 0, heldUpMs + 100), problem.message)

const performWords = async (deps: Deps, job: BotJob<'mark'>, words: readonly (Words | Direct)[]) => {
  for (const item of words) {
    const problem = await takes(deps, job, item.op, tell(deps, job, item))
    if (problem) throw later(problem)
  }
}

/** A sign that must wait doesn't delay the others, because Slack allows fewer removals than additions. */
const performSigns = async (
  deps: Deps,
  job: BotJob<'mark'>,
  signs: readonly Sign[],
  whenLimited: () => Promise<void>,
) => {
  const waited = isHeldUp(deps, job) || signs.length > 1
  let waits: SlackProblem | undefined
  for (const item of signs) {
    const problem = await takes(deps, job, item.op, putSign(deps, job.payload, item, waited))
    if (problem?.kind === 'rate-limited') await whenLimited()
    waits ??= problem
  }
  if (waits) throw later(waits)
}

export const markMessage = async (deps: Deps, job: BotJob<'mark'>): Promise<void> => {
  const items = [job.payload.mark].flat()
  const [signs, words] = [items.filter(isSign), items.filter(isWords)]
  if (signs.length === 0) return performWords(deps, job, words)
  const wasHeldUp = isHeldUp(deps, job)
  await performSigns(deps, job, signs, () => sendWords(deps, job, words))
  if (wasHeldUp) await sendWords(deps, job, words)
  else await performWords(deps, job, words)
}
