import { unstopped } from '../kit/words.ts'

interface CommentFailedFacts {
  /** Undefined if the comment was withdrawn before it was sent. */
  state?: 'refused' | 'unconfirmed' | undefined
  /** The tracker's own words, if it rejected the comment. */
  reason?: string | undefined
}

/** In the side panel, under a comment written there. */
export const commentFailed = ({ state, reason = '' }: CommentFailedFacts): string => {
  if (state === undefined) return 'The comment was withdrawn, so it wasn’t sent.'
  if (state === 'unconfirmed')
    return 'The tracker didn’t confirm the comment. Check the task before you send it again.'
  const why = unstopped(reason)
  return why === '' ? 'The tracker rejected the comment.' : `The tracker rejected the comment: ${why}.`
}

/** The interface cannot edit or delete comments. */
export const commentChangeRefused = (change: 'edit' | 'delete'): string => {
  const done = change === 'edit' ? 'edited' : 'deleted'
  return `Comments are ${done} in the tracker, not from Slack. Write another comment to correct it.`
}
