import { taskNames } from '../plan.ts'
import type { Story } from '../story.ts'
import { type Case, readersOf } from './case.ts'

/** The last acknowledged assignee and later ones, because any event makes the bot read the current state. */
const assigneesOf = ({ changes }: Story, task: number): string[] => {
  const ofTask = changes.filter((change) => change.task === task)
  const last = ofTask.findLastIndex(({ isHeard }) => isHeard)
  return last < 0 ? [] : ofTask.slice(last).map(({ assignee }) => assignee)
}

/** In the channel itself, because the task had no thread then. A task that it names as next comes later. */
const isAlone = (text: string, name: string): boolean =>
  text.startsWith('✅ ') && (text.split(' completed')[0] ?? '').includes(name)

/** Each task has one card per channel, with its current state, and one line for its completion. */
export const judgeTasks = ({ story, said, blame }: Case): void => {
  for (const [task, name] of taskNames.entries())
    for (const channel of readersOf(task)) {
      const where = `${name} in ${channel}`
      const cards = said.cards(channel, task)
      if (cards.length !== 1) blame('a task has not one card', `${where}: ${cards.length}`)
      const assignees = assigneesOf(story, task)
      const isOneIn = (text: string) => assignees.some((assignee) => text.includes(assignee))
      if (assignees.length > 0 && !cards.every(({ text }) => isOneIn(text)))
        blame('a card is stale', `${where}: ${cards[0]?.text.slice(0, 120)}`)
      if (!story.completed.has(task)) continue
      const lines = [
        ...said.inThread(channel, task).filter(({ text }) => text.startsWith('Task completed')),
        ...said.rootsOf(channel).filter(({ text }) => isAlone(text, name)),
      ]
      if (lines.length !== 1) blame('a completion is not said once', `${where}: ${lines.length}`)
    }
}
