import { type KnownTask } from '../../store/tracker/known-tasks.ts'
import { unanswered } from '../../store/tracker/known-comments.ts'
import type { BotDeps } from '../../deps.ts'
import { nameOf, peopleOf } from '../tracker/people.ts'
import { unlessNoPeople } from '../tracker/tracker-trouble.ts'

type Waiting = Pick<KnownTask, 'uuid' | 'completed' | 'isInternal' | 'assigneeName' | 'assignedAt'>

/** Since when a task has been waiting for the customer, in ms. Undefined if it is not. */
export type WaitingSince = (task: Waiting) => number | undefined

/** If the tracker doesn't show people, only comments count. */
const people = async (deps: Pick<BotDeps, 'api'>, customers: boolean) =>
  (await unlessNoPeople(peopleOf(deps, customers))) ?? []

/** Names that only customers have. Tasks have only the assignee's name, so a shared name counts as ours. */
export const customerNames = async (deps: Pick<BotDeps, 'api'>): Promise<ReadonlySet<string>> => {
  const [customers, ours] = await Promise.all([people(deps, true), people(deps, false)])
  const names = new Set(customers.map(nameOf))
  for (const person of ours) names.delete(nameOf(person))
  return names
}

/**
 * A task waits since it was assigned to a customer, or since the first unanswered comment, if earlier. `asked`: those
 * comments, by task.
 */
export const waitingSince =
  (asked: ReadonlyMap<string, number>, names: ReadonlySet<string>): WaitingSince =>
  (task) => {
    if (task.completed || task.isInternal === true) return undefined
    const assigned = names.has(task.assigneeName ?? '') ? task.assignedAt : undefined
    const since = [assigned, asked.get(task.uuid)].filter((at) => at !== undefined)
    return since.length === 0 ? undefined : Math.min(...since)
  }

export const waitingOnCustomer = async (
  deps: BotDeps,
  projectUuid: string,
  names: ReadonlySet<string>,
): Promise<WaitingSince> => waitingSince(await unanswered(deps.database.sql, projectUuid), names)
