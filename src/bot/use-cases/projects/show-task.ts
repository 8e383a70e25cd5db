import type { TaskReference } from '../../commands/reference.ts'
import { internalTaskInSharedChannel } from '../../messages/answers/not-here.ts'
import { withShare } from '../../messages/answers/share.ts'
import { taskCard } from '../../messages/events/task-card.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { mayShow, routeTo } from '../../access/audience.ts'
import { findTask, isAnswer } from '../tracker/find-task.ts'
import { taskCardFacts } from '../tracker/task-in-view.ts'

/** `/onboard task …`: a task's card, with *Comment*. */
export const showTask = async (deps: BotDeps, channel: string, task: TaskReference): Promise<Answer> => {
  const found = await findTask(deps, channel, task, (uuid) => `task ${uuid}`)
  if (isAnswer(found)) return found
  const route = await routeTo(deps, channel)
  if (!mayShow(route, found.internal)) return { message: internalTaskInSharedChannel() }
  return { message: withShare(taskCard(taskCardFacts(found, route, false)), `task ${found.uuid}`) }
}
