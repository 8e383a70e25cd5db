import { type ProjectChannel, projectChannels } from '../../../audience/store/project-channels.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import type { Reader, Route } from '../../../audience/audience.ts'
import { type TaskInView, threadCardFacts } from '../../../tracker/task-in-view.ts'
import type { Planned } from './decision.ts'

/**
 * The root of a task's thread in a channel. Stored now, posted with the first message that needs it. The interface
 * lists no comments, so earlier ones are those that events told of.
 */
export const plannedCard = (view: TaskInView, route: Route): Planned => ({
  channel: route.channel,
  kind: 'task_card',
  objectUuid: view.uuid,
  facts: threadCardFacts(view, route, view.hadComments),
  whenNeeded: true,
})

export const channelsOfTask = (
  { database, now }: Pick<BotDeps, 'database' | 'now'>,
  { uuid, project }: TaskInView,
): Promise<ProjectChannel[]> => projectChannels(database.sql, project, { kind: 'task_card', uuid }, now())

/** Empty if the channel has the card already. */
export const cardIn = (view: TaskInView, reader: Reader): Planned[] =>
  reader.carded ? [] : [plannedCard(view, reader)]
