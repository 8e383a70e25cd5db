import { type CommentReadersFacts, whoReadsReplies } from '../../../kit/cards/comment-readers.ts'
import { italic, line, type Message, message, note } from '../../../kit/message.ts'

/** Replaces a message about an internal task once people outside the team read the channel. */
export const notShownHere = ({ replies }: Pick<CommentReadersFacts, 'replies'>): Message =>
  message(
    line(italic('Not shown, because people outside your team read this channel')),
    note(whoReadsReplies({ readers: 'team', replies })),
  )
