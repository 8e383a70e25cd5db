import { bold, line, type Message, message, name } from '../kit/message.ts'

export interface CardPinnedFacts {
  projectName: string
  /** Why Slack did not pin it: a missing scope, or this error code. */
  notPinned?: { scope: true } | { code: string } | undefined
}

export const cardPinned = ({ projectName, notPinned }: CardPinnedFacts): Message => {
  const card = ['The card of ', bold(projectName)]
  if (notPinned === undefined) return message(line(card, ' is pinned and kept up to date.'))
  return message(
    line(card, ' is kept up to date in this channel.'),
    'scope' in notPinned
      ? line(
          'It isn’t pinned: the app lacks the scope ',
          bold('pins:write'),
          '. Ask a workspace admin to add it, then press Pin again. Or pin the message yourself.',
        )
      : line('Slack didn’t pin it (', name(notPinned.code), '). Pin the message yourself, from its menu.'),
  )
}

interface CardUnpinnedFacts {
  projectName: string
  already?: boolean | undefined
}

export const cardUnpinned = ({ projectName, already = false }: CardUnpinnedFacts): Message =>
  message(
    line(
      'The card of ',
      bold(projectName),
      already
        ? ' is no longer pinned.'
        : ' is unpinned. It still follows the project, but no longer lists its tasks.',
    ),
  )
