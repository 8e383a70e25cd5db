import { bold, line, type Message, message, name } from '../../../kit/message.ts'

export interface CardPinnedFacts {
  projectName: string
  /** Why Slack did not pin it: a missing scope, or this error code. */
  notPinned?: { scope: true } | { code: string } | undefined
}

export const cardPinned = ({ projectName, notPinned }: CardPinnedFacts): Message => {
  const card = ['The card of ', bold(projectName)]
  if (notPinned === undefined) return message(line(card, ' is pinned.'))
  return message(
    line(card, ' is in this channel.'),
    'scope' in notPinned
      ? line(
          'It isn’t pinned: the app lacks the scope ',
          bold('pins:write'),
          '. Ask a workspace admin to add it, then press Pin again. Or pin the message yourself.',
        )
      : line('Slack didn’t pin it (', name(notPinned.code), '). Pin the message yourself, from its menu.'),
  )
}
