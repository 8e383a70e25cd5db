import { actions, command } from '../kit/ids.ts'
import { button, buttons, openButton } from '../kit/buttons.ts'
import { channel, line, link, message, type Message, name, note, user } from '../kit/message.ts'
import { unstopped } from '../kit/words.ts'

interface OfProject {
  projectName: string
}

/** Sent when *Create* is pressed, before the tracker answers. */
export const projectStored = ({ projectName }: OfProject): Message =>
  message(line('The project ', name(`“${projectName}”`), ' is being created. You hear when it is there.'))

const waitReasons = {
  quota: 'The monthly API quota of the tracker is used up: it is created when the month turns.',
  unauthorized: 'The tracker does not accept the app’s key: an admin has to replace it.',
  away: 'The tracker does not answer: it is asked again until it does.',
}

export interface ProjectWaitingFacts extends OfProject {
  why: keyof typeof waitReasons
}

/** Sent once. */
export const projectWaiting = ({ projectName, why }: ProjectWaitingFacts): Message =>
  message(
    line('The project ', name(`“${projectName}”`), ' has to wait. Nothing is lost.'),
    waitReasons[why],
    'You hear when it is there. There is nothing to do.',
  )

interface ProjectMadeFacts extends OfProject {
  url?: string | undefined
  channel?: string | undefined
  /** Another person pressed *Create* for the same name first. Only one project exists. */
  by?: string | undefined
}

export const projectMade = ({ projectName, url, channel: receiver, by }: ProjectMadeFacts): Message =>
  message(
    line(
      'The project ',
      link(url, projectName, { bold: true }),
      by === undefined
        ? ' is created.'
        : [' was created a moment before, by ', user(by), ': there is one, not two.'],
    ),
    receiver === undefined
      ? 'No channel receives it: invite the app to one and use /onboard subscribe.'
      : line(channel(receiver), ' receives it from now on. Its threads take replies as comments.'),
    buttons(openButton(url, projectName)),
  )

/** It is unknown whether the project exists. Creating it again could make a second one. */
export const projectUnconfirmed = ({ projectName }: OfProject): Message =>
  message(
    line('The tracker did not confirm the project ', name(`“${projectName}”`), '. It may be there, or not.'),
    `Look in the tracker before you create it again, or ask with ${command} project and its name.`,
  )

interface ProjectRefusedFacts extends OfProject {
  /** Sentences that say what is wrong and what to do. */
  problems: readonly string[]
  requestId?: string | undefined
  /** Id of the stored form, for *Open again*. */
  formId: number
}

export const projectRefused = (facts: ProjectRefusedFacts): Message => {
  const { projectName, problems, requestId, formId } = facts
  return message(
    line('The project ', name(`“${projectName}”`), ' was not created.'),
    ...problems.slice(0, 10).map((problem) => line(name(unstopped(problem)), '.')),
    problems.length > 10 && note(`and ${problems.length - 10} more`),
    'What you filled in is kept: open it again, change it, and create.',
    requestId !== undefined && note(`Request of the tracker: ${requestId}`),
    buttons(button(actions.openCreate, 'Open again', { value: String(formId) })),
  )
}
