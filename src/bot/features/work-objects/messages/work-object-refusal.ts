import { words, type PaneRefusal } from '../../../kit/cards/work-object.ts'

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
