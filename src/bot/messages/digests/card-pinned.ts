import { line, type Message, message, name } from '../kit/message.ts'

export interface CardPinnedFacts {
  projectName: string
  /** Slack did not pin it: for want of the scope, or with this code of its own. */
  notPinned?: { scope: true } | { code: string } | undefined
}

/** To the person who pressed *Pin*. */
export const cardPinned = ({ projectName, notPinned }: CardPinnedFacts): Message =>
  message(
    line(
      'The card of ',
      name(projectName, { bold: true }),
      notPinned
        ? ' is kept up to date where it stands in this channel.'
        : ' is pinned, and kept up to date where it stands.',
    ),
    notPinned &&
      ('scope' in notPinned
        ? line(
            'It is not pinned: the app lacks the scope ',
            name('pins:write', { bold: true }),
            '. Ask a workspace admin to add it, then press Pin again; or pin the message by hand.',
          )
        : line('Slack did not pin it (', name(notPinned.code), '). Pin the message by hand, from its menu.')),
  )
