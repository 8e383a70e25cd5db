import type { TrackerEvent } from '../../../contract/event.ts'
import { deliveriesAbout } from '../posts/store/deliveries.ts'
import { knownTask } from '../../store/known/known-tasks.ts'
import { taskCardSchema } from '../../kit/cards/task-card.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Decision, dropped, handled } from '../posts/plan/decision.ts'
import { readFacts } from '../posts/plan/delivery-facts.ts'
import { unlessMissing } from '../../tracker/tracker-trouble.ts'

type Event = Extract<TrackerEvent, { name: 'task_deleted' }>

/** Once the tracker no longer has the task, strikes the card through. Its thread takes no more replies. */
export const onTaskDeleted = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const task = await unlessMissing(deps.api.getTask({ task_uuid: event.objectUuid }))
  if (task) return dropped('not verified: the task is still there')
  const known = await knownTask(deps.database.sql, event.objectUuid)
  const cards = await deliveriesAbout(deps.database.sql, 'task_card', event.objectUuid)
  return handled(
    cards.map((card) => ({
      channel: card.channel,
      kind: 'task_card_update',
      objectUuid: `${event.objectUuid}@deleted`,
      op: 'update',
      on: { kind: 'task_card', uuid: event.objectUuid },
      facts: { ...readFacts(taskCardSchema, card), deleted: true },
    })),
    { notes: [{ of: 'task-gone', uuid: event.objectUuid }], internal: known?.isInternal },
  )
}
