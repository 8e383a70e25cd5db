import { actions } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import { line, message, type Message, name, quote } from '../kit/message.ts'

export interface ReplyChangedFacts {
  what: 'edited' | 'deleted'
  uuid: string
  /** As in the comment: `Dana Smith (Slack)`. */
  authorName: string
  /** The tracker's current text. Undefined if it was deleted. */
  text?: string | undefined
}

/** Longer texts get *Show all*, so that the thread stays readable. */
const shown = 200

/** A line in the thread, because the reply itself keeps its old text. */
export const replyChanged = ({ what, uuid, authorName, text }: ReplyChangedFacts): Message => {
  const whose = name(authorName.replace(/ \(Slack\)$/, ''))
  if (what === 'deleted' || text === undefined)
    return message(line('The comment from ', whose, '’s reply was deleted in the tracker.'))
  return message(
    line('The comment from ', whose, '’s reply was edited in the tracker.'),
    quote('Now', text, ''),
    text.length > shown && buttons(button(actions.showMore, 'Show all', { value: `comment:${uuid}:0` })),
  )
}
