import { line, type Message, message } from '../kit/message.ts'

/** Said when the tracker has not answered within about two seconds; the answer replaces it. */
export const trackerSlow = (): Message =>
  message(line('Still working: the tracker is taking its time. The answer comes here.'))
