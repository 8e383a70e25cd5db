import { deliveriesAbout } from '../store/deliveries.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import { mayTell, routeTo } from '../../../audience/audience.ts'
import { briefOf } from './delivery-facts.ts'
import type { Planned } from './decision.ts'
import { type TaskInView, threadCardFacts } from '../../../tracker/task-in-view.ts'

/** What the task's cards say now. Skips shared channels that may not see the task anymore. */
export const taskCardUpdates = async (deps: BotDeps, view: TaskInView): Promise<Planned[]> => {
  const planned: Planned[] = []
  for (const card of await deliveriesAbout(deps.database.sql, 'task_card', view.uuid)) {
    const { channel } = card
    const route = await routeTo(deps, channel)
    if (!(await mayTell(deps, route, view))) continue
    const { existedBefore = false, newest } = briefOf(card)
    const said = { ...threadCardFacts(view, route, existedBefore), newest }
    planned.push({ channel, kind: 'task_card', objectUuid: view.uuid, change: true, facts: said })
  }
  return planned
}
