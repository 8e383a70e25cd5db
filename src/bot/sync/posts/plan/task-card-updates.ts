import { deliveriesAbout } from '../store/deliveries.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import { mayTell, routeTo } from '../../../audience/audience.ts'
import { briefOf } from './delivery-facts.ts'
import type { Planned } from './decision.ts'
import { type TaskInView, threadCardFacts } from '../../../tracker/task-in-view.ts'

/** Skips shared channels that may not see the task anymore. `version` distinguishes changes. */
export const taskCardUpdates = async (
  deps: BotDeps,
  view: TaskInView,
  version: string,
): Promise<Planned[]> => {
  const planned: Planned[] = []
  for (const card of await deliveriesAbout(deps.database.sql, 'task_card', view.uuid)) {
    const { channel } = card
    const route = await routeTo(deps, channel)
    if (!(await mayTell(deps, route, view))) continue
    planned.push({
      channel,
      kind: 'task_card_update',
      objectUuid: `${view.uuid}@${version}`,
      op: 'update',
      on: { kind: 'task_card', uuid: view.uuid },
      facts: threadCardFacts(view, route, briefOf(card).existedBefore ?? false),
    })
  }
  return planned
}
