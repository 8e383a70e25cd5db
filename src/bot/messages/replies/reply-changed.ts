import { z } from 'zod'
import { byOther } from '../events/by-other.ts'
import { maybe, text } from '../facts.ts'
import { actions } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import { line, message, type Message, name, quote } from '../kit/message.ts'

export const replyChangedSchema = z.object({
  what: z.enum(['edited', 'deleted']),
  uuid: text,
  /** As in the comment: `Dana Smith (Slack)`. */
  authorName: text,
  /** The tracker's current text. Undefined if it was deleted. */
  ...maybe('text'),
  ...maybe('deletedBy', 'deletedAt'),
})
export type ReplyChangedFacts = z.output<typeof replyChangedSchema>

/** Longer texts get *Show all*, so that the thread stays readable. */
const shown = 200

/** A line in the thread, because the reply itself keeps its old text. */
export const replyChanged = ({ what, uuid, authorName, text, ...removal }: ReplyChangedFacts): Message => {
  const whose = name(authorName.replace(/ \(Slack\)$/, ''))
  if (what === 'deleted' || text === undefined)
    return message(line('The comment from ', whose, '’s reply was deleted in the tracker', byOther(removal)))
  return message(
    line('The comment from ', whose, '’s reply was edited in the tracker.'),
    quote('Now', text, ''),
    text.length > shown && buttons(button(actions.showMore, 'Show all', { value: `comment:${uuid}:0` })),
  )
}
