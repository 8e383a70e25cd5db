import { actions } from '../kit/ids.ts'
import {
  bodyEnd,
  body,
  bold,
  button,
  buttons,
  italic,
  line,
  linkButton,
  type Message,
  message,
  note,
  quote,
  when,
} from '../kit/message.ts'

export interface CommentLineFacts {
  authorName: string
  text: string
  /** Shown only when `late`: otherwise Slack's own time beside the message says it. */
  createdAt?: string | undefined
  late?: boolean | undefined
  editedAt?: string | undefined
  /** What this comment answers. */
  quote?: { authorName: string; text: string } | undefined
  /** Where the whole text is, when it is longer than a message shows. */
  cutUrl?: string | undefined
  /** Given: the rest of a long text comes on *Show more*. */
  uuid?: string | undefined
  /** The message cannot be posted under the author's name, so its blocks say who wrote. */
  nameInBlocks?: boolean | undefined
}

const times = ({ late, createdAt, editedAt }: CommentLineFacts) => {
  const written = late && createdAt !== undefined ? [italic('written '), when(createdAt)] : []
  const edited = editedAt === undefined ? [] : [italic('edited '), when(editedAt)]
  if (written.length + edited.length === 0) return undefined
  return line(...written, ...(written.length > 0 && edited.length > 0 ? [' · '] : []), ...edited)
}

/** What a comment's message says, with its author's picture. */
export type CommentFacts = CommentLineFacts & { iconUrl: string | undefined }

/** One comment, a reply in its task's thread; callers post it with `username: authorName`. */
export const commentLine = (facts: CommentLineFacts): Message => {
  const end = bodyEnd(facts.text)
  const value = end !== undefined && facts.uuid !== undefined ? `comment:${facts.uuid}:${end}` : undefined
  return message(
    facts.nameInBlocks && line(bold(facts.authorName)),
    facts.quote && quote(facts.quote.authorName, facts.quote.text),
    body(facts.text, facts.nameInBlocks ? '' : `${facts.authorName}: `),
    times(facts),
    end !== undefined && note('The comment is longer than a message shows; the rest is in the tracker.'),
    end !== undefined &&
      buttons(
        value !== undefined && button({ action: actions.showMore, text: 'Show more', value }),
        linkButton(facts.cutUrl, 'Open in the tracker'),
      ),
  )
}
