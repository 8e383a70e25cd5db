import { bold, line, type Message, message, name } from '../kit/message.ts'

export interface CardPinnedFacts {
  projectName: string
  /** Why Slack did not pin it: a missing scope, or this error code. */
  notPinned?: { scope: true } | { code: string } | undefined
}

export const cardPinned = ({ projectName, notPinned }: CardPinnedFacts): Message => {
  const card = ['The card of ', bold(projectName)]
  if (notPinned === undefined) return message(line(card, ' is pinned, and kept up to date where it stands.'))
  return message(
    line(card, ' is kept up to date where it stands in this channel.'),
    'scope' in notPinned
      ? line(
          'It is not pinned: the app lacks the scope ',
          bold('pins:write'),
          '. Ask a workspace admin to add it, then press Pin again; or pin the message by hand.',
        )
      : line('Slack did not pin it (', name(notPinned.code), '). Pin the message by hand, from its menu.'),
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
      already ? ' is not pinned any more.' : ' is unpinned. It changes with its thread alone.',
    ),
  )
