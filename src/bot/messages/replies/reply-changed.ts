import { actions } from '../kit/ids.ts'
import { button, buttons, linkButton } from '../kit/buttons.ts'
import { line, message, type Message, name, quote } from '../kit/message.ts'
import { theTask } from './reply-failed.ts'

export interface ReplyChangedFacts {
  what: 'edited' | 'deleted'
  uuid: string
  /** As in the comment: `Dana Smith (Slack)`. */
  authorName: string
  /** The tracker's current text; undefined when it was deleted. */
  text?: string | undefined
}

/** Longer texts get *Show all*, so that the thread stays readable. */
const shown = 200

/** In the thread, because the reply itself keeps its old words. */
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

/** To the author only: the tracker keeps the text from before their edit in Slack. */
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

/** The author deleted the reply in Slack before it was sent. */
export const replyWithdrawn = (facts: { taskName?: string | undefined }): Message =>
  message(line('Your deleted reply was not sent to ', name(theTask(facts)), ': there is no comment.'))
