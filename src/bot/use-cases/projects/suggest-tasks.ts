import { knownTask } from '../../store/tracker/known-tasks.ts'
import { tasksOfChannel } from '../../store/tracker/channel-tasks.ts'
import { taskReference } from '../../commands/reference.ts'
import type { Choice } from '../../messages/kit/options.ts'
import type { BotDeps } from '../../deps.ts'
import { mayShow, routeTo } from '../../access/audience.ts'
import { within } from '../answers/within.ts'

/** A menu waits three seconds for its entries. */
const patienceMs = 1_500

/** The tasks to choose from in a channel, by a part of their name or project; a URL or uuid is the task itself. */
export const suggestTasks = async (deps: BotDeps, channel: string, typed: string): Promise<Choice[]> => {
  const named = taskReference(typed)
  if (named?.by === 'uuid') {
    const known = await knownTask(deps.database.sql, named.uuid)
    const asked = known ?? (await within(patienceMs, deps.api.getTask({ task_uuid: named.uuid })))
    return asked ? [{ value: named.uuid, text: asked.name }] : []
  }
  const [tasks, route] = await Promise.all([
    tasksOfChannel(deps.database.sql, channel, typed.trim(), { limit: 100, orProject: true }),
    within(patienceMs, routeTo(deps, channel)),
  ])
  if (!route) return []
  return tasks
    .filter(({ isInternal }) => mayShow(route, isInternal))
    .map(({ uuid, name, projectName }) => ({ value: uuid, text: name, description: projectName }))
}
