import { button, buttons } from '../kit/buttons.ts'
import { type ActionName, actions } from '../kit/ids.ts'
import { bold, line } from '../kit/message.ts'

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

export const mineSwitch = (mine: boolean) => [
  mine
    ? line(
        'Every morning at 09:00, you get a direct message, ',
        bold('Your day'),
        ': what’s overdue, assigned to you, or waiting for your answer or your customers. If there’s nothing, you don’t get one.',
      )
    : line(
        bold('Your day'),
        ' is off: a direct message with what’s overdue, assigned to you, or waiting for your answer or your customers.',
      ),
  offOrOn(actions.homeMine, mine, 'your day'),
]

export const receiptSwitch = (receipts: boolean) => [
  receipts
    ? 'After each reply, a note that only you see says where it went and who can read it.'
    : 'You don’t get a note about who can read your replies, unless customers gain access.',
  offOrOn(actions.homeReceipts, receipts, 'who reads replies'),
]
