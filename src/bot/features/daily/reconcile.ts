import type { ProjectItem } from '../../../contract/project.ts'
import { eachAlone } from '../../store/each-alone.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { commitPlanned } from '../../sync/posts/plan/commit-planned.ts'
import type { Planned } from '../../sync/posts/plan/decision.ts'
import { allProjects, factsOf, noticeAccount, uuidOf } from '../../tracker/find-project.ts'
import { leaveOut } from '../../sync/posts/plan/leave-out.ts'
import { missedCompletions } from './missed-completions.ts'
import { scheduleDaily } from './schedule-daily.ts'
import { covers } from '../../audience/store/covers.ts'
import { markAccountLost, wasAccountSeen } from '../../audience/store/accounts.ts'
import { runningSubscriptions, type Subscription } from '../../audience/store/subscriptions.ts'
import { accountLost } from '../status/messages/status.ts'
import { mark } from '../../answers/marks.ts'

/** Subscriptions to accounts whose last project is gone. Empty if the project list is incomplete. */
const lostAccounts = async (
  deps: BotDeps,
  projects: () => ReturnType<typeof allProjects>,
): Promise<Subscription[]> => {
  const { sql } = deps.database
  const watched = async () =>
    (await runningSubscriptions(sql, 'account')).filter(({ accountLostAt }) => accountLostAt === undefined)
  if ((await watched()).length === 0) return []
  const { items, whole } = await projects()
  const accounts = new Map(items.map((item) => [item.account?.name, item]))
  const accountOf = ({ account }: ProjectItem) => ({ account: account?.name })
  await eachAlone(deps.log, [...accounts.values()], accountOf, (item) => noticeAccount(deps, item))
  if (!whole) return []
  const lost: Subscription[] = []
  for (const one of await watched()) {
    if (items.some((item) => covers(one, factsOf(item, uuidOf(item) ?? '')))) continue
    if (one.accountId !== undefined || (await wasAccountSeen(sql, one.target))) lost.push(one)
  }
  return lost
}

/** Tells each subscriber once. */
const tellLost = async (
  deps: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  lost: readonly Subscription[],
): Promise<void> => {
  for (const { channel, target, label, createdBy } of lost) {
    if (!(await markAccountLost(tx, { channel, target }, deps.now()))) continue
    const message = accountLost({ channel, label })
    await mark(deps, tx, { channel, ts: `lost-${target}` }, [{ op: 'direct', user: createdBy, message }])
  }
}

/** 02:00 UTC, when few events arrive. */
const hour = 2

export const scheduleReconcile = (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> =>
  scheduleDaily(deps, tx, 'reconcile', hour)

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

/** The daily pass of the interface's "Delivery rules" 5. It lists only projects: comments stay missed. */
export const reconcile = async (deps: BotDeps, job: BotJob<'reconcile'>): Promise<void> => {
  const { day } = job.payload
  // Read at most once, and only for `account` or `all` subscriptions.
  let all: ReturnType<typeof allProjects> | undefined
  const projects = () => (all ??= allProjects(deps))
  // First, because it updates renamed accounts.
  const lost = await lostAccounts(deps, projects)
  const missed = await missedCompletions(deps, async () => (await projects()).items)
  const wanted = await leaveOut(deps, { about: 'project' }, missed)
  const planned = withDividers(wanted, day)
  await deps.database.transaction(async (tx) => {
    await commitPlanned(deps, tx, planned)
    await tellLost(deps, tx, lost)
    await scheduleReconcile(deps, tx)
    await job.done(tx)
  })
}
