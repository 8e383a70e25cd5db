import { z } from 'zod'
import { actions, callbacks, command } from '../../../kit/ids.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { line, link, type Message, message, name, say } from '../../../kit/message.ts'
import type { ModalView } from '@slack/types'
import { modal, notice } from '../../../kit/form-elements.ts'
import { taskMenu } from '../../replies/messages/comment-dialog.ts'
import { type ChosenTask, chosenTask, whoReadsReplies } from '../../../kit/task-card.ts'
import { repliesStay, type SyncedFacts } from '../../posts/messages/thread.ts'

/** For the person who synced it. Everybody in the thread reads `threadSynced`. */
export const syncedForYou = (facts: SyncedFacts): Message =>
  message(
    line('This thread is synced with ', link(facts.taskUrl, facts.taskName, { bold: true }), '.'),
    facts.replies === 'stay'
      ? repliesStay
      : line('From now on, replies become comments. ', name(whoReadsReplies(facts))),
    'Earlier messages stay in Slack.',
  )

export const syncMetadata = z.object({ channel: z.string(), threadTs: z.string() })
export type SyncMetadata = z.infer<typeof syncMetadata>

const title = 'Sync a thread'

/** Nothing happens before its button is pressed. */
export const syncDialog = (metadata: SyncMetadata, chosen?: ChosenTask): ModalView =>
  modal({ title, submit: 'Sync', callback: callbacks.syncDialog, metadata: JSON.stringify(metadata) }, [
    taskMenu(chosen),
    ...chosenTask(chosen, whoReadsReplies).blocks,
  ])

/** What came of it, or that the tracker is being asked. */
export const syncNotice = (said: Pick<Message, 'blocks'>): ModalView => notice({ title }, said)

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

/** The thread is under another task's card. */
export const threadOfOther = ({ taskName }: OfTask): Message =>
  message(
    line('This thread wasn’t synced: it is the thread of the task ', name(`“${taskName}”`), '.'),
    'Try a thread that isn’t under a task’s card.',
  )
