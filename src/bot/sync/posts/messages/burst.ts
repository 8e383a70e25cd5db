import { z } from 'zod'
import { maybe, numbers, text } from '../../../kit/facts.ts'
import { muteMenu } from '../../../audience/messages/paused.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { actions } from '../../../kit/ids.ts'
import { dotted, line, link, type Message, message, note } from '../../../kit/message.ts'
import { count } from '../../../kit/text/words.ts'

export const burstSchema = z.object({
  projectName: text,
  ...maybe('url'),
  ...numbers('tasks', 'subtasks', 'others'),
})
export type BurstFacts = z.output<typeof burstSchema>

/** Replaces single lines when one project changes often within a minute. Updated with each change. */
export const burst = ({ projectName, url, tasks, subtasks, others }: BurstFacts): Message =>
  message(
    line(
      `${count(tasks + subtasks + others, 'more change')} at once: `,
      link(url, projectName, { bold: true }),
    ),
    dotted(
      tasks > 0 && `${count(tasks, 'task')} completed`,
      subtasks > 0 && `${count(subtasks, 'subtask')} completed or answered`,
      others > 0 && `${count(others, 'change')} to the project`,
    ),
    note('The tracker has the details. Comments still come one by one.'),
    buttons(muteMenu('here', 'Mute…'), button(actions.openSettings, 'Settings')),
  )
