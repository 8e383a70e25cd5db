import { entered } from '../../../contract/text.ts'
import type { KnownBlock, ModalView } from '@slack/types'
import { z } from 'zod'
import { input, search, initialValue, modal, plain } from '../../kit/form-elements.ts'
import { callbacks, inputs, actions, command } from '../../kit/ids.ts'
import { slackLimits } from '../../../slack-limits.ts'
import { bold, message, line, type Message, name, link, note, quote, say } from '../../kit/message.ts'
import { clean, oneLine } from '../../kit/text.ts'
import {
  type ChosenTask,
  type CommentReadersFacts,
  chosenTask,
  readersLine,
  whoReadsComment,
  whoReadsReplies,
} from '../../kit/task-card.ts'
import { button, buttons } from '../../kit/buttons.ts'
import { longestQuote } from './reply.ts'
import { repliesStay, type SyncedFacts } from './task.ts'

/** The task of the comment, and the channel in which to search for tasks and to answer. */
export const commentMetadataSchema = z.object({
  channel: z.string().optional(),
  /** Undefined: the dialog has a menu of tasks. */
  taskUuid: z.string().optional(),
  threadTs: z.string().optional(),
  /** The app isn't in the channel, so only the person sees what comes of the comment. */
  alone: z.boolean().optional(),
  /** Set if the message was too long for a dialog. */
  cut: z.string().optional(),
  /** The stored comment that this one replaces. */
  edits: z.number().optional(),
  /** The reply whose edit this comment passes on. */
  corrects: z.number().optional(),
})
type CommentMetadata = z.output<typeof commentMetadataSchema>

interface CommentDialogFacts extends CommentMetadata {
  /** The comment so far, as plain text: a message, or what the person made of it. */
  draft?: string | undefined
  chosen?: ChosenTask | undefined
  /** The words by which no task was found. */
  missing?: string | undefined
}

const notFoundBy = (missing: string | undefined): KnownBlock[] =>
  missing === undefined
    ? []
    : message(say`No task found for ${name(`“${missing}”`)}. Choose the one that you mean.`).blocks

type ForTask = Pick<CommentDialogFacts, 'taskUuid' | 'chosen' | 'missing'>

const taskParts = ({ taskUuid, chosen, missing }: ForTask): KnownBlock[] =>
  taskUuid === undefined
    ? [...notFoundBy(missing), taskMenu(chosen), ...chosenTask(chosen, whoReadsComment).blocks]
    : [
        { type: 'section', text: plain(entered(oneLine(chosen?.choice.text ?? '')) || 'A task', 600) },
        ...message(readersLine(whoReadsComment(chosen ?? { readers: 'unknown' }))).blocks,
      ]

/** *Comment on a task*: on the task that its button named, or on one to choose. */
export const commentDialog = (dialog: CommentDialogFacts): ModalView => {
  const { draft = '', chosen: _, missing: __, ...facts } = dialog
  const length = clean(draft).length
  const start = initialValue(draft)
  const shown = start.initial_value?.length ?? 0
  const cut =
    shown < length
      ? `The message is too long for a dialog. These are the first ${shown} of ${length} characters.`
      : facts.cut
  // The rest of a cut comment stays stored.
  const { edits, corrects, ...where } = facts
  const metadata: CommentMetadata = { ...where, cut, ...(cut === undefined && { edits, corrects }) }
  const focus = facts.taskUuid !== undefined && { focus_on_load: true }
  return modal(
    {
      submit: 'Comment',
      callback: callbacks.commentDialog,
      metadata: JSON.stringify(metadata),
    },
    [
      ...taskParts(dialog),
      input(
        inputs.commentText,
        'Comment',
        { type: 'plain_text_input', multiline: true, max_length: slackLimits.plainInput, ...start, ...focus },
        { hint: cut },
      ),
    ],
  )
}

/** Slack sends the bot each choice, so that the dialog says who reads. */
const taskMenu = (chosen: ChosenTask | undefined) =>
  input(inputs.commentTask, 'Task', search('Type part of its name', chosen?.choice), {
    dispatches: true,
    hint: 'Tasks seen in this channel’s projects. For any other, paste its link.',
  })

interface CommentByCommand extends CommentReadersFacts {
  taskName?: string | undefined
}

/** Sent before the tracker confirms the comment. */
export const commentStored = ({ taskName, ...readers }: CommentByCommand): Message =>
  message(
    line(
      'Your comment is on its way to the task',
      taskName !== undefined && name(` “${taskName}”`),
      '. You’ll hear when it’s posted.',
    ),
    readersLine(whoReadsComment(readers)),
  )

/** Where outsiders read, before a comment by command is sent. `value`: of its buttons. */
export const commentToSend = ({
  taskName,
  text,
  value,
  ...readers
}: CommentByCommand & { text: string; value: string }): Message =>
  message(
    line('Send this comment to ', taskName === undefined ? 'the task' : name(`“${taskName}”`), '?'),
    quote('You wrote', text, '', longestQuote),
    text.length > longestQuote && note('The rest of your words is sent, too.'),
    readersLine(whoReadsComment(readers)),
    buttons(
      button(actions.sendDraft, 'Send', { value, style: 'primary' }),
      button(actions.editDraft, 'Edit', { value }),
    ),
  )

/** For the person who synced it. Everybody in the thread reads `threadSynced`. */
export const syncedForYou = (facts: SyncedFacts): Message =>
  message(
    line(
      'This thread is synced with ',
      link(facts.taskUrl ?? facts.portalUrl, facts.taskName, { bold: true }),
      '.',
    ),
    facts.replies === 'stay'
      ? repliesStay
      : line('From now on, replies become comments. ', whoReadsReplies(facts)),
    'Earlier messages stay in Slack.',
  )

/** `key`: for *Stop syncing*. */
export const alreadySynced = ({ key, taskName }: { key: string; taskName: string }): Message =>
  message(
    line('This thread is synced with ', bold(taskName), '.'),
    'Choose another task in the dialog, or stop: replies then stay in Slack.',
    buttons(button(actions.stopSyncing, 'Stop syncing', { value: key })),
  )

export const syncMetadataSchema = z.object({ channel: z.string(), threadTs: z.string() })
export type SyncMetadata = z.infer<typeof syncMetadataSchema>

export const syncDialog = (metadata: SyncMetadata, chosen?: ChosenTask): ModalView =>
  modal({ submit: 'Sync', callback: callbacks.syncDialog, metadata: JSON.stringify(metadata) }, [
    taskMenu(chosen),
    ...chosenTask(chosen, whoReadsReplies).blocks,
  ])

interface OfTask {
  taskName: string
}

/** `/onboard` works in no thread, and a mention in the channel is in none. */
export const whichThread = (): Message =>
  message(
    'Which thread? This command belongs in one.',
    'Type @Onboarding sync <task> as a reply in the thread, or open a message’s menu and choose Sync thread with a task.',
  )

export const notReceived = ({
  taskName,
  projectName,
  projectUuid,
}: OfTask & { projectName: string; projectUuid: string }): Message =>
  message(
    say`This thread wasn’t synced with ${name(`“${taskName}”`)}: the channel isn’t subscribed to ${name(projectName)}, so
      the task’s comments wouldn’t arrive.`,
    `Subscribe the channel, here or with ${command} subscribe, then sync again.`,
    buttons(button(actions.subscribe, 'Subscribe channel', { value: projectUuid })),
  )

export const internalNotHere = ({ taskName }: OfTask): Message =>
  message(
    say`This thread wasn’t synced: ${name(`“${taskName}”`)} is an internal task, and people outside your team can read
      this channel.`,
    'Open a thread in a channel of your own team, and sync it there.',
  )

export const threadOfOther = ({ taskName }: OfTask): Message =>
  message(
    line('This thread wasn’t synced: it is the thread of the task ', name(`“${taskName}”`), '.'),
    'Try a thread that isn’t under a task’s card.',
  )
