import { createHash } from 'node:crypto'
import type { Job } from '../../lanes/lanes.ts'
import type { Message } from '../kit/message.ts'
import { threadEnd, SlackProblem } from '../slack/problem.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { BotJob } from '../store/payloads.ts'
import { asSlackAllows } from './as-slack-allows.ts'
import { inForm } from './in-form.ts'
import type { Notice } from './tell.ts'

type Deps = Pick<BotDeps, 'slack' | 'log'>
type Direct = Extract<Notice, { op: 'direct' }>
type Ephemeral = Extract<Notice, { op: 'ephemeral' }>

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

/** Sends an ephemeral message. If the thread accepts none, it goes to the channel; if the channel accepts none, to the person. */
const whisper = async (
  deps: Deps,
  job: Job,
  channel: string,
  { user, threadTs, message }: Omit<Ephemeral, 'op'>,
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

/** Lane `notify`, one for each message that words are about: sends them. */
export const sendNotice = async (deps: Deps, job: BotJob<'notify'>): Promise<void> => {
  const { channel, ts, notice } = job.payload
  await asSlackAllows(deps, { op: notice.op, channel, ts }, () =>
    notice.op === 'ephemeral' ? whisper(deps, job, channel, notice) : directOrAdmin(deps, job, notice),
  )
}
