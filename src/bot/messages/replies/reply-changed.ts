import { actions } from '../kit/ids.ts'
import { button, buttons, linkButton } from '../kit/buttons.ts'
import { line, message, type Message, name, quote } from '../kit/message.ts'
import { theTask } from './reply-failed.ts'

export interface ReplyChangedFacts {
  what: 'edited' | 'deleted'
  uuid: string
  /** As the comment begins: `Dana Smith (Slack)`. */
  authorName: string
  /** As the tracker has it now; undefined when it was deleted. */
  text?: string | undefined
}

/** Longer texts have *Show all*: the line is a pointer, and the thread is for talking. */
const shown = 200

/** In the thread: a reply's comment was changed in the tracker, while the reply above it keeps its words. */
export const replyChanged = ({ what, uuid, authorName, text }: ReplyChangedFacts): Message => {
  const whose = name(authorName.replace(/ \(Slack\)$/, ''))
  if (what === 'deleted' || text === undefined)
    return message(line('The comment made of ', whose, '’s reply was deleted in the tracker.'))
  return message(
    line('The comment made of ', whose, '’s reply was edited in the tracker.'),
    quote('Now', text, ''),
    text.length > shown && buttons(button(actions.showMore, 'Show all', { value: `comment:${uuid}:0` })),
  )
}

interface ReplyEditNotPossibleFacts {
  what: 'edit' | 'delete'
  taskUuid: string
  taskName?: string | undefined
  taskUrl?: string | undefined
}

/** To the author alone: what they changed in Slack stays as it was in the tracker. */
export const replyEditNotPossible = (facts: ReplyEditNotPossibleFacts): Message => {
  const edited = facts.what === 'edit'
  const unchanged = `: the comment on ${theTask(facts)} is unchanged, since the tracker’s interface has no operation for it.`
  return message(
    line(edited ? 'Your edit is in Slack only' : 'Your reply is deleted in Slack only', name(unchanged)),
    edited
      ? 'Post a correction as a second comment, or edit the comment in the tracker.'
      : 'Delete the comment in the tracker, or post a correction as a second comment.',
    buttons(
      button(actions.correction, 'Post a correction', { value: facts.taskUuid }),
      linkButton(facts.taskUrl, 'Open task'),
    ),
  )
}

/** A reply was deleted in Slack before it was sent. */
export const replyWithdrawn = (facts: { taskName?: string | undefined }): Message =>
  message(line('Your deleted reply was not sent to ', name(theTask(facts)), ': there is no comment.'))
