import { body, bodyEnd } from '../kit/body.ts'
import { button, buttons } from '../kit/buttons.ts'
import { actions } from '../kit/ids.ts'
import { bold, line, message, type Message, name, note, when } from '../kit/message.ts'
import { count } from '../kit/words.ts'
import { changeLines, type FieldChange } from '../projects/field-written.ts'

interface Asked {
  requestUuid: string
  /** ISO 8601. */
  untilAt: string
}

const answers = ({ requestUuid, untilAt }: Asked, yes: string) => [
  line('Nothing has happened yet. If you didn’t ask for this, press Cancel. It expires ', when(untilAt), '.'),
  buttons(
    button(actions.confirmRequest, yes, { value: requestUuid, style: 'primary' }),
    button(actions.cancelRequest, 'Cancel', { value: requestUuid }),
  ),
]

interface CommentAsked extends Asked {
  taskName: string
  projectName: string
  /** Undefined if unknown. */
  internal: boolean | undefined
  /** Whole: what is confirmed is what is sent. */
  text: string
}

export const confirmComment = (facts: CommentAsked): Message =>
  message(
    line(
      'An assistant wants to comment as you on ',
      bold(facts.taskName),
      ' of ',
      name(facts.projectName),
      facts.internal === true ? ', an internal task:' : ', which customers may read:',
    ),
    body(facts.text),
    bodyEnd(facts.text) !== undefined && note('The comment is longer than fits here.'),
    ...answers(facts, 'Send comment'),
  )

export const confirmField = (facts: Asked & FieldChange): Message =>
  message(
    line('An assistant wants to change a data field as you.'),
    ...changeLines(facts),
    ...answers(facts, 'Apply'),
  )

/** For the assistant. */
export const waitsForPerson = ({ untilAt }: Pick<Asked, 'untilAt'>): Message =>
  message(
    'Waiting for your confirmation in Slack: the app has sent you a direct message with the whole text.',
    line('Nothing has been changed yet. The request expires ', when(untilAt), '.'),
  )

export const tooManyRequests = ({ most }: { most: number }): Message =>
  message(
    `${count(most, 'request')} ${most === 1 ? 'is' : 'are'} already waiting for your confirmation in Slack. Answer those first.`,
  )

export const requestOver = (): Message =>
  message(
    'This request is no longer waiting: it was answered before, or it expired.',
    'If you still want it, ask your assistant again.',
  )

export const requestCanceled = (): Message => message('Canceled. Nothing was changed.')
