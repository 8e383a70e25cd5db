import { actions } from '../kit/ids.ts'
import { button, buttons, linkButton } from '../kit/buttons.ts'
import { line, message, type Message, name } from '../kit/message.ts'
import { theTask } from './reply-failed.ts'

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
