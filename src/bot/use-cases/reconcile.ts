import { isoDate } from '../../contract/dates.ts'
import { deliveredLike } from '../../store/bot/delivered.ts'
import { knownProject } from '../../store/bot/known.ts'
import { runningSubscriptions, type Subscription } from '../../store/bot/subscriptions.ts'
import type { Tx } from '../../store/database.ts'
import type { Job } from '../../store/lanes.ts'
import type { BotDeps } from '../deps.ts'
import { routeTo } from './audience.ts'
import { lostAccounts, tellLost } from './accounts.ts'
import { commitPlanned } from './commit-planned.ts'
import type { Planned } from './decision.ts'
import { leaveOut } from './leave-out.ts'
import { completedFacts } from './on-project-completed.ts'
import { isCompleted, type ProjectInView, projectInView } from './project-in-view.ts'
import { laneError } from './tracker-trouble.ts'

/** Two in the morning, UTC: when few events would come in between. */
const hour = 2

const nextTick = (now: number): number => {
  const today = Date.parse(isoDate(now)) + hour * 3_600_000
  return today > now ? today : today + 86_400_000
}

/** Puts the next comparison into its lane; one node of many does, since the day is the job's key. */
export const scheduleReconcile = async (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> => {
  const runAt = nextTick(deps.now())
  await deps.lanes.enqueue(tx, [
    { kind: 'reconcile', lane: 'daily', uniqueKey: isoDate(runAt), payload: { day: isoDate(runAt) }, runAt },
  ])
}

/**
 * Whether a channel should have heard of a completion: it was completed while the subscription stood, and no
 * announcement of it is in the ledger. Where the tracker shows no date, nobody can tell, and nothing is said.
 */
const wasMissed = async (
  deps: BotDeps,
  view: ProjectInView,
  { channel, events, createdAt }: Subscription,
) => {
  const completed = view.item.completed_date?.slice(0, 10)
  if (!events.includes('project_completed') || completed === undefined || completed < isoDate(createdAt))
    return false
  return !(await deliveredLike(deps.database.sql, channel, 'project_completed', `${view.uuid}@`))
}

const announcement = async (deps: BotDeps, view: ProjectInView, channel: string): Promise<Planned> => ({
  channel,
  kind: 'project_completed',
  objectUuid: `${view.uuid}@${view.item.completed_date ?? ''}`,
  op: 'post',
  facts: completedFacts(view, await routeTo(deps, channel), {}),
})

const missedIn = async (deps: BotDeps, subscriptions: readonly Subscription[]): Promise<Planned[]> => {
  const found: Planned[] = []
  for (const subscription of subscriptions) {
    const known = await knownProject(deps.database.sql, subscription.target)
    const view = known && (await projectInView(deps, known.uuid, { name: known.name }))
    if (!view || !isCompleted(view) || !(await wasMissed(deps, view, subscription))) continue
    found.push(await announcement(deps, view, subscription.channel))
  }
  return found
}

/** One divider a channel, above what was missed there. */
const withDividers = (found: readonly Planned[], day: string): Planned[] => {
  const channels = [...new Set(found.map(({ channel }) => channel))]
  return channels.flatMap((channel): Planned[] => {
    const here = found.filter((plan) => plan.channel === channel)
    if (here.every(({ leftOut }) => leftOut !== undefined)) return here
    return [
      { channel, kind: 'missed', objectUuid: day, op: 'post', facts: { projects: here.length } },
      ...here,
    ]
  })
}

/**
 * Lane `reconcile`: webhooks do not replace a periodic pass (interface, "Delivery rules" 5). Once a day the
 * linked projects are compared with the tracker, and what was missed is posted under one divider. The interface
 * lists projects alone, so completions are what can be found; comments can not.
 */
export const reconcile =
  (deps: BotDeps) =>
  async (job: Job): Promise<void> => {
    const { day } = job.payload as { day: string }
    try {
      const subscriptions = await runningSubscriptions(deps.database.sql, 'project')
      const missed = await missedIn(deps, subscriptions)
      const wanted = await leaveOut(deps, 'project_completed', { about: 'project', actor: undefined }, missed)
      const planned = withDividers(wanted, day)
      const lost = await lostAccounts(deps)
      await deps.database.transaction(async (tx) => {
        await commitPlanned(deps, tx, null, planned)
        await tellLost(deps, tx, lost)
        await scheduleReconcile(deps, tx)
        await job.done(tx)
      })
    } catch (error) {
      throw laneError(error)
    }
  }
