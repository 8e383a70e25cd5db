import { actions } from '../kit/ids.ts'
import { button, buttons, line, linkButton, type Message, message, name } from '../kit/message.ts'

export interface ReplyEditNotPossibleFacts {
  what: 'edit' | 'delete'
  taskUuid: string
  taskName?: string | undefined
  taskUrl?: string | undefined
}

/** To the author alone: what they changed in Slack stays as it was in the tracker. */
export const replyEditNotPossible = (facts: ReplyEditNotPossibleFacts): Message => {
  const task = facts.taskName === undefined ? 'the task' : `“${facts.taskName}”`
  const edited = facts.what === 'edit'
  return message(
    line(
      edited ? 'Your edit is in Slack only' : 'Your reply is deleted in Slack only',
      name(`: the comment on ${task} is unchanged, since the tracker’s interface has no operation for it.`),
    ),
    line(
      edited
        ? 'Post a correction as a second comment, or edit the comment in the tracker.'
        : 'Delete the comment in the tracker, or post a correction as a second comment.',
    ),
    buttons(
      button({ action: actions.correction, text: 'Post a correction', value: facts.taskUuid }),
      linkButton(facts.taskUrl, 'Open task'),
    ),
  )
}
