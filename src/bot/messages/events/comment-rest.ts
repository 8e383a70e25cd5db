import { actions } from '../kit/ids.ts'
import {
  body,
  bodyEnd,
  bodyRest,
  bold,
  button,
  buttons,
  line,
  linkButton,
  type Message,
  message,
  note,
} from '../kit/message.ts'

export interface CommentRestFacts {
  uuid: string
  authorName: string
  /** The whole comment; `offset` is the last number of the button's value. */
  text: string
  offset: number
  url?: string | undefined
}

/** The answer to *Show more*, for the person who pressed it: the comment from where the message was cut. */
export const commentRest = (facts: CommentRestFacts): Message => {
  const rest = bodyRest(facts.text, facts.offset)
  const end = bodyEnd(rest)
  const value = end === undefined ? undefined : `comment:${facts.uuid}:${facts.offset + end}`
  return message(
    line(bold(`${facts.authorName}’s comment, continued`)),
    body(rest || 'That was all of it.'),
    end !== undefined && note('There is more.'),
    end !== undefined &&
      buttons(
        button({ action: actions.showMore, text: 'Show more', value }),
        linkButton(facts.url, 'Open in the tracker'),
      ),
  )
}
