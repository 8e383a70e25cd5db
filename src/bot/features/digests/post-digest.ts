import { archivedProjects } from '../../sync/store/past-posts.ts'
import {
  channelSettings,
  settingsWithDigest,
  type ChannelSettings,
  settingsIn,
  type DigestSchedule,
} from '../../store/channel-settings.ts'
import { eachAlone } from '../../deps/faults.ts'
import { beginDigests, digestedUntil, setDigested } from './store/digests.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { queuePosts } from '../../sync/posts/decision.ts'
import { dayMs, instantsOf, midnight, minuteMs, minutesOf } from '../../kit/time.ts'
import { isoTime } from '../../../contract/dates.ts'
import { receivedProjects } from '../../store/project-channels.ts'
import { indexedProjects, type KnownProject } from '../../store/known-projects.ts'
import { runningIn, type Subscription, coversAny } from '../../store/subscriptions.ts'
import {
  type DigestFacts,
  type DigestProject,
  newsIn,
  portalDigestSchema,
  projectsInDigest,
} from '../../sync/messages/digest.ts'
import { routeTo } from '../../audience/audience.ts'
import { digestProjectFacts, hasNews, hasTeamTurn, projectsByState } from './digest-project-facts.ts'
import { projectInView } from '../../tracker/listed-projects.ts'
import { replyDueIn } from '../../store/key-values.ts'
import { customerNames } from '../../tracker/project-in-view.ts'

/** Every task that a digest names is read again from the tracker. Beyond this number, a digest only counts. */
const mostReads = 60

const projectsOf = async (deps: BotDeps, subscriptions: readonly Subscription[]): Promise<KnownProject[]> => {
  const { sql } = deps.database
  const projects = await indexedProjects(sql, await receivedProjects(sql, subscriptions))
  return projects
    .filter((project) => coversAny(subscriptions, project))
    .sort((one, other) => one.name.localeCompare(other.name))
}

const logFields = ({ uuid }: KnownProject) => ({ project: uuid })

/** In ms. The period to report if the end of the last digest is unknown. */
const periodOf = (schedule: DigestSchedule | undefined): number =>
  schedule?.every === 'weekly' ? 7 * dayMs : dayMs

interface Period {
  /** Undefined before the first digest. */
  since?: number | undefined
  until?: number
}

/** The start of the first digest's period: a day or a week back, but not before the channel subscribed. */
const firstFrom = (subscriptions: readonly Subscription[], periodStart: number, until: number): number =>
  Math.max(periodStart, Math.min(until, ...subscriptions.map(({ createdAt }) => createdAt)))

const planOf = async (deps: BotDeps, channel: string, { since, until = deps.now() }: Period) => {
  const subscriptions = await runningIn(deps.database.sql, channel)
  const settings = await channelSettings(deps.database.sql, channel)
  const { digest } = settings
  const start = Math.min(since ?? firstFrom(subscriptions, until - periodOf(digest), until), until)
  return {
    subscriptions,
    settings,
    route: await routeTo(deps, channel),
    since: start,
    until,
    archived: await archivedProjects(deps.database.sql, channel, { since: start, until }),
    timeZone: digest?.timeZone ?? 'UTC',
    customers: await customerNames(deps),
    dueDays: await replyDueIn(deps.database.sql),
    reads: { left: mostReads },
  }
}

type ChannelPlan = Awaited<ReturnType<typeof planOf>>

/** The projects with news, first those where a customer waits for a reply. A digest that can't show all counts the rest, so the tracker says which are over. */
const withNews = async (deps: BotDeps, plan: ChannelPlan): Promise<KnownProject[]> => {
  const projects: KnownProject[] = []
  await eachAlone(deps.log, await projectsOf(deps, plan.subscriptions), logFields, async (project) => {
    if (await hasNews(deps, project.uuid, plan, false)) projects.push(project)
  })
  const isFirst = await Promise.all(projects.map(({ uuid }) => hasTeamTurn(deps, uuid, plan)))
  const sorted = [true, false].flatMap((first) => projects.filter((_, at) => isFirst[at] === first))
  if (projects.length <= projectsInDigest) return sorted
  const { over } = await projectsByState(deps)
  const isNews = await Promise.all(
    sorted.map(async ({ uuid }) => !over.has(uuid) || hasNews(deps, uuid, plan, true)),
  )
  return sorted.filter((_, at) => isNews[at])
}

const projectOf = async (deps: BotDeps, project: KnownProject, plan: ChannelPlan) => {
  const view = await projectInView(deps, project.uuid, { name: project.name })
  // The project may have moved to another customer.
  return view && coversAny(plan.subscriptions, view) ? digestProjectFacts(deps, view, plan) : undefined
}

export const digestFacts = async (
  deps: BotDeps,
  channel: string,
  period: Period = {},
): Promise<DigestFacts> => {
  const plan = await planOf(deps, channel, period)
  const projects: DigestProject[] = []
  const news = await withNews(deps, plan)
  let looked = 0
  await eachAlone(deps.log, news, logFields, async (project) => {
    if (projects.length === projectsInDigest) return
    looked += 1
    const facts = await projectOf(deps, project, plan)
    if (facts) projects.push(facts)
  })
  // Without those that turned out to have nothing, or could not be read.
  const total = news.length - looked + projects.length
  const heading = { every: plan.settings.digest?.every, sinceAt: isoTime(plan.since) }
  if (!plan.route.shared) return { ...heading, projects, total }
  return portalDigestSchema.parse({ ...heading, visible: { projects, total } })
}

/** A local hour that is repeated counts once. A skipped one counts as the hour after it. */
export const nextDigest = ({ every, day, at, timeZone }: DigestSchedule, after: number): number => {
  const today = midnight(timeZone, after)
  // Nine days, because a clock shift can move today's time into the past.
  for (let days = 0; days <= 8; days++) {
    const wall = today + days * dayMs
    // Monday is 1, Sunday is 7.
    if (every === 'weekly' && (new Date(wall).getUTCDay() || 7) !== day) continue
    const [due] = instantsOf(timeZone, wall + minutesOf(at) * minuteMs)
    if (due !== undefined && due > after) return due
  }
  return after + dayMs
}

/** False if the settings changed after the digest was scheduled. */
export const isDigestTime = (schedule: DigestSchedule, due: number): boolean =>
  nextDigest(schedule, due - 1) === due

/** The job's key includes the covered period: after a clock is set back, the due time alone is already used. */
export const scheduleDigest = async (
  deps: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  channel: string,
  { digest }: Pick<ChannelSettings, 'digest'>,
): Promise<void> => {
  if (!digest) return
  const due = nextDigest(digest, deps.now())
  const coveredUntil = await digestedUntil(tx.sql, channel)
  // One lane per digest, so that next week's digest does not block another.
  const lane = `${channel}@${due}`
  const uniqueKey = `${lane}:${coveredUntil ?? 0}`
  await deps.lanes.enqueue(tx, [{ kind: 'digest', lane, uniqueKey, payload: { channel, due }, runAt: due }])
}

/** At start, and after a clock was set back: jobs may be missing. */
export const scheduleDigests = async (deps: Pick<BotDeps, 'lanes' | 'log' | 'now'>, tx: Tx): Promise<void> =>
  eachAlone(
    deps.log,
    await settingsWithDigest(tx.sql),
    ({ channel }) => ({ channel }),
    async ({ channel, settings }) => {
      const { digest } = settingsIn(settings)
      await beginDigests(tx, channel, deps.now())
      await scheduleDigest(deps, tx, channel, { digest })
    },
  )

/** Lane `digest`. A late digest covers the whole time. One of an older schedule is not posted. */
export const postDigest = async (deps: BotDeps, job: BotJob<'digest'>): Promise<void> => {
  const { channel, due } = job.payload
  const { sql } = deps.database
  const settings = await channelSettings(sql, channel)
  if (!settings.digest || !isDigestTime(settings.digest, due)) return
  const until = deps.now()
  const coveredUntil = await digestedUntil(sql, channel)
  // A future time comes from a clock that was set back, so it is ignored.
  const since =
    coveredUntil !== undefined && coveredUntil > until ? until - periodOf(settings.digest) : coveredUntil
  // The first of several late digests has reported everything.
  const wanted = since === undefined || since < due
  const facts = wanted ? await digestFacts(deps, channel, { since, until }) : undefined
  await deps.database.transaction(async (tx) => {
    const isNews = facts !== undefined && (await setDigested(tx, channel, coveredUntil, until))
    if (isNews && newsIn(facts).projects.length > 0)
      await queuePosts(deps, tx, [{ channel, kind: 'digest', objectUuid: `digest@${due}`, facts }])
    await scheduleDigest(deps, tx, channel, settings)
    await job.done(tx)
  })
}
