import { words } from './fields.ts'
import type { PaneRefusal } from './work-object.ts'

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
        message: `${it} was deleted in the tracker. Comments on it are no longer taken.`,
      }
    case 'hidden':
      return {
        status: 'restricted',
        title: 'Not for this channel',
        message: `This channel does not receive the ${what}, or people of another organization read it. Ask the project's owner, or open the link in a channel of your team.`,
      }
    case 'away':
      return {
        status: 'custom',
        title: 'The tracker does not answer',
        message: `The ${what} cannot be shown now. Try again in a minute, or open the link.`,
      }
    case 'broken':
      return {
        status: 'internal_error',
        title: 'This did not work',
        message: `Try again; if it stays so, tell your admin the reference ${reference ?? 'in the log'}.`,
      }
  }
}
