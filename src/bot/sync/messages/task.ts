import { z } from 'zod'
import { optionalTexts, portalFacts, type Reopened, reopenedShape, text, texts } from '../../kit/facts.ts'
import {
  whoReadsReplies,
  type FlatTask,
  commentReaders,
  readersLine,
  readersNow,
  type CommentReadersFacts,
} from '../../kit/task-card.ts'
import {
  bold,
  line,
  link,
  type Message,
  messageOfMost,
  name,
  namedWhole,
  note,
  when,
  message,
  user,
  italic,
  say,
  quote,
} from '../../kit/message.ts'
import { answerText, withColon, count } from '../../kit/text.ts'
import { actions } from '../../kit/ids.ts'
import { button, buttons, openButton } from '../../kit/buttons.ts'

const answerSchema = z.object({ name: text, answer: z.unknown() })
type Answer = z.output<typeof answerSchema>

const completedShape = {
  taskName: text,
  ...optionalTexts('completedBy', 'completedDate'),
  /** The event's `subtasks_answers`, in the form's order. */
  answers: z.array(answerSchema).readonly().optional(),
  ...reopenedShape,
}
/** Without the tracker's next task: it may be internal, and naming another one, or none, would say so. */
export const portalTaskCompletedSchema = portalFacts(z.object(completedShape))
export const taskCompletedSchema = z.object({
  ...completedShape,
  ...optionalTexts('nextTaskName', 'nextTaskUrl'),
})
export type TaskCompletedFacts = z.output<typeof taskCompletedSchema>

/** `Reopened by Dana Smith, Nov 28, 10:00`. */
export const reopenedLine = (reopened: Reopened | undefined) =>
  reopened &&
  line(bold('Reopened'), reopened.by !== undefined && name(` by ${reopened.by}`), ', ', when(reopened.at))

const answersShown = 10

const answerLines = ({ answers = [] }: TaskCompletedFacts, shown: readonly Answer[]) => {
  const hidden = answers.length - shown.length
  return [
    ...shown.map((entry) => line(bold(withColon(entry.name)), ' ', name(answerText(entry.answer)))),
    shown.some((entry) => !namedWhole(answerText(entry.answer))) &&
      note('The rest of an answer is in the tracker.'),
    hidden > 0 && note(`${count(hidden, 'more answer')} in the tracker.`),
  ]
}

export const taskCompletedLine = (facts: TaskCompletedFacts): Message =>
  messageOfMost(facts.answers ?? [], answersShown, (shown) => [
    line(
      'Task completed: ',
      bold(facts.taskName),
      facts.completedBy !== undefined && name(`, by ${facts.completedBy}`),
      facts.completedDate !== undefined && [', ', when(facts.completedDate)],
    ),
    reopenedLine(facts.reopened),
    ...answerLines(facts, shown),
    !facts.reopened &&
      facts.nextTaskName !== undefined &&
      line('Next task: ', link(facts.nextTaskUrl, facts.nextTaskName)),
  ])

/** In the channel itself, where the task has no thread: one line, and its form's answers if there are any. */
export const taskCompletedAlone = ({ task, ...facts }: TaskCompletedFacts & { task: FlatTask }): Message =>
  messageOfMost(facts.answers ?? [], answersShown, (shown) => [
    line(
      !facts.reopened && '✅ ',
      link(task.url ?? task.portalUrl, facts.taskName, { bold: true }),
      facts.completedBy === undefined ? ' completed' : name(` completed by ${facts.completedBy}`),
      task.projectName !== undefined && name(` · ${task.projectName}`),
      !facts.reopened &&
        facts.nextTaskName !== undefined && [' · Next: ', link(facts.nextTaskUrl, facts.nextTaskName)],
      ' · ',
      whoReadsReplies(task),
    ),
    reopenedLine(facts.reopened),
    ...answerLines(facts, shown),
  ])

export const subtaskLineSchema = z.object({
  name: text,
  change: z.enum(['completed', 'answered']),
  ...optionalTexts('byName'),
  answer: z.unknown().optional(),
})
export const portalSubtaskLineSchema = portalFacts(subtaskLineSchema)
type SubtaskLineFacts = z.output<typeof subtaskLineSchema>

const verbs = {
  completed: 'Subtask completed: ',
  answered: 'Subtask answered: ',
}

export const subtaskLine = (facts: SubtaskLineFacts): Message =>
  message(
    line(verbs[facts.change], bold(facts.name), facts.byName !== undefined && name(`, by ${facts.byName}`)),
    facts.answer !== undefined && line('Answer: ', name(answerText(facts.answer))),
    !namedWhole(answerText(facts.answer)) && note('The rest of the answer is in the tracker.'),
  )

const syncedSchema = z.object({
  taskName: text,
  ...optionalTexts('portalUrl', 'accountName'),
  readers: commentReaders,
  ...readersNow,
})

export type SyncedFacts = z.output<typeof syncedSchema> & { taskUrl?: string | undefined }

const threadShape = {
  ...syncedSchema.shape,
  /** `key`: for *Stop syncing*. */
  ...texts('key', 'by'),
  ...optionalTexts('endedBy'),
}
export const portalThreadSyncedSchema = portalFacts(z.object(threadShape))
/** `taskUrl`: the team's page. */
export const threadSyncedSchema = z.object({ ...threadShape, ...optionalTexts('taskUrl') })

type ThreadSyncedFacts = z.output<typeof threadSyncedSchema>

export const repliesStay = 'The task’s comments appear here. Replies stay in Slack, as set for this channel.'

export const threadSynced = (facts: ThreadSyncedFacts): Message => {
  const { key, by, endedBy, taskName, portalUrl, taskUrl = portalUrl, replies } = facts
  if (endedBy !== undefined)
    return message(
      say`${user(endedBy)} stopped syncing this thread with the task ${link(taskUrl, taskName, { bold: true })}.`,
      line(user(by), ' had synced it. Replies stay in Slack from now on.'),
    )
  return message(
    line(user(by), ' synced this thread with the task ', link(taskUrl, taskName, { bold: true }), '.'),
    replies === 'stay'
      ? repliesStay
      : say`Replies here become comments, and the task’s comments appear here. ${whoReadsReplies(facts)}`,
    buttons(button(actions.stopSyncing, 'Stop syncing', { value: key })),
  )
}

/** Posted once in the channel. Without a name if not all its readers may know the task. */
export const threadLocked = ({ taskName }: { taskName?: string | undefined }): Message =>
  message(
    say`The thread of ${taskName === undefined ? 'a task' : name(`“${taskName}”`)} is locked in Slack, so it goes on in a
      new one in this channel.`,
  )

/** Replaces a message about a task that those who read the channel now don't see. Both they and the team read it. */
export const notShownHere = ({ replies }: Pick<CommentReadersFacts, 'replies'>): Message =>
  message(
    line(italic('This message isn’t shown in this channel anymore')),
    replies !== undefined && readersLine(whoReadsReplies({ readers: 'team', replies })),
  )

interface MentionedFacts extends CommentReadersFacts {
  authorName: string
  text: string
  taskName: string
  projectName: string
  taskUrl?: string | undefined
  /** Permalink of the task's thread, if a channel has it. */
  threadUrl?: string | undefined
}

/** `tasks`: the first few on which the comments are. */
export const mentionedAgain = ({
  authorName,
  comments,
  tasks,
}: {
  authorName: string
  comments: number
  tasks: readonly { name: string; url?: string | undefined }[]
}): Message =>
  message(
    say`${bold(authorName)} mentioned you in ${count(comments, 'more comment')} within ten minutes:`,
    ...tasks.map((task) => line('• ', link(task.url, task.name, { bold: true }))),
    note('You can turn these messages off on the app’s Home tab.'),
  )

export const mentioned = (facts: MentionedFacts): Message =>
  message(
    say`${bold(facts.authorName)} mentioned you in a comment on the task
      ${link(facts.taskUrl, facts.taskName, { bold: true })}${name(` of ${facts.projectName}`)}.`,
    quote(facts.authorName, facts.text, ''),
    line('To answer, reply in this message’s thread. ', whoReadsReplies(facts)),
    buttons(
      button(actions.open, 'Open thread', {
        url: facts.threadUrl,
        label: `Open thread of ${facts.taskName}`,
      }),
      openButton(facts.taskUrl, facts.taskName, 'Open task'),
    ),
    note('You can turn these messages off on the app’s Home tab.'),
  )
