import { type TaskState, unanswered } from '../../store/bot/task-states.ts'
import type { BotDeps } from '../deps.ts'
import { nameOf, peopleOf } from './people.ts'

/** Since when a task waits for the customer, in ms; undefined when it does not. */
export type WaitingSince = (task: TaskState) => number | undefined

/** Names that are customers' alone. The interface gives a task's assignee by name, so a namesake counts as ours. */
const customerNames = async (deps: Pick<BotDeps, 'api'>): Promise<ReadonlySet<string>> => {
  const [customers, ours] = await Promise.all([peopleOf(deps, true), peopleOf(deps, false)])
  const names = new Set(customers.map(nameOf))
  for (const person of ours) names.delete(nameOf(person))
  return names
}

/**
 * A task waits for the customer when it is open, not internal, and either is assigned to a customer or has a
 * comment of the vendor's that no customer answered: since the earlier of the two.
 */
export const waitingOnCustomer = async (deps: BotDeps, projectUuid: string): Promise<WaitingSince> => {
  const names = await customerNames(deps)
  const asked = await unanswered(deps.database.sql, projectUuid)
  return (task) => {
    if (task.completed || task.isInternal === true) return undefined
    const assigned = names.has(task.assigneeName ?? '') ? task.assignedAt : undefined
    const since = [assigned, asked.get(task.uuid)].filter((at) => at !== undefined)
    return since.length === 0 ? undefined : Math.min(...since)
  }
}
