import { actions } from '../kit/ids.ts'
import {
  button,
  buttons,
  line,
  linkButton,
  type Message,
  message,
  name,
  ownWords,
  quote,
} from '../kit/message.ts'

export interface ReplyUnconfirmedFacts {
  replyId: number
  taskName?: string | undefined
  taskUrl?: string | undefined
  text?: string | undefined
}

/** To the author alone: nobody can tell whether the comment exists, and sending again could double it. */
export const replyUnconfirmed = (facts: ReplyUnconfirmedFacts): Message =>
  message(
    line(
      'The tracker did not confirm your reply to ',
      name(facts.taskName === undefined ? 'the task' : `“${facts.taskName}”`),
      '. It may be there as a comment, or not.',
    ),
    line('Look at the task before you send it again: a second comment cannot be taken back from here.'),
    facts.text !== undefined && quote('You wrote', facts.text, '', ownWords),
    buttons(
      linkButton(facts.taskUrl, 'Open task'),
      button({ action: actions.sendAgain, text: 'Send again', value: String(facts.replyId) }),
    ),
  )
