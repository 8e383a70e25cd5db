import type { ModalView } from '@slack/types'
import { callbacks } from '../kit/ids.ts'
import { type Message, message } from '../kit/message.ts'
import { notice } from '../kit/modal.ts'

/** Shown while the tracker is being asked, or when the form cannot continue. */
export const createNotice = (said: Pick<Message, 'blocks'>, externalId?: string): ModalView =>
  notice(
    {
      title: 'New project',
      close: externalId === undefined ? 'Close' : 'Back',
      callback: callbacks.createNotice,
      externalId,
    },
    said,
  )

export const createLoading = (): ModalView =>
  createNotice(message('Loading data fields and people from the tracker…'))
