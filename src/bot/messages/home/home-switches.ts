import { button, buttons } from '../kit/buttons.ts'
import { type ActionName, actions } from '../kit/ids.ts'

const offOrOn = (action: ActionName, on: boolean, about: string) => {
  const turned = on ? 'off' : 'on'
  return buttons(
    button(action, `Turn ${turned}`, { value: turned, label: `Turn ${turned} messages about ${about}` }),
  )
}

export const mentionSwitch = (mentions: boolean) => [
  mentions
    ? 'You get a direct message when a comment in the tracker mentions you.'
    : 'You don’t get a direct message when a comment in the tracker mentions you.',
  offOrOn(actions.homeMentions, mentions, 'mentions'),
]

export const receiptSwitch = (receipts: boolean) => [
  receipts
    ? 'After each reply, a note that only you see says where it went and who can read it.'
    : 'You get no note about who can read your replies, unless customers become able to.',
  offOrOn(actions.homeReceipts, receipts, 'who reads replies'),
]
