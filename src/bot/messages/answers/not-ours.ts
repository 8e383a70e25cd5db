import { line, type Message, message } from '../kit/message.ts'

/** `why` was asked of a message that is not in the ledger of this channel. */
export const notOurs = (): Message =>
  message(
    line('That message is not one of mine in this channel.'),
    line(
      'Copy the link of a card, a comment or an announcement (⋮ → Copy link), and ask in its own channel.',
    ),
  )
