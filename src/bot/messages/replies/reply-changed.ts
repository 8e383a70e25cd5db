import { actions } from '../kit/ids.ts'
import { button, buttons, line, type Message, message, name, quote } from '../kit/message.ts'

export interface ReplyChangedFacts {
  what: 'edited' | 'deleted'
  uuid: string
  /** As it stands before the comment: `Dana Smith (Slack)`. */
  authorName: string
  /** As the tracker has it now; undefined when it was deleted. */
  text?: string | undefined
}

/** More than this is not shown in the line: it is a pointer, and the thread is for talking. */
const shown = 200

/** In the thread: what became, in the tracker, of a reply that stands above as its author wrote it. */
export const replyChanged = ({ what, uuid, authorName, text }: ReplyChangedFacts): Message => {
  const whose = name(authorName.replace(/ \(Slack\)$/, ''))
  if (what === 'deleted' || text === undefined)
    return message(line('The comment made of ', whose, '’s reply was deleted in the tracker.'))
  return message(
    line('The comment made of ', whose, '’s reply was edited in the tracker.'),
    quote('Now', text, ''),
    text.length > shown &&
      buttons(button({ action: actions.showMore, text: 'Show all', value: `comment:${uuid}:0` })),
  )
}
