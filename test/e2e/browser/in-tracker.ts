import { commentsOn } from '../../support/story.ts'
import { eventually, type TrackerTask, type World } from '../../support/world.ts'

export const taskIn = (tasks: readonly TrackerTask[], name: string): TrackerTask => {
  const found = tasks.find((task) => task.name === name)
  if (!found) throw new Error(`the demo project has no task ${name}`)
  return found
}

/** Waits until a comment of the task contains the words. */
export const saysOn = (world: World, project: string, task: string, words: string) =>
  eventually(`“${words}” on the task`, async () =>
    (await commentsOn(world, project, task)).some(({ message_plain: text }) => text.includes(words))
      ? true
      : undefined,
  )
