import { type LaneKind, refuseRestored, RetryLater, GiveUp, type Job } from '../../lanes/lanes.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { TrackerConnection } from '../deps/tracker-connection.ts'
import { type BotJob, type JobKind, type Payload, jobRows } from '../store/payloads.ts'
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
import { sayLeftOut } from '../features/channels/mute.ts'
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

interface Decided {
  /**
   * Of a job that waited in a backup, after the restore: it may have been done since. `set aside`: people see it, and
   * decide. `runs`: it sends nothing by itself. `runs if due since`: it is set aside, unless it is due after the start.
   */
  readonly afterRestore: 'set aside' | 'runs' | 'runs if due since'
  /** Whose budget limits how many there are: a row of the table in docs/security.md. */
  readonly budget: 'tracker deliveries' | 'a channel' | 'jobs' | 'mentions' | 'people in Slack'
}

type InstallationJob = Exclude<JobKind, 'hook-subscription'>

/** What else a row of `jobRows` does. Nothing has a default. */
interface Doing<K extends JobKind> extends Decided {
  readonly work: (deps: BotDeps, job: BotJob<K>) => Promise<void>
  readonly backoff: LaneKind['backoff']
  /**
   * If only this job fails, while the tracker and Slack work. `keeps trying`: no later event asks for its work again, so
   * it uses all its attempts.
   */
  readonly ifOnlyItFails: 'keeps trying' | 'is set aside'
  /** `the status shows it`: people see it there, and decide. */
  readonly onGivenUp:
    | 'the status shows it'
    | ((
        deps: BotDeps,
        tx: Tx,
        job: Pick<BotJob<K>, 'seq' | 'lane' | 'payload'>,
        reason: string,
      ) => Promise<void>)
}

const usual = { backoff: patient, ifOnlyItFails: 'is set aside', onGivenUp: 'the status shows it' } as const
/** Many may wait at once, so retries are less frequent. */
const toPeople = { ...usual, backoff: patientNotices, ifOnlyItFails: 'keeps trying' } as const

/** Each row of `jobRows`, and what it does. */
export const jobs: { readonly [K in InstallationJob]: Doing<K> } & { readonly 'hook-subscription': Decided } =
  {
    event: {
      ...usual,
      work: handleEvent,
      afterRestore: 'set aside',
      budget: 'tracker deliveries',
      onGivenUp: async (deps, tx, { payload }, reason) => {
        await settleInbox(tx, payload.inbox, 'aside', reason, deps.now())
      },
    },
    post: {
      ...usual,
      work: sendPost,
      afterRestore: 'set aside',
      budget: 'a channel',
      onGivenUp: onPostGivenUp,
    },
    reply: {
      ...usual,
      work: sendReply,
      afterRestore: 'set aside',
      budget: 'people in Slack',
      onGivenUp: onReplyGivenUp,
    },
    digest: { ...usual, work: postDigest, afterRestore: 'runs if due since', budget: 'jobs' },
    card: { ...usual, work: refreshCards, afterRestore: 'set aside', budget: 'jobs' },
    reconcile: {
      ...usual,
      work: reconcile,
      afterRestore: 'runs',
      budget: 'jobs',
      ifOnlyItFails: 'keeps trying',
    },
    listing: { ...usual, work: listProject, afterRestore: 'runs', budget: 'tracker deliveries' },
    mentioned: { ...toPeople, work: notifyMentioned, afterRestore: 'set aside', budget: 'mentions' },
    mentions: { ...toPeople, work: notifyAgain, afterRestore: 'set aside', budget: 'mentions' },
    'your-day': { ...usual, work: sendYourDay, afterRestore: 'runs if due since', budget: 'jobs' },
    'left-out': { ...usual, work: sayLeftOut, afterRestore: 'set aside', budget: 'jobs' },
    mention: { ...usual, work: answerMention, afterRestore: 'set aside', budget: 'people in Slack' },
    // A tab that failed is rendered again when the person opens it.
    home: {
      ...usual,
      work: refreshHome,
      afterRestore: 'runs',
      budget: 'people in Slack',
      backoff: [1_000, 10_000, 60_000],
    },
    quota: {
      ...usual,
      work: notifyOfQuota,
      afterRestore: 'set aside',
      budget: 'jobs',
      backoff: patientNotices,
    },
    retention: {
      ...usual,
      work: retention,
      afterRestore: 'runs',
      budget: 'jobs',
      ifOnlyItFails: 'keeps trying',
    },
    workspaces: { ...usual, work: followWorkspaces, afterRestore: 'runs', budget: 'jobs' },
    'missed-replies': { ...usual, work: takeMissedReplies, afterRestore: 'runs', budget: 'people in Slack' },
    'unsure-reply': { ...usual, work: takeUnsure, afterRestore: 'set aside', budget: 'people in Slack' },
    // One lane per project name.
    create: {
      ...usual,
      work: createProject,
      afterRestore: 'set aside',
      budget: 'people in Slack',
      ifOnlyItFails: 'keeps trying',
      onGivenUp: onCreateGivenUp,
    },
    channel: {
      ...usual,
      work: makeChannel,
      afterRestore: 'set aside',
      budget: 'people in Slack',
      ifOnlyItFails: 'keeps trying',
      onGivenUp: onChannelGivenUp,
    },
    // One lane per message.
    notify: { ...toPeople, work: sendNotice, afterRestore: 'set aside', budget: 'a channel' },
    reaction: { ...toPeople, work: showReaction, afterRestore: 'set aside', budget: 'a channel' },
    // It belongs to the tracker, and so to no installation.
    'hook-subscription': { afterRestore: 'runs', budget: 'jobs' },
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

/** Throws for a job that waited in a backup, if its row says that it is set aside. */
const refuseIfRestored = (kind: JobKind, job: Job, { at, upTo }: Surroundings['restored']): void => {
  const { afterRestore } = jobs[kind]
  if (afterRestore === 'runs') return
  // What is due after the start can't have been done before it.
  const { due = 0 } = job.payload as { due?: number }
  if (afterRestore === 'set aside' || due <= at) refuseRestored(job, upTo)
}

const laneFor = (
  kind: JobKind,
  { work, backoff, onGivenUp, ifOnlyItFails }: Doing<JobKind>,
  { depsOf, knownDeps, within, restored }: Surroundings,
): LaneKind => ({
  backoff,
  payload: jobRows[kind].payload,
  work: async (job) => {
    const deps = await depsOf(job.installation)
    if (!deps) throw new RetryLater(pausedMs, 'the app is not installed, or paused')
    refuseIfRestored(kind, job, restored)
    try {
      await work(deps, job as BotJob<never>)
    } catch (error) {
      throw ifOnlyItFails === 'keeps trying' ? laneError(error) : await laneTrouble(deps, job, error)
    }
  },
  ...(typeof onGivenUp === 'function' && {
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
  payload: jobRows['hook-subscription'].payload,
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

export const botLanes = (around: Surroundings): Readonly<Record<string, LaneKind>> => {
  const { 'hook-subscription': _, ...ofInstallations } = jobs
  return {
    ...Object.fromEntries(
      Object.entries(ofInstallations).map(([kind, row]) => [kind, laneFor(kind as JobKind, row, around)]),
    ),
    'hook-subscription': hookSubscriptions(around),
  }
}
