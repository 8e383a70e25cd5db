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

export const overdueSwitch = (overdue: boolean) => [
  overdue
    ? 'You get a direct message, once, when a task assigned to you becomes overdue.'
    : 'You don’t get a direct message when a task assigned to you becomes overdue.',
  offOrOn(actions.homeOverdue, overdue, 'overdue tasks'),
]

export const mineSwitch = (mine: boolean) => [
  mine
    ? 'Every morning at 09:00 you get your day: what is overdue, assigned to you, or waiting for your answer or your customers. Nothing if there is nothing.'
    : 'You don’t get your day as a direct message: what is overdue, assigned to you, or waiting for your answer or your customers.',
  offOrOn(actions.homeMine, mine, 'your day'),
]

export const receiptSwitch = (receipts: boolean) => [
  receipts
    ? 'After each reply, a note that only you see says where it went and who can read it.'
    : 'You get no note about who can read your replies, unless customers become able to.',
  offOrOn(actions.homeReceipts, receipts, 'who reads replies'),
]
