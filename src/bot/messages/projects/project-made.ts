import {
  channel as channelSpan,
  line,
  link,
  linkButton,
  buttons,
  type Message,
  message,
  user,
} from '../kit/message.ts'

export interface ProjectMadeFacts {
  projectName: string
  url?: string | undefined
  /** The channel that receives it from now on. */
  channel?: string | undefined
  /** Somebody else pressed Create for the same name first: nothing was made twice. */
  by?: string | undefined
}

/** To the person who pressed *Create*. */
export const projectMade = ({ projectName, url, channel, by }: ProjectMadeFacts): Message =>
  message(
    line(
      'The project ',
      link(url, projectName, { bold: true }),
      by === undefined ? ' is created.' : ' was created a moment before, by ',
      by !== undefined && user(by),
      by !== undefined && ': there is one, not two.',
    ),
    channel === undefined
      ? line('No channel receives it: invite the app to one and use /onboard subscribe.')
      : line(channelSpan(channel), ' receives it from now on. Its threads take replies as comments.'),
    buttons(linkButton(url, 'Open', `Open ${projectName} in the tracker`)),
  )
