import { button, buttons } from '../../kit/buttons.ts'
import { actions } from '../../kit/ids.ts'
import { type Message, message, note } from '../../kit/message.ts'
import { count } from '../../kit/text/words.ts'

interface QuotaReachedFacts {
  /** Calls made and allowed this month, if the tracker returns them. */
  used?: number | undefined
  limit?: number | undefined
  reference?: string | undefined
}

/** The monthly quota is used up, so retrying does not help. */
export const quotaReached = ({ used, limit, reference }: QuotaReachedFacts): Message => {
  const calls =
    used === undefined || limit === undefined
      ? ''
      : ` (${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} calls)`
  return message(
    `The tracker’s monthly API quota is used up${calls}. Everything that’s waiting is kept and sent next month.`,
    'To continue sooner, ask a Vendor Admin to have the quota raised.',
    reference !== undefined && note(`Reference: ${reference}`),
  )
}

export const resumeButton = () => buttons(button(actions.resumeQuota, 'Resume now'))

interface QuotaPausedFacts {
  /** The first day of the next month, in words: `December 1`. */
  turns: string
  /** Whether this person may resume earlier. */
  canResume: boolean
}

/** Sent once a month to admins and subscribers. */
export const quotaPaused = ({ turns, canResume }: QuotaPausedFacts): Message =>
  message(
    'The tracker’s monthly API quota is used up, so the app can’t read from it or write to it.',
    `Nothing is lost. Replies and events wait in order and continue on ${turns} (UTC).`,
    canResume
      ? 'To continue sooner, have the quota raised in the tracker, then press Resume now.'
      : 'To continue sooner, have the quota raised. A workspace admin can then resume in /onboard status.',
    canResume && resumeButton(),
  )

interface QuotaResumedFacts {
  /** How many lanes resume. Each is one task's replies or one project's events. */
  waiting: number
  wereStopped: boolean
}

export const quotaResumed = ({ waiting, wereStopped }: QuotaResumedFacts): Message => {
  if (!wereStopped) return message('Calls to the tracker weren’t stopped.')
  return message(
    waiting === 0
      ? 'Calls to the tracker have resumed. Nothing was waiting.'
      : `Calls to the tracker have resumed. ${count(waiting, 'queue')} of waiting work ${waiting === 1 ? 'is' : 'are'} being sent, each in order.`,
    'If the quota is still used up, everything keeps waiting.',
  )
}
