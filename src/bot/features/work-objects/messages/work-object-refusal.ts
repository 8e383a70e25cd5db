import { words } from '../../../kit/cards/fields.ts'
import type { PaneRefusal } from '../../../kit/cards/work-object.ts'
import { unstopped } from '../../../kit/text/words.ts'

export type WhyNoPane = 'missing' | 'deleted' | 'hidden' | 'away' | 'broken'

/** Shown in an otherwise empty side panel: what happened, and what to do. */
export const workObjectRefusal = (facts: {
  why: WhyNoPane
  what: 'project' | 'task'
  name?: string | undefined
  reference?: string | undefined
}): PaneRefusal => {
  const { why, what, reference } = facts
  const it = facts.name === undefined ? `This ${what}` : `The ${what} “${words(facts.name, 150)}”`
  switch (why) {
    case 'missing':
      return {
        status: 'not_found',
        title: `The tracker has no such ${what}`,
        message: 'It may have been deleted or moved. Open the link to see what the tracker says.',
      }
    case 'deleted':
      return {
        status: 'custom',
        title: 'This task was deleted',
        message: `${it} was deleted in the tracker, so it can’t be commented on.`,
      }
    case 'hidden':
      return {
        status: 'restricted',
        title: 'Not for this channel',
        message: `This channel isn’t subscribed to the ${what}, or includes people from another organization. Ask the project’s owner, or open the link in a channel that only your team reads.`,
      }
    case 'away':
      return {
        status: 'custom',
        title: 'The tracker isn’t responding',
        message: `The ${what} can’t be shown right now. Try again in a minute, or open the link.`,
      }
    case 'broken':
      return {
        status: 'internal_error',
        title: 'Something went wrong',
        message: `Try again. If it keeps happening, give your admin the reference ${reference ?? 'in the log'}.`,
      }
  }
}

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
