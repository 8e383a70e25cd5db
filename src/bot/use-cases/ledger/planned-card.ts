import type { Route } from '../../access/audience.ts'
import { type TaskInView, taskCardFacts } from '../tracker/task-in-view.ts'
import type { Planned } from './decision.ts'

/** The card that roots the task's thread in a channel; written now, posted when something hangs on it. */
export const plannedCard = (view: TaskInView, route: Route, existedBefore: boolean): Planned => ({
  channel: route.channel,
  kind: 'task_card',
  objectUuid: view.uuid,
  op: 'post',
  facts: taskCardFacts(view, route, existedBefore),
  whenNeeded: true,
})
