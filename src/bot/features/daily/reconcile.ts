import { eachAlone } from '../../deps/faults.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type BotJob, listingJob, type NewBotJob } from '../../store/payloads.ts'
import { queuePosts, type WantedPost } from '../../sync/posts/decision.ts'
import { allProjects, projectInView } from '../../tracker/listed-projects.ts'
import { leaveOut } from '../../sync/posts/filters.ts'
import { scheduleDaily } from './plan-by-clock.ts'
import { runningSubscriptions, type Subscription, covers } from '../../store/subscriptions.ts'
import { isoDate } from '../../../contract/dates.ts'
import { lastPostLike } from '../../sync/store/past-posts.ts'
import { knownProject, longestUnlisted, rememberProject } from '../../store/known-projects.ts'
import { receivedProjects } from '../../store/project-channels.ts'
import { hasLists } from '../../tracker/listed-tasks.ts'
import { routeTo } from '../../audience/audience.ts'
import { announcementOf } from '../../sync/events/on-project-completed.ts'
import { isCompleted } from '../../tracker/tracker-says.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'

const withDividers = (found: readonly WantedPost[], day: string): WantedPost[] => {
  const channels = [...new Set(found.map(({ channel }) => channel))]
  return channels.flatMap((channel): WantedPost[] => {
    const here = found.filter((post) => post.channel === channel)
    if (here.every(({ leftOut }) => leftOut !== undefined)) return here
    return [{ channel, kind: 'missed', objectUuid: day, facts: { projects: here.length } }, ...here]
  })
}

/** The daily pass of the interface's "Delivery rules" 5. What each project's tasks need is a job of its own. */
export const reconcile = async (deps: BotDeps, job: BotJob<'reconcile'>): Promise<void> => {
  const { day, only } = job.payload
  if (only) {
    const listings = await listingsDue(deps)
    return deps.database.transaction((tx) => job.done(tx, listings))
  }
  const missed = await missedCompletions(deps)
  const { kept } = await leaveOut(deps, { about: 'project' }, missed)
  const posts = withDividers(kept, day)
  const listings = await listingsDue(deps)
  await deps.database.transaction(async (tx) => {
    await queuePosts(deps, tx, posts)
    await deps.lanes.enqueue(tx, listings)
    await scheduleDaily(deps, tx, 'reconcile')
    await job.done(tx)
  })
}

/** Each takes a call or more of the tracker's monthly quota. What is listed longest ago comes first. */
const mostListings = 300

/** Running projects that channels receive, if the tracker lists tasks. */
const listingsDue = async (deps: BotDeps): Promise<NewBotJob[]> => {
  const { sql } = deps.database
  const scopes = ['project', 'account', 'all'] as const
  const subscriptions = await Promise.all(scopes.map((scope) => runningSubscriptions(sql, scope)))
  const received = await receivedProjects(sql, subscriptions.flat())
  if (received?.length === 0 || !(await hasLists(deps))) return []
  const projects = await longestUnlisted(sql, received, mostListings)
  return projects.map(({ uuid }) => listingJob(uuid, deps))
}

const logFields = ({ channel, target }: Subscription) => ({ channel, target })

const wantsCompletions = ({ events }: Subscription) => events.includes('project_completed')

/** Whether the project was completed after the subscription, without a post. Without a date, it never counts. */
const wasMissed = async (deps: BotDeps, view: ProjectInView, subscription: Subscription) => {
  const { channel, scope, createdAt, confirmedAt } = subscription
  const completed = view.item.completed_date?.slice(0, 10)
  if (completed === undefined || completed < isoDate(createdAt)) return false
  // For wide subscriptions, completions during a pause or on the first day do not count.
  if (scope !== 'project' && completed <= isoDate(confirmedAt)) return false
  const postedAt = await lastPostLike(deps.database.sql, channel, 'project_completed', `${view.uuid}@`)
  return postedAt === undefined
}

const announcement = async (deps: BotDeps, view: ProjectInView, channel: string): Promise<WantedPost> => ({
  channel,
  kind: 'project_completed',
  objectUuid: `${view.uuid}@${view.item.completed_date ?? ''}`,
  facts: await (await announcementOf(deps, view, {}))(await routeTo(deps, channel)),
})

/** Projects with their own subscription, looked up one by one. */
const ofProjects = async (deps: BotDeps): Promise<[ProjectInView, Subscription][]> => {
  const found: [ProjectInView, Subscription][] = []
  const subscribed = (await runningSubscriptions(deps.database.sql, 'project')).filter(wantsCompletions)
  await eachAlone(deps.log, subscribed, logFields, async (one) => {
    const stored = await knownProject(deps.database.sql, one.target)
    const view = stored && (await projectInView(deps, stored.uuid, { name: stored.name }))
    // The project may have moved to another customer.
    if (view && covers(one, view)) found.push([view, one])
  })
  return found
}

/** From the tracker's full list. Leaves out items without uuid (before 2026-07-31): they would be announced twice. */
const ofList = async (deps: BotDeps) => {
  const { sql } = deps.database
  const wide = [
    ...(await runningSubscriptions(sql, 'account')),
    ...(await runningSubscriptions(sql, 'all')),
  ].filter(wantsCompletions)
  if (wide.length === 0) return []
  const { projects } = await allProjects(deps)
  return projects
    .filter((view) => view.item.uuid !== undefined && isCompleted(view))
    .flatMap((view) =>
      wide.filter((one) => covers(one, view)).map((one): [ProjectInView, Subscription] => [view, one]),
    )
}

/** One announcement for each project and channel. */
const missedCompletions = async (deps: BotDeps) => {
  const found = new Map<string, WantedPost>()
  const all = [...(await ofProjects(deps)), ...(await ofList(deps))]
  const nameOf = ([view, one]: (typeof all)[number]) => ({ ...logFields(one), project: view.uuid })
  await eachAlone(deps.log, all, nameOf, async ([view, one]) => {
    const key = `${one.channel} ${view.uuid}`
    if (found.has(key) || !isCompleted(view) || !(await wasMissed(deps, view, one))) return
    await rememberProject(deps.database.sql, view)
    found.set(key, await announcement(deps, view, one.channel))
  })
  return [...found.values()]
}
