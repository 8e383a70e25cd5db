import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { lostAccounts, tellLost } from './accounts.ts'
import { commitPlanned } from '../ledger/commit-planned.ts'
import type { Planned } from '../ledger/decision.ts'
import { allProjects } from '../tracker/find-project.ts'
import { leaveOut } from '../ledger/leave-out.ts'
import { missedCompletions } from './missed-completions.ts'
import { scheduleDaily } from './schedule-daily.ts'
import { laneError } from '../tracker/tracker-trouble.ts'

/** Two in the morning, UTC: when few events would come in between. */
const hour = 2

/** Puts the next comparison into its lane. */
export const scheduleReconcile = (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> =>
  scheduleDaily(deps, tx, 'reconcile', hour)

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
 * projects that channels receive are compared with the tracker, and what was missed is posted under one divider.
 * The interface lists projects alone, so completions are what can be found; comments can not.
 */
export const reconcile =
  (deps: BotDeps) =>
  async (job: BotJob<'reconcile'>): Promise<void> => {
    const { day } = job.payload
    try {
      // Read at most once, and only where somebody receives by account, or all.
      let all: ReturnType<typeof allProjects> | undefined
      const projects = () => (all ??= allProjects(deps))
      // First, for it follows accounts that were renamed.
      const lost = await lostAccounts(deps, projects)
      const missed = await missedCompletions(deps, async () => (await projects()).items)
      const wanted = await leaveOut(deps, 'project_completed', { about: 'project', actor: undefined }, missed)
      const planned = withDividers(wanted, day)
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
