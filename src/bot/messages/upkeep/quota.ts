import { button, buttons } from '../kit/buttons.ts'
import { actions } from '../kit/ids.ts'
import { type Message, message, note } from '../kit/message.ts'
import { count } from '../kit/words.ts'

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
    `The monthly API quota of the tracker is used up${calls}. What is waiting is kept and goes out when the month turns.`,
    'To go on before, ask a Vendor Admin to have the quota raised.',
    reference !== undefined && note(`Reference: ${reference}`),
  )
}

export const resumeButton = () => buttons(button(actions.resumeQuota, 'Resume now'))

interface QuotaPausedFacts {
  /** The first day of the next month, in words: `1 December`. */
  turns: string
  /** Whether this person may resume earlier. */
  canResume: boolean
}

/** Sent once a month to the app's admins. */
export const quotaPaused = ({ turns, canResume }: QuotaPausedFacts): Message =>
  message(
    'The tracker’s monthly quota of API calls is used up: nothing is read from it or written to it now.',
    `Nothing is lost. Replies and events wait in order and go on when the month turns, on ${turns} (UTC).`,
    canResume
      ? 'To go on before, have the quota raised in the tracker, then press Resume now.'
      : 'To go on before, have the quota raised; a workspace admin can then resume in /onboard status.',
    canResume && resumeButton(),
  )

interface QuotaResumedFacts {
  /** How many lanes resume. Each is one task's replies or one project's events. */
  waiting: number
  /** False if calls were not stopped. */
  stood: boolean
}

export const quotaResumed = ({ waiting, stood }: QuotaResumedFacts): Message => {
  if (!stood) return message('Nothing is stopped for the quota: calls to the tracker go through.')
  return message(
    waiting === 0
      ? 'Calls to the tracker go on; nothing was waiting.'
      : `Calls to the tracker go on: ${count(waiting, 'queue')} of waiting work ${waiting === 1 ? 'is' : 'are'} sent now, each in its order.`,
    'If the quota is still used up, the tracker says so again and everything waits on.',
  )
}
