import type { KnownBlock, ModalView } from '@slack/types'
import { actions, callbacks } from '../kit/ids.ts'
import type { Message } from '../kit/message.ts'
import { modal } from '../kit/modal.ts'

const isMore = (block: KnownBlock): boolean =>
  block.type === 'actions' &&
  block.elements.some((element) => element.action_id?.startsWith(actions.listMore) ?? false)

/** *Manage* on the Home tab. Drops *Show more*, because a dialog has no next page. */
export const subscriptionsDialog = (channel: string, { blocks }: Pick<Message, 'blocks'>): ModalView =>
  modal(
    { title: 'Subscriptions', callback: callbacks.subscriptionsDialog, metadata: channel },
    blocks.filter((block) => !isMore(block)),
  )

export const subscriptionNotice = ({ blocks }: Pick<Message, 'blocks'>): ModalView =>
  modal({ title: 'Subscriptions', close: 'Back', callback: callbacks.subscriptionNotice }, blocks)
