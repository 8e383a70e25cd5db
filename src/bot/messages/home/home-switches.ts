import { button, buttons } from '../kit/buttons.ts'
import { type ActionName, actions } from '../kit/ids.ts'

const offOrOn = (action: ActionName, on: boolean, about: string) => {
  const turned = on ? 'off' : 'on'
  return buttons(
    button(action, `Turn ${turned}`, { value: turned, label: `Turn ${turned} messages about ${about}` }),
  )
}

/** The switch for direct messages about comments that mention the person. */
export const mentionSwitch = (mentions: boolean) => [
  mentions
    ? 'When a comment in the tracker mentions you, the app writes to you.'
    : 'When a comment in the tracker mentions you, the app does not write to you.',
  offOrOn(actions.homeMentions, mentions, 'mentions'),
]

/** The switch for receipts of replies. */
export const receiptSwitch = (receipts: boolean) => [
  receipts
    ? 'The app tells you alone where each of your replies went, and who reads it in the tracker.'
    : 'The app does not tell you who reads your replies, unless customers begin to.',
  offOrOn(actions.homeReceipts, receipts, 'who reads replies'),
]
