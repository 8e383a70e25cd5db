import type { FieldError, ProblemKind } from '../../../contract/problem.ts'
import { actions } from '../kit/ids.ts'
import { button, buttons, linkButton } from '../kit/buttons.ts'
import { line, message, type Message, name, note, ownWords, quote } from '../kit/message.ts'
import { unstopped } from '../kit/words.ts'

interface FailedReply {
  replyId: number
  taskName?: string | undefined
  taskUrl?: string | undefined
  /** The person's own text, because Slack may hide their message. */
  text?: string | undefined
}

interface ReplyRefusedFacts extends FailedReply {
  kind: ProblemKind
  reason: string
  fields?: readonly FieldError[] | undefined
  requestId?: string | undefined
}

/** `why` defaults to the tracker's words. `final`: retrying cannot succeed. */
const words: Record<ProblemKind, { why?: string; next: string; final?: true }> = {
  invalid: { next: 'Change the text, then send it as a new reply.' },
  unresolved: { next: 'Change what it names, then try again.' },
  'not-found': {
    why: 'the task is no longer in the tracker',
    next: 'Write to the team here in the channel instead.',
    final: true,
  },
  unauthorized: {
    why: 'the tracker does not accept the app’s API key',
    next: 'Ask a Vendor Admin for a working key; the reply is kept, so try again then.',
  },
  forbidden: {
    why: 'the tracker does not let the app comment',
    next: 'Ask a Vendor Admin to check the app’s access; the reply is kept, so try again then.',
  },
  'rate-limited': {
    why: 'the tracker takes no more writes this minute',
    next: 'Wait a minute, then try again.',
  },
  quota: {
    why: 'the monthly API quota of the tracker is used up',
    next: 'The reply is kept: try again when the quota is raised or the month turns.',
  },
  unreachable: {
    why: 'the tracker cannot be reached',
    next: 'The reply is kept: try again in a while.',
  },
  unknown: {
    why: 'the tracker did not answer as it should',
    next: 'Look at the task before you try again: the comment may be there.',
  },
  unexpected: {
    why: 'the tracker gave an answer that the app does not understand',
    next: 'Look at the task before you try again: the comment may be there.',
  },
}

export const theTask = ({ taskName }: { taskName?: string | undefined }): string =>
  taskName === undefined ? 'the task' : `“${taskName}”`

/** Names the field, unless it is the text: the person wrote only that. */
const fieldWords = ({ field, message: problem }: FieldError) =>
  field === 'message_plain' ? `The text: ${problem}` : `${field}: ${problem}`

const written = ({ text }: FailedReply) => text !== undefined && quote('You wrote', text, '', ownWords)

/** Private. */
export const replyRefused = (facts: ReplyRefusedFacts): Message => {
  const { why, next, final } = words[facts.kind]
  return message(
    line(
      name(`Your reply is not on ${theTask(facts)}: `),
      name(why ?? (unstopped(facts.reason) || 'the tracker refused it')),
      '.',
    ),
    ...(facts.fields ?? []).slice(0, 5).map((field) => line('• ', name(fieldWords(field)))),
    next,
    written(facts),
    facts.requestId !== undefined && note(`For the tracker’s support: request ${facts.requestId}`),
    buttons(
      !final && button(actions.retryReply, 'Try again', { value: String(facts.replyId) }),
      linkButton(facts.taskUrl, 'Open task'),
    ),
  )
}

/** Private. The comment may exist, so sending again could double it. */
export const replyUnconfirmed = (facts: FailedReply): Message =>
  message(
    line(
      'The tracker did not confirm your reply to ',
      name(theTask(facts)),
      '. It may be there as a comment, or not.',
    ),
    'Look at the task before you send it again: a second comment cannot be taken back from here.',
    written(facts),
    buttons(
      linkButton(facts.taskUrl, 'Open task'),
      button(actions.sendAgain, 'Send again', { value: String(facts.replyId) }),
    ),
  )
