import { line, type Message, message, name, quote, note, say, bold, link } from '../../kit/message.ts'
import type { FieldError, ProblemKind } from '../../../contract/problem.ts'
import { actions } from '../../kit/ids.ts'
import { button, buttons } from '../../kit/buttons.ts'
import {
  type CommentReadersFacts,
  readersLine,
  whoReadsComment,
  whoReadsOldWords,
} from '../../kit/task-card.ts'
import { clean, unstopped } from '../../kit/text.ts'
import { z } from 'zod'
import { byOther } from '../../kit/comment.ts'
import { optionalTexts, portalFacts, text } from '../../kit/facts.ts'

interface OfTask {
  taskName?: string | undefined
}

export const oneWay = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: replies in this channel don’t become comments',
      taskName !== undefined && name(` for “${taskName}”`),
      '.',
    ),
    'Comment with /onboard comment, or turn on two-way replies in /onboard settings.',
  )

export const threadOfDeletedTask = ({ taskName }: OfTask): Message =>
  message(
    line(
      'Your reply stays in Slack: the task ',
      taskName !== undefined && name(`“${taskName}” `),
      'was deleted in the tracker, so it can’t be commented on.',
    ),
    'Reply in the thread of another task, or find one with /onboard task.',
  )

/** For a reply such as a canvas or a poll. */
export const nothingToRead = (): Message =>
  message(
    'Your reply stays in Slack: the app can’t read what is in it.',
    'Reply with words, or comment with /onboard comment.',
  )

/** For a reply under a card that the database doesn't have. */
export const threadNotKnown = (): Message =>
  message(
    'Your reply stays in Slack: the app doesn’t know this thread’s task any more.',
    'Comment with /onboard comment, or reply in the task’s newer thread.',
  )

export const digestReply = (): Message =>
  message(
    'Your reply stays in Slack: a digest covers many tasks, so replies to it don’t become comments.',
    'Comment with /onboard comment "task name" <text>, or reply in the task’s own thread.',
  )

interface WhichTaskFacts {
  tasks: readonly { name: string; uuid: string }[]
  /** The reply, in Slack's markup. */
  text: string
}

const mostTasks = 10

/** For a reply under a message about several tasks. A press comments with the words. */
export const whichTask = ({ tasks, text }: WhichTaskFacts): Message => {
  const shown = tasks.slice(0, mostTasks)
  return message(
    'This message is about several tasks, so your reply stays in Slack for now. Which task is it for?',
    ...shown.map((task, at) => line(name(`${at + 1}. ${task.name}`))),
    buttons(
      ...shown.map((task, at) =>
        button(actions.choose, `${at + 1}. ${task.name}`, { value: `comment ${task.uuid} ${clean(text)}` }),
      ),
    ),
    tasks.length > shown.length && note(`${shown.length} of ${tasks.length} shown.`),
    'For another task, comment with /onboard comment "task name" <text>.',
  )
}

/** Does not name the task, because the channel may not see it any more. */
export const taskNotShared = (): Message =>
  message(
    'This task is no longer shared with this channel, so you can’t comment on it from here.',
    'Ask the team in this channel.',
  )

const theTask = ({ taskName }: { taskName?: string | undefined }): string =>
  taskName === undefined ? 'the task' : `“${taskName}”`

/** The longest quote of words that exist nowhere else. With the author's name it fills one block. */
export const longestQuote = 2_600

/** For a long reply whose first comments exist. Does not name the task either. */
export const restNotShared = ({ text }: { text: string }): Message =>
  message(
    'The beginning of your reply became a comment. The rest of it wasn’t sent: this task is no longer shared with this channel, so you can’t comment on it from here.',
    'Ask the team in this channel.',
    quote('Not sent', text, '', longestQuote),
  )

/** For a question about a comment that was sent, replaced, or cleared since. */
export const alreadySent = (): Message =>
  message(
    'This question no longer counts: its comment was sent, changed, or cleared since.',
    'Look in the task’s thread before you send it again.',
  )

interface FailedReply {
  replyId: number
  taskName?: string | undefined
  taskUrl?: string | undefined
  /** The person's own text, because Slack may hide their message. */
  text?: string | undefined
}

interface ReplyRefusedFacts extends FailedReply {
  /** `restored`: the app waited with it in a backup. `not shown`: Slack doesn't say whether it was changed since. */
  kind: ProblemKind | 'restored' | 'not shown'
  reason: string
  fields?: readonly FieldError[] | undefined
  requestId?: string | undefined
}

const mayBeThere = 'Check the task before you try again: the comment may already be there.'
const tryLater = 'Your reply is kept. Try again later.'

/** `why` defaults to the tracker's words. `final`: retrying cannot succeed. */
const words: Record<ReplyRefusedFacts['kind'], { why?: string; next: string; final?: true }> = {
  invalid: { next: 'Change the text, then send it as a new reply.' },
  unresolved: { next: 'Fix the problem named above, then try again.' },
  'not-found': {
    why: 'the task is no longer in the tracker',
    next: 'Write to the team in this channel instead.',
    final: true,
  },
  restored: { why: 'the app was restored from a backup', next: mayBeThere },
  'not shown': {
    why: 'it came late, and Slack doesn’t show the app what it says now',
    next: 'Comment with /onboard comment instead.',
  },
  unauthorized: {
    why: 'the tracker rejected the app’s API key',
    next: 'Ask a Vendor Admin for a new key, then try again. Your reply is kept.',
  },
  forbidden: {
    why: 'the tracker doesn’t let the app comment',
    next: 'Ask a Vendor Admin to check the app’s access, then try again. Your reply is kept.',
  },
  'rate-limited': {
    why: 'the tracker is limiting changes right now',
    next: 'Wait a minute, then try again.',
  },
  quota: {
    why: 'the tracker’s monthly API quota is used up',
    next: 'Your reply is kept. Try again when the quota is raised, or next month.',
  },
  unreachable: { why: 'the tracker can’t be reached', next: tryLater },
  'not-tracker': { why: 'the tracker can’t be reached', next: tryLater },
  unknown: { why: 'the tracker returned an error', next: mayBeThere },
  'too-large': { why: 'the tracker’s response is too large', next: mayBeThere },
  unexpected: { why: 'the tracker sent a response the app can’t read', next: mayBeThere },
}

/** Names the field, unless it is the text: the person wrote only that. */
const fieldWords = ({ field, message: problem }: FieldError) =>
  field === 'message_plain' ? `The text: ${problem}` : `${field}: ${problem}`

const textQuote = ({ text }: FailedReply) => text !== undefined && quote('You wrote', text, '', longestQuote)

export const replyRefused = (facts: ReplyRefusedFacts): Message => {
  const { why, next, final } = words[facts.kind]
  return message(
    line(
      name(`Your reply wasn’t posted to ${theTask(facts)}: `),
      name(why ?? (unstopped(facts.reason) || 'the tracker rejected it')),
      '.',
    ),
    ...(facts.fields ?? []).slice(0, 5).map((field) => line('• ', name(fieldWords(field)))),
    next,
    textQuote(facts),
    facts.requestId !== undefined && note(`For the tracker’s support team: request ${facts.requestId}`),
    buttons(
      !final && button(actions.retryReply, 'Try again', { value: String(facts.replyId) }),
      button(actions.open, 'Open task', { url: facts.taskUrl }),
    ),
  )
}

/** Private. The comment may exist, so sending again could double it. */
export const replyUnconfirmed = (facts: FailedReply): Message =>
  message(
    say`The tracker didn’t confirm your reply to ${name(theTask(facts))}. The comment may or may not exist.`,
    'Check the task before you send it again: a duplicate comment can’t be deleted from here.',
    textQuote(facts),
    buttons(
      button(actions.open, 'Open task', { url: facts.taskUrl }),
      button(actions.sendAgain, 'Send again', { value: String(facts.replyId) }),
    ),
  )

interface CommentPosted {
  taskName: string
  /** The permalink, if the channel has the task's thread. */
  threadUrl?: string | undefined
  /** Undefined for a reply, whose card says it. */
  readers?: CommentReadersFacts | undefined
}

export const commentPosted = (facts: CommentPosted): Message =>
  message(
    line('Your comment is on the task ', bold(facts.taskName), '.'),
    facts.threadUrl !== undefined && line('Continue in ', link(facts.threadUrl, 'its thread'), '.'),
    facts.readers && readersLine(whoReadsComment(facts.readers)),
    buttons(button(actions.open, 'Open thread', { url: facts.threadUrl })),
  )

export const replyChangedSchema = z.object({
  what: z.enum(['edited', 'deleted']),
  uuid: text,
  /** As in the comment: `Dana Smith (Slack)`. */
  authorName: text,
  /** The tracker's current text. Undefined if it was deleted. */
  ...optionalTexts('text'),
  ...optionalTexts('deletedBy', 'deletedAt'),
})
export const portalReplyChangedSchema = portalFacts(replyChangedSchema)
export type ReplyChangedFacts = z.output<typeof replyChangedSchema>

/** Longer texts get *Show all*, so that the thread stays readable. */
const mostShown = 200

/** A line in the thread, because the reply itself keeps its old text. */
export const replyChanged = ({ what, uuid, authorName, text, ...removal }: ReplyChangedFacts): Message => {
  const whose = name(authorName.replace(/ \(Slack\)$/, ''))
  if (what === 'deleted' || text === undefined)
    return message(line('The comment from ', whose, '’s reply was deleted in the tracker', byOther(removal)))
  return message(
    line('The comment from ', whose, '’s reply was edited in the tracker.'),
    quote('Now', text, ''),
    text.length > mostShown && buttons(button(actions.showMore, 'Show all', { value: `comment:${uuid}:0` })),
  )
}

interface ReplyEditNotPossibleFacts {
  what: 'edit' | 'delete'
  replyId: number
  taskUuid: string
  taskName?: string | undefined
  taskUrl?: string | undefined
  /** Undefined if the author may no longer know the task. */
  readers?: CommentReadersFacts | undefined
}

export const replyEditNotPossible = (facts: ReplyEditNotPossibleFacts): Message => {
  const isEdit = facts.what === 'edit'
  const unchanged = `: the comment on ${theTask(facts)} is unchanged, because the app can’t edit or delete comments in the tracker.`
  return message(
    line(isEdit ? 'Your edit changed Slack only' : 'Your reply was deleted in Slack only', name(unchanged)),
    facts.readers && readersLine(whoReadsOldWords(facts.readers)),
    isEdit
      ? 'Post a correction as a second comment.'
      : 'Post a correction as a second comment, or ask a Vendor Admin to delete the comment in the tracker.',
    buttons(
      button(actions.correction, 'Post a correction', {
        value: isEdit ? `${facts.taskUuid} ${facts.replyId}` : facts.taskUuid,
      }),
      button(actions.open, 'Open task', { url: facts.taskUrl }),
    ),
  )
}

export const replyWithdrawn = (facts: { taskName?: string | undefined }): Message =>
  message(
    line('You deleted your reply before it was sent, so there’s no comment on ', name(theTask(facts)), '.'),
  )
