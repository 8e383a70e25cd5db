import type { ModalView } from '@slack/types'
import { z } from 'zod'
import { callbacks } from '../kit/ids.ts'
import type { Message } from '../kit/message.ts'
import { modal, notice } from '../kit/modal.ts'
import { taskMenu } from '../replies/comment-dialog.ts'
import { type ChosenTask, chosenTask, whoReadsReplies } from '../replies/comment-readers.ts'

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
    ...chosenTask(chosen, whoReadsReplies),
  ])

/** What came of it, or that the tracker is being asked. */
export const syncNotice = (said: Pick<Message, 'blocks'>): ModalView =>
  notice({ title, callback: callbacks.syncNotice }, said)
