import { actions, command } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import { line, type Message, message, name } from '../kit/message.ts'

interface OfTask {
  taskName: string
}

/** `/onboard` works in no thread, and a mention in the channel is in none. */
export const whichThread = (): Message =>
  message(
    'Which thread? This command belongs in one.',
    'Type @Onboarding sync <task> as a reply in the thread, or open a message’s menu and choose Sync thread with a task.',
  )

export const notReceived = ({
  taskName,
  projectName,
  projectUuid,
}: OfTask & { projectName: string; projectUuid: string }): Message =>
  message(
    line(
      'This thread wasn’t synced with ',
      name(`“${taskName}”`),
      ': the channel isn’t subscribed to ',
      name(projectName),
      ', so the task’s comments wouldn’t arrive.',
    ),
    `Subscribe the channel, here or with ${command} subscribe, then sync again.`,
    buttons(button(actions.subscribe, 'Subscribe channel', { value: projectUuid })),
  )

export const internalNotHere = ({ taskName }: OfTask): Message =>
  message(
    line(
      'This thread wasn’t synced: ',
      name(`“${taskName}”`),
      ' is an internal task, and people outside your team can read this channel.',
    ),
    'Open a thread in a channel of your own team, and sync it there.',
  )

/** The thread is under another task's card. */
export const threadOfOther = ({ taskName }: OfTask): Message =>
  message(
    line('This thread wasn’t synced: it is the thread of the task ', name(`“${taskName}”`), '.'),
    'Try a thread that isn’t under a task’s card.',
  )
