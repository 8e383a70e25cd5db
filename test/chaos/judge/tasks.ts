import { taskNames } from '../plan.ts'
import { type Case, readersOf } from './case.ts'

/** One card a task and channel, as the task is now; one line for its completion. */
export const judgeTasks = ({ story, said, blame }: Case): void => {
  for (const [task, name] of taskNames.entries())
    for (const channel of readersOf(task)) {
      const where = `${name} in ${channel}`
      const cards = said.cards(channel, task)
      if (cards.length !== 1) blame('a task has not one card', `${where}: ${cards.length}`)
      const assignee = story.assignees.get(task)
      if (assignee !== undefined && !cards.every(({ text }) => text.includes(assignee)))
        blame('a card is stale', `${where}: ${cards[0]?.text.slice(0, 120)}`)
      if (!story.completed.has(task)) continue
      const lines = said.inThread(channel, task).filter(({ text }) => text.startsWith('Task completed'))
      if (lines.length !== 1) blame('a completion is not said once', `${where}: ${lines.length}`)
    }
}
