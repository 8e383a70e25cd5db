import type { FieldError, ProblemKind } from '../../../contract/problem.ts'
import { actions } from '../kit/ids.ts'
import {
  button,
  buttons,
  line,
  linkButton,
  type Message,
  message,
  name,
  note,
  ownWords,
  quote,
} from '../kit/message.ts'
import { unstopped } from '../kit/words.ts'

export interface ReplyRefusedFacts {
  replyId: number
  kind: ProblemKind
  /** The tracker's own words. */
  reason: string
  fields?: readonly FieldError[] | undefined
  requestId?: string | undefined
  taskName?: string | undefined
  taskUrl?: string | undefined
  /** What the person wrote, so that it is not lost where Slack hides their message. */
  text?: string | undefined
}

interface Words {
  /** Undefined: the tracker's own words stand here. */
  why?: string
  next: string
  /** A second try can succeed. */
  again: boolean
}

const again = true
const words: Record<ProblemKind, Words> = {
  invalid: { next: 'Change the text, then send it as a new reply.', again },
  unresolved: { next: 'Change what it names, then try again.', again },
  'not-found': {
    why: 'the task is no longer in the tracker',
    next: 'Write to the team here in the channel instead.',
    again: false,
  },
  unauthorized: {
    why: 'the tracker does not accept the app’s API key',
    next: 'Ask a Vendor Admin for a working key; the reply is kept, so try again then.',
    again,
  },
  forbidden: {
    why: 'the tracker does not let the app comment',
    next: 'Ask a Vendor Admin to check the app’s access; the reply is kept, so try again then.',
    again,
  },
  'rate-limited': {
    why: 'the tracker takes no more writes this minute',
    next: 'Wait a minute, then try again.',
    again,
  },
  quota: {
    why: 'the monthly API quota of the tracker is used up',
    next: 'The reply is kept: try again when the quota is raised or the month turns.',
    again,
  },
  unreachable: {
    why: 'the tracker cannot be reached',
    next: 'The reply is kept: try again in a while.',
    again,
  },
  unknown: {
    why: 'the tracker did not answer as it should',
    next: 'Look at the task before you try again: the comment may be there.',
    again,
  },
  unexpected: {
    why: 'the tracker gave an answer that the app does not understand',
    next: 'Look at the task before you try again: the comment may be there.',
    again,
  },
}

/** The text is the one field that a person wrote; any other is named. */
const fieldWords = ({ field, message: problem }: FieldError) =>
  field === 'message_plain' ? `The text: ${problem}` : `${field}: ${problem}`

/** To the author alone: their reply is not a comment, why, and what to do. */
export const replyRefused = (facts: ReplyRefusedFacts): Message => {
  const { why, next, again } = words[facts.kind]
  const task = facts.taskName === undefined ? 'the task' : `“${facts.taskName}”`
  return message(
    line(
      name(`Your reply is not on ${task}: `),
      name(why ?? (unstopped(facts.reason) || 'the tracker refused it')),
      '.',
    ),
    ...(facts.fields ?? []).slice(0, 5).map((field) => line('• ', name(fieldWords(field)))),
    line(next),
    facts.text !== undefined && quote('You wrote', facts.text, '', ownWords),
    facts.requestId !== undefined && note(`For the tracker’s support: request ${facts.requestId}`),
    buttons(
      again && button({ action: actions.retryReply, text: 'Try again', value: String(facts.replyId) }),
      linkButton(facts.taskUrl, 'Open task'),
    ),
  )
}
