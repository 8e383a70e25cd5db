import type { KnownBlock, ModalView } from '@slack/types'
import { actions, callbacks, command } from '../kit/ids.ts'
import { message, type Message, note } from '../kit/message.ts'
import { modal } from '../kit/modal.ts'

const isMore = (block: KnownBlock): boolean =>
  block.type === 'actions' &&
  block.elements.some((element) => element.action_id?.startsWith(actions.listMore) ?? false)

const rest = (): KnownBlock[] =>
  message(note(`See the rest with ${command} subscriptions in the channel.`)).blocks

/** *Manage* on the Home tab. A dialog has no next page, so it says where the rest is instead of *Show more*. */
export const subscriptionsDialog = (channel: string, { blocks }: Pick<Message, 'blocks'>): ModalView =>
  modal(
    { title: 'Subscriptions', callback: callbacks.subscriptionsDialog, metadata: channel },
    blocks.flatMap((block) => (isMore(block) ? rest() : [block])),
  )

export const subscriptionNotice = ({ blocks }: Pick<Message, 'blocks'>): ModalView =>
  modal({ title: 'Subscriptions', close: 'Back', callback: callbacks.subscriptionNotice }, blocks)
