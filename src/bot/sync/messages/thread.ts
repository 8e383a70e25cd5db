import { z } from 'zod'
import { maybe, text, texts } from '../../kit/facts.ts'
import {
  commentReaders,
  repliesHere,
  whoReadsReplies,
  type CommentReadersFacts,
} from '../../kit/task-card.ts'
import { actions } from '../../kit/ids.ts'
import { button, buttons } from '../../kit/buttons.ts'
import { line, link, type Message, message, name, user, italic, note, say } from '../../kit/message.ts'

const syncedSchema = z.object({
  taskName: text,
  ...maybe('taskUrl', 'accountName'),
  readers: commentReaders,
  replies: repliesHere.optional(),
})

export type SyncedFacts = z.output<typeof syncedSchema>

export const threadSyncedSchema = syncedSchema.extend({
  /** `key`: for *Stop syncing*. */
  ...texts('key', 'by'),
  ...maybe('endedBy'),
})

type ThreadSyncedFacts = z.output<typeof threadSyncedSchema>

export const repliesStay = 'The task’s comments appear here. Replies stay in Slack, as set for this channel.'

/** For everybody in the thread: from now on, their replies become comments. */
export const threadSynced = (facts: ThreadSyncedFacts): Message => {
  const { key, by, endedBy, taskName, taskUrl, replies } = facts
  if (endedBy !== undefined)
    return message(
      say`${user(endedBy)} stopped syncing this thread with the task ${link(taskUrl, taskName, { bold: true })}.`,
      line(user(by), ' had synced it. Replies stay in Slack from now on.'),
    )
  return message(
    line(user(by), ' synced this thread with the task ', link(taskUrl, taskName, { bold: true }), '.'),
    replies === 'stay'
      ? repliesStay
      : say`Replies here become comments, and the task’s comments appear here. ${name(whoReadsReplies(facts))}`,
    buttons(button(actions.stopSyncing, 'Stop syncing', { value: key })),
  )
}

/** Posted once in the channel. Without a name if not all its readers may know the task. */
export const threadLocked = ({ taskName }: { taskName?: string | undefined }): Message =>
  message(
    say`The thread of ${taskName === undefined ? 'a task' : name(`“${taskName}”`)} is locked in Slack, so it goes on in a
      new one in this channel.`,
  )

/** Replaces a message about an internal task once people outside the team read the channel. */
export const notShownHere = ({ replies }: Pick<CommentReadersFacts, 'replies'>): Message =>
  message(
    line(italic('Not shown, because people outside your team read this channel')),
    note(whoReadsReplies({ readers: 'team', replies })),
  )
