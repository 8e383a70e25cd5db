import { actions } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import { line, link, type Message, message, name, note, quote, user } from '../kit/message.ts'
import type { SyncedFacts } from './thread-synced.ts'

interface CommentOfferFacts {
  ts: string
  authorName: string
  text: string
  /** The likeliest ones, at most three. */
  tasks: readonly { uuid: string; name: string }[]
}

/** How much of a message `quote` shows. */
const quoted = 240

/** Private, for the team: what a customer wrote outside of any thread. */
export const commentOffer = ({ ts, authorName, text, tasks }: CommentOfferFacts): Message =>
  message(
    line('Is this a comment on a task? ', name(authorName), ' wrote outside a task’s thread.'),
    quote(authorName, text, ''),
    text.length > quoted && note('The rest of the message is above.'),
    line('Possible tasks: ', ...tasks.flatMap((task, at) => [at > 0 && ', ', name(`“${task.name}”`)]), '.'),
    note(
      'Choose a task to make the message a comment and sync its thread with the task. Only you and your team are asked.',
    ),
    buttons(
      ...tasks.map((task) =>
        button(actions.offerTask, task.name, {
          value: JSON.stringify({ ts, task: task.uuid }),
          label: `Make this message a comment on ${task.name}`,
        }),
      ),
      button(actions.offerOther, 'Another task…', { value: ts }),
      button(actions.offerNot, 'Not a comment', { value: ts }),
    ),
  )

export const offerTaken = ({ taskName, taskUrl }: SyncedFacts): Message =>
  message(
    line('The message becomes a comment on ', link(taskUrl, taskName, { bold: true }), '.'),
    'Its thread is now synced with the task: replies become comments, and the task’s comments appear there.',
  )

/** Somebody else of the team was first. */
export const offerSettled = (facts: {
  isComment: boolean
  by: string
  taskName?: string | undefined
}): Message => {
  const { isComment, by, taskName } = facts
  return message(
    isComment
      ? line(
          'Already done: ',
          user(by),
          ' made it a comment',
          taskName !== undefined && name(` on “${taskName}”`),
          '.',
        )
      : line('Already decided: ', user(by), ' said that it isn’t a comment.'),
    'If that’s wrong, open the message’s menu and use Sync thread with a task.',
  )
}

export const offerGone = (): Message =>
  message(
    'The message was deleted in Slack, so it isn’t a comment.',
    'If it’s needed, comment with /onboard comment.',
  )
