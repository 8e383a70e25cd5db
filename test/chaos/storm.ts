import { setTimeout as sleep } from 'node:timers/promises'
import type { Deed, Plan } from './plan.ts'
import { strike, type StrikeSurroundings } from './strike.ts'
import type { SlackSide } from './sides/slack.ts'
import type { TrackerSide } from './sides/tracker.ts'

interface Surroundings extends StrikeSurroundings {
  readonly plan: Plan
  readonly slack: SlackSide
  readonly tracker: TrackerSide
}

const perform = async (deed: Deed, { slack, tracker }: Surroundings): Promise<void> => {
  switch (deed.do) {
    case 'comment':
      return tracker.comment(deed.key, deed.task, deed.isLong)
    case 'edit comment':
      return tracker.editComment(deed.key)
    case 'delete comment':
      return tracker.deleteComment(deed.key)
    case 'edit made':
      return tracker.editMade(deed.key)
    case 'delete made':
      return tracker.deleteMade(deed.key)
    case 'change task':
      return tracker.changeTask(deed.task, deed.assignee)
    case 'complete task':
      return tracker.completeTask(deed.task)
    case 'reply':
      return slack.reply(deed.key, deed)
    case 'edit reply':
      return slack.editReply(deed.key)
    case 'delete reply':
      return slack.deleteReply(deed.key)
  }
}

/** Runs all deeds and faults of the plan at their times. Resolves when the last fault has ended. */
export const storm = async (around: Surroundings): Promise<void> => {
  const { plan, timeline } = around
  const deeds = plan.deeds.map(async (deed) => {
    await sleep(Math.max(0, deed.at - timeline.now()))
    await perform(deed, around)
  })
  await Promise.all([...deeds, ...plan.faults.map((fault) => strike(fault, around)), sleep(plan.stormMs)])
}
