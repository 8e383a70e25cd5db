import { actions } from '../kit/ids.ts'
import { button, buttons, line, type Message, message } from '../kit/message.ts'

export interface RateLimitedFacts {
  run?: string | undefined
}

/** The tracker's limit a minute; comments wait by themselves, look-ups are told. */
export const rateLimited = ({ run }: RateLimitedFacts): Message =>
  message(
    line('The tracker takes no more requests this minute. Try again in about a minute.'),
    run !== undefined && buttons(button({ action: actions.runAgain, text: 'Try again', value: run })),
  )
