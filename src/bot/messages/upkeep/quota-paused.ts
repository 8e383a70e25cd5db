import { actions } from '../kit/ids.ts'
import { button, buttons, line, type Message, message, name } from '../kit/message.ts'

export interface QuotaPausedFacts {
  /** When the month turns, in words: `1 December`. */
  turns: string
  /** An admin may go on before. */
  canResume: boolean
}

/** To the people who look after the app, once a month: nothing is written any more, and nothing is lost. */
export const quotaPaused = ({ turns, canResume }: QuotaPausedFacts): Message =>
  message(
    line(
      'The tracker’s monthly quota of API calls is used up: nothing is read from it or written to it now.',
    ),
    line(
      name(
        `Nothing is lost. Replies and events wait in order and go on when the month turns, on ${turns} (UTC).`,
      ),
    ),
    line(
      canResume
        ? 'To go on before, have the quota raised in the tracker, then press Resume now.'
        : 'To go on before, have the quota raised; a workspace admin can then resume in /onboard status.',
    ),
    canResume && buttons(button({ action: actions.resumeQuota, text: 'Resume now' })),
  )
