import { actions, command } from '../../../kit/ids.ts'
import { button, buttons, openButton } from '../../../kit/buttons.ts'
import {
  bold,
  channel,
  line,
  link,
  message,
  type Message,
  name,
  note,
  user,
  say,
} from '../../../kit/message.ts'
import { unstopped } from '../../../kit/text.ts'

interface OfProject {
  projectName: string
}

/** One text for every reason. `/onboard status` says what is wrong with the tracker. */
export const projectWaiting = ({ projectName }: OfProject): Message =>
  message(
    say`The project ${name(`“${projectName}”`)} isn’t ready yet. Nothing is lost, and you’ll hear when it is.`,
    `If it takes long, ${command} status says whether the tracker is the reason.`,
  )

interface ProjectMadeFacts extends OfProject {
  url?: string | undefined
  channel?: string | undefined
  /** The channel that the person chose, but may no longer change. */
  refused?: string | undefined
  /** The person must first confirm who reads the channel. */
  isAsked?: boolean | undefined
  newChannel?: string | undefined
  /** Another person pressed *Create* for the same name first. Only one project exists. */
  by?: string | undefined
}

export const projectMade = (facts: ProjectMadeFacts): Message => {
  const { projectName, url, channel: receiver, refused, newChannel, isAsked = false, by } = facts
  const project = link(url, projectName, { bold: true })
  const isNowhere = receiver === undefined && newChannel === undefined && refused === undefined && !isAsked
  return message(
    by === undefined
      ? say`The project ${project} was created.`
      : say`The project ${project} was created a moment before, by ${user(by)}, so there’s one project, not two.`,
    newChannel !== undefined &&
      say`Its channel ${bold(`#${newChannel}`)} is being created. You’ll hear when it’s ready.`,
    refused !== undefined &&
      say`${channel(refused)} isn’t subscribed to it, because only its members may change what it receives.
        Join it and use /onboard subscribe, or ask a member.`,
    receiver !== undefined &&
      say`${channel(receiver)} is subscribed to it. Replies in its task threads become comments.`,
    isNowhere && 'No channel is subscribed to it. Invite the app to one and use /onboard subscribe.',
    buttons(openButton(url, projectName)),
  )
}

/** It is unknown whether the project exists. Creating it again could make a second one. */
export const projectUnconfirmed = ({ projectName }: OfProject): Message =>
  message(
    say`The tracker didn’t confirm the project ${name(`“${projectName}”`)}. It may or may not exist.`,
    `Check the tracker, or ${command} project and its name, before you create it again.`,
  )

interface ProjectRefusedFacts extends OfProject {
  problems: readonly string[]
  requestId?: string | undefined
  /** For *Open again*. */
  formId: number
}

export const projectRefused = (facts: ProjectRefusedFacts): Message => {
  const { projectName, problems, requestId, formId } = facts
  return message(
    say`The project ${name(`“${projectName}”`)} wasn’t created.`,
    ...problems.slice(0, 10).map((problem) => line(name(unstopped(problem)), '.')),
    problems.length > 10 && note(`and ${problems.length - 10} more`),
    'Your entries are saved. Open the form again, correct it, and create the project.',
    requestId !== undefined && note(`Tracker request: ${requestId}`),
    buttons(button(actions.openCreate, 'Open again', { value: String(formId) })),
  )
}

export const createLoading = (): Message => message('Loading data fields and people from the tracker…')
