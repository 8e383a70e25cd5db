import { line, message, type Message, name, note } from '../kit/message.ts'

interface ScheduleFacts {
  /** To the person instead of the channel. */
  toMe: boolean
  /** Undefined after it was turned off. */
  at?: { time: string; timeZone: string } | undefined
  shared?: boolean | undefined
}

export const reportScheduled = ({ toMe, at, shared = false }: ScheduleFacts): Message => {
  const who = toMe ? 'You' : 'This channel'
  if (!at) return message(`${who} no longer ${toMe ? 'get' : 'gets'} the weekly report.`)
  return message(
    line(`${who} ${toMe ? 'get' : 'gets'} the report every Monday at ${at.time} (`, name(at.timeZone), ').'),
    shared && note('It counts only this channel’s projects, without internal tasks.'),
    note(`To turn it off: /onboard report off${toMe ? ' me' : ''}`),
  )
}
