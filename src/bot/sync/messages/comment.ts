import { message, bold, line, link, type Message, name, quote, note, say } from '../../kit/message.ts'
import { buttons, linkButton, button, openButton } from '../../kit/buttons.ts'
import { z } from 'zod'
import { byOther } from '../../kit/task-card.ts'
import { maybe, text } from '../../kit/facts.ts'
import { actions } from '../../kit/ids.ts'
import { theTask } from '../../kit/words.ts'

/** `threadUrl`: the permalink, if the channel has the task's thread. */
export const commentPosted = (facts: { taskName: string; threadUrl?: string | undefined }): Message =>
  message(
    line('Your comment is on the task ', bold(facts.taskName), '.'),
    facts.threadUrl !== undefined && line('Continue in ', link(facts.threadUrl, 'its thread'), '.'),
    buttons(linkButton(facts.threadUrl, 'Open thread')),
  )

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

interface ReplyEditNotPossibleFacts {
  what: 'edit' | 'delete'
  taskUuid: string
  taskName?: string | undefined
  taskUrl?: string | undefined
}

/** Private. The tracker keeps the text from before the edit. */
export const replyEditNotPossible = (facts: ReplyEditNotPossibleFacts): Message => {
  const edited = facts.what === 'edit'
  const unchanged = `: the comment on ${theTask(facts)} is unchanged, because the app can’t edit or delete comments in the tracker.`
  return message(
    line(edited ? 'Your edit changed Slack only' : 'Your reply was deleted in Slack only', name(unchanged)),
    edited
      ? 'Post a correction as a second comment.'
      : 'Post a correction as a second comment, or ask a Vendor Admin to delete the comment in the tracker.',
    buttons(
      button(actions.correction, 'Post a correction', { value: facts.taskUuid }),
      linkButton(facts.taskUrl, 'Open task'),
    ),
  )
}

/** Private. The author deleted the reply before it was sent. */
export const replyWithdrawn = (facts: { taskName?: string | undefined }): Message =>
  message(
    line('You deleted your reply before it was sent, so there’s no comment on ', name(theTask(facts)), '.'),
  )

interface MentionedFacts {
  authorName: string
  text: string
  taskName: string
  projectName: string
  taskUrl?: string | undefined
  /** Permalink of the task's thread, if a channel has it. */
  threadUrl?: string | undefined
}

export const mentioned = (facts: MentionedFacts): Message =>
  message(
    say`${bold(facts.authorName)} mentioned you in a comment on the task
      ${link(facts.taskUrl, facts.taskName, { bold: true })}${name(` of ${facts.projectName}`)}.`,
    quote(facts.authorName, facts.text, ''),
    buttons(
      linkButton(facts.threadUrl, 'Open thread', `Open the thread of ${facts.taskName}`),
      openButton(facts.taskUrl, facts.taskName, 'Open task'),
    ),
    note('You can turn these messages off on the app’s Home tab.'),
  )
