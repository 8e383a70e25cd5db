import type { KnownBlock, ModalView } from '@slack/types'
import { plain } from '../kit/form-elements.ts'
import { actions, callbacks } from '../kit/ids.ts'
import type { Message } from '../kit/message.ts'

const isMore = (block: KnownBlock): boolean =>
  block.type === 'actions' &&
  block.elements.some((element) => element.action_id?.startsWith(actions.listMore) ?? false)

/** *Manage* on the Home tab: the list of one channel with its buttons. A dialog has no next page to be sent to. */
export const subscriptionsDialog = (channel: string, { blocks }: Pick<Message, 'blocks'>): ModalView => ({
  type: 'modal',
  callback_id: callbacks.subscriptionsDialog,
  private_metadata: channel,
  title: plain('Subscriptions', 24),
  close: plain('Close', 24),
  blocks: blocks.filter((block) => !isMore(block)),
})

/** Why a press in that dialog did nothing, on top of it. */
export const subscriptionNotice = ({ blocks }: Pick<Message, 'blocks'>): ModalView => ({
  type: 'modal',
  callback_id: callbacks.subscriptionNotice,
  title: plain('Subscriptions', 24),
  close: plain('Back', 24),
  blocks: [...blocks],
})
