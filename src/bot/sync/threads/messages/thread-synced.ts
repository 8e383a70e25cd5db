import { z } from 'zod'
import { maybe, maybeFlags, text, texts } from '../../../kit/facts.ts'
import { actions, callbacks, command } from '../../../kit/ids.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { line, link, type Message, message, name, user } from '../../../kit/message.ts'
import type { ModalView } from '@slack/types'
import { modal, notice } from '../../../kit/modal.ts'
import { taskMenu } from '../../replies/messages/comment-dialog.ts'
import { type ChosenTask, chosenTask, whoReadsReplies } from '../../../kit/cards/comment-readers.ts'

const syncedSchema = z.object({
  taskName: text,
  ...maybe('taskUrl', 'accountName'),
  readers: z.enum(['customers', 'team', 'unknown']),
})
export type SyncedFacts = z.output<typeof syncedSchema>

export const threadSyncedSchema = syncedSchema.extend({
  /** `key`: for *Stop syncing*. */
  ...texts('key', 'by'),
  ...maybe('endedBy'),
  /** Replies in this channel stay in Slack. */
  ...maybeFlags('oneWay'),
})
export type ThreadSyncedFacts = z.output<typeof threadSyncedSchema>

const whoReads = ({ readers, accountName = 'the customer' }: SyncedFacts): string => {
  if (readers === 'team') return 'Only your own team can read them.'
  const account = accountName === 'the customer' ? 'The customer' : accountName
  return readers === 'customers'
    ? `${account} can read them.`
    : `The tracker doesn’t say whether ${accountName} can read them.`
}

/** For the person who synced it. Everybody in the thread reads `threadSynced`. */
export const syncedForYou = (facts: SyncedFacts): Message =>
  message(
    line('This thread is synced with ', link(facts.taskUrl, facts.taskName, { bold: true }), '.'),
    line('From now on, replies become comments. ', name(whoReads(facts))),
    'Earlier messages stay in Slack.',
  )

/** For everybody in the thread: from now on, their replies become comments. */
export const threadSynced = (facts: ThreadSyncedFacts): Message => {
  const { key, by, endedBy, taskName, taskUrl, oneWay } = facts
  if (endedBy !== undefined)
    return message(
      line(
        user(endedBy),
        ' stopped syncing this thread with the task ',
        link(taskUrl, taskName, { bold: true }),
        '.',
      ),
      line(user(by), ' had synced it. Replies stay in Slack from now on.'),
    )
  return message(
    line(user(by), ' synced this thread with the task ', link(taskUrl, taskName, { bold: true }), '.'),
    oneWay
      ? 'The task’s comments appear here. Replies stay in Slack, as set for this channel.'
      : line('Replies here become comments, and the task’s comments appear here. ', name(whoReads(facts))),
    buttons(button(actions.stopSyncing, 'Stop syncing', { value: key })),
  )
}

export const syncMetadata = z.object({
  channel: z.string(),
  threadTs: z.string(),
})
export type SyncMetadata = z.infer<typeof syncMetadata>

const title = 'Sync a thread'

/** Nothing happens before its button is pressed. */
export const syncDialog = (metadata: SyncMetadata, chosen?: ChosenTask): ModalView =>
  modal({ title, submit: 'Sync', callback: callbacks.syncDialog, metadata: JSON.stringify(metadata) }, [
    taskMenu(chosen),
    ...chosenTask(chosen, whoReadsReplies).blocks,
  ])

/** What came of it, or that the tracker is being asked. */
export const syncNotice = (said: Pick<Message, 'blocks'>): ModalView =>
  notice({ title, callback: callbacks.syncNotice }, said)

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
    line(
      'This thread wasn’t synced with ',
      name(`“${taskName}”`),
      ': the channel isn’t subscribed to ',
      name(projectName),
      ', so the task’s comments wouldn’t arrive.',
    ),
    `Subscribe the channel, here or with ${command} subscribe, then sync again.`,
    buttons(button(actions.subscribe, 'Subscribe channel', { value: projectUuid })),
  )

export const internalNotHere = ({ taskName }: OfTask): Message =>
  message(
    line(
      'This thread wasn’t synced: ',
      name(`“${taskName}”`),
      ' is an internal task, and people outside your team can read this channel.',
    ),
    'Open a thread in a channel of your own team, and sync it there.',
  )

/** The thread is under another task's card. */
export const threadOfOther = ({ taskName }: OfTask): Message =>
  message(
    line('This thread wasn’t synced: it is the thread of the task ', name(`“${taskName}”`), '.'),
    'Try a thread that isn’t under a task’s card.',
  )
