import { type LaneKind, refuseRestored, RetryLater, GiveUp, type Job } from '../../lanes/lanes.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { TrackerConnection } from '../deps/tracker-connection.ts'
import { type BotJob, type JobKind, type Payload, payloads } from '../store/payloads.ts'
import type { BotDatabase, Tx } from '../store/database.ts'
import { answerMention } from '../doors/answer-mention.ts'
import { makeChannel, onChannelGivenUp } from '../features/project-channels/make-channel.ts'
import { createProject } from '../features/projects/create-project.ts'
import { onCreateGivenUp } from '../features/projects/project-trouble.ts'
import { followWorkspaces } from '../sync/posts/pause-channel.ts'
import { handleEvent } from '../sync/events/handle-event.ts'
import { refreshCards } from '../features/digests/project-cards.ts'
import { sendNotice } from '../answers/notify.ts'
import { showReaction, sendReply } from '../sync/replies/send-reply.ts'
import { postDigest } from '../features/digests/post-digest.ts'
import { onPostGivenUp, sendPost } from '../sync/posts/send-post.ts'
import { sendYourDay } from '../features/digests/your-day.ts'
import { onReplyGivenUp } from '../sync/replies/refuse-reply.ts'
import { refreshHome } from '../features/home/show-home.ts'
import { takeMissedReplies, takeUnsure } from '../sync/replies/take-reply.ts'
import { reconcile } from '../features/daily/reconcile.ts'
import { listProject } from '../features/daily/list-project.ts'
import { notifyOfQuota } from '../features/status/quota.ts'
import { retention } from '../features/daily/retention.ts'
import { notifyAgain, notifyMentioned } from '../sync/events/notify-mentioned.ts'
import { laneError } from '../tracker/tracker-says.ts'
import { settleInbox } from '../store/inbox.ts'
import { ApiProblem, type ProblemKind } from '../../contract/problem.ts'
import { isFault } from '../deps/faults.ts'
import { SlackProblem, waitFor } from '../slack/problem.ts'

/** After this many attempts, which take several minutes, checks whether only this job fails. */
const suspiciousTries = 20
/** A bug is not an outage, but it may depend on an answer that differs next time. */
const faultTries = 3

/** Errors that may have nothing to do with the request, such as a proxy's maintenance page. */
const outages: ReadonlySet<ProblemKind> = new Set(['unreachable', 'unknown', 'not-tracker', 'unexpected'])

const isOurs = (error: unknown): boolean =>
  isFault(error) ||
  // PostgreSQL cannot store this value, now or later.
  /^2[23]\w{3}$/.test(String((error as { code?: unknown } | undefined)?.code))

const works = (look: Promise<unknown>): Promise<boolean> =>
  look.then(
    () => true,
    (error: unknown) => error instanceof ApiProblem && !outages.has(error.kind),
  )

/**
 * During an outage, a lane waits for up to a day. A job that keeps failing while the tracker or Slack works otherwise is
 * set aside, so that it blocks its lane only for minutes.
 */
const laneTrouble = async (
  deps: Pick<BotDeps, 'api' | 'slack'>,
  job: Pick<Job, 'attempt'>,
  error: unknown,
): Promise<unknown> => {
  if (error instanceof SlackProblem) {
    const wait = waitFor(error)
    if (wait !== undefined) return new RetryLater(wait, error.message)
    const isAlone = job.attempt >= suspiciousTries && error.code !== '' && (await works(deps.slack.check()))
    return isAlone ? new GiveUp(error.message) : error
  }
  if (error instanceof ApiProblem && outages.has(error.kind)) {
    const isSuspect = job.attempt >= suspiciousTries && error.status !== undefined
    return isSuspect && (await works(deps.api.listProjects({ limit: 1 }))) ? new GiveUp(error.message) : error
  }
  if (isOurs(error) && job.attempt >= faultTries) return new GiveUp((error as Error).message)
  return laneError(error)
}

const second = 1_000

/** Lasts for a day's outage. Other failures skip the wait with `GiveUp`. */
const patient: readonly number[] = [1, 2, 5, 10, 20, ...Array<number>(2_880).fill(30)].map((s) => s * second)

const patientNotices = [1, 5, 30, 60, 120, ...Array<number>(288).fill(300)].map((s) => s * second)

interface BotKind<K extends JobKind> {
  work: (deps: BotDeps, job: BotJob<K>) => Promise<void>
  /** Usually `patient`. */
  backoff?: LaneKind['backoff']
  /** Such a job uses all its attempts, even if only it fails: no later event asks for the work again. */
  keepsTrying?: true
  /** Such a job sends nothing by itself, so it runs after a restore, too. */
  isHarmless?: true
  onGivenUp?: (
    deps: BotDeps,
    tx: Tx,
    job: Pick<BotJob<K>, 'seq' | 'lane' | 'payload'>,
    reason: string,
  ) => Promise<void>
}

const kinds: { [K in Exclude<JobKind, 'hook-subscription'>]: BotKind<K> } = {
  event: {
    work: handleEvent,
    onGivenUp: async (deps, tx, { payload }, reason) => {
      await settleInbox(tx, payload.inbox, 'aside', reason, deps.now())
    },
  },
  post: { work: sendPost, onGivenUp: onPostGivenUp },
  reply: { work: sendReply, onGivenUp: onReplyGivenUp },
  digest: { work: postDigest },
  card: { work: refreshCards },
  reconcile: { work: reconcile, keepsTrying: true, isHarmless: true },
  listing: { work: listProject, isHarmless: true },
  mentioned: { work: notifyMentioned, backoff: patientNotices, keepsTrying: true },
  mentions: { work: notifyAgain, backoff: patientNotices, keepsTrying: true },
  'your-day': { work: sendYourDay },
  mention: { work: answerMention },
  // A tab that failed is rendered again when the person opens it.
  home: { work: refreshHome, backoff: [1_000, 10_000, 60_000], isHarmless: true },
  quota: { work: notifyOfQuota, backoff: patientNotices },
  retention: { work: retention, keepsTrying: true, isHarmless: true },
  workspaces: { work: followWorkspaces, isHarmless: true },
  'missed-replies': { work: takeMissedReplies, isHarmless: true },
  'unsure-reply': { work: takeUnsure },
  // One lane per project name.
  create: { work: createProject, keepsTrying: true, onGivenUp: onCreateGivenUp },
  channel: { work: makeChannel, keepsTrying: true, onGivenUp: onChannelGivenUp },
  // One lane per message. Many may wait at once, so retries are less frequent.
  notify: { work: sendNotice, backoff: patientNotices, keepsTrying: true },
  reaction: { work: showReaction, backoff: patientNotices, keepsTrying: true },
}

/** How long the jobs of a paused or leaving installation wait, in ms. */
const pausedMs = 300_000

interface Surroundings {
  /** Undefined if the installation is paused or gone. */
  readonly depsOf: (installation: number) => Promise<BotDeps | undefined>
  /** Makes no query, because a transaction holds SQLite's only connection. */
  readonly knownDeps: (installation: number) => BotDeps | undefined
  readonly trackerOf: (id: number) => Promise<TrackerConnection | undefined>
  readonly within: BotDatabase['within']
  /** `at`: when this process started. `upTo`: the last job that a backup had. */
  readonly restored: { readonly at: number; readonly upTo: number }
}

/** A job that is due after the start can't have been done before it. */
const isDueLater = ({ payload }: Pick<BotJob<JobKind>, 'payload'>, at: number): boolean =>
  'due' in payload && payload.due > at

const laneFor = (
  kind: JobKind,
  { work, backoff = patient, onGivenUp, keepsTrying, isHarmless }: BotKind<JobKind>,
  { depsOf, knownDeps, within, restored }: Surroundings,
): LaneKind => ({
  backoff,
  payload: payloads[kind],
  work: async (job) => {
    const deps = await depsOf(job.installation)
    if (!deps) throw new RetryLater(pausedMs, 'the app is not installed, or paused')
    if (!isHarmless && !isDueLater(job as BotJob<JobKind>, restored.at)) refuseRestored(job, restored.upTo)
    try {
      await work(deps, job as BotJob<never>)
    } catch (error) {
      throw keepsTrying ? laneError(error) : await laneTrouble(deps, job, error)
    }
  },
  ...(onGivenUp && {
    onGivenUp: async (tx, job, reason) => {
      const deps = knownDeps(job.installation)
      // The installation worked a moment ago. Another try of the job makes it known.
      if (!deps) throw new Error('the installation is not at work')
      await onGivenUp(deps, within(tx, job.installation), job as BotJob<never>, reason)
    },
  }),
})

/** A subscription at the tracker belongs to all installations that use this tracker. */
const hookSubscriptions = ({ trackerOf }: Surroundings): LaneKind<Payload<'hook-subscription'>> => ({
  backoff: patient,
  payload: payloads['hook-subscription'],
  work: async (job) => {
    const tracker = await trackerOf(job.payload.tracker)
    // Nobody uses it anymore.
    if (!tracker) return
    try {
      await tracker.api.createWebhook({ event_code: job.payload.event, hook_url: tracker.hookUrl() })
    } catch (error) {
      throw laneError(error)
    }
  },
})

export const botLanes = (around: Surroundings): Readonly<Record<string, LaneKind>> => ({
  ...Object.fromEntries(
    Object.entries(kinds).map(([kind, row]) => [
      kind,
      laneFor(kind as JobKind, row as unknown as BotKind<JobKind>, around),
    ]),
  ),
  'hook-subscription': hookSubscriptions(around),
})
