import type { ModalView } from '@slack/types'
import { z } from 'zod'
import { input, search } from '../kit/form-elements.ts'
import { callbacks, inputs } from '../kit/ids.ts'
import type { Message } from '../kit/message.ts'
import { modal, notice } from '../kit/modal.ts'

export const syncMetadata = z.object({
  channel: z.string(),
  threadTs: z.string(),
  /** The team was asked about the message: it becomes a comment too. */
  offer: z.literal(true).optional(),
})
export type SyncMetadata = z.infer<typeof syncMetadata>

const title = 'Sync a thread'

export const syncDialog = (metadata: SyncMetadata): ModalView =>
  modal({ title, submit: 'Sync', callback: callbacks.syncDialog, metadata: JSON.stringify(metadata) }, [
    input(inputs.commentTask.block, 'Task', search('Type part of its name'), {
      hint: 'Tasks seen in this channel’s projects. For any other, paste its link.',
    }),
  ])

/** What came of it, or that the tracker is being asked. */
export const syncNotice = (said: Pick<Message, 'blocks'>): ModalView =>
  notice({ title, callback: callbacks.syncNotice }, said)
