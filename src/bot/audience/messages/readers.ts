import { channel as channelSpan, type Inline } from '../../kit/message.ts'
import { capital, listed } from '../../kit/text/words.ts'

export interface ReadersFacts {
  channel: string
  /** Names of the other organizations in the channel. */
  organizations: readonly string[]
  /** People of organizations whose names Slack does not say, or who were only invited. */
  strangers: boolean
  guests: boolean
  /** Slack did not say who reads it. */
  unknown: boolean
}

/** `people from Acme Corp and guests`. Undefined if only the team reads it, or Slack did not say. */
const outsideReaders = ({ organizations, strangers, guests }: ReadersFacts): string | undefined => {
  const from = [...organizations, ...(strangers ? ['another organization'] : [])]
  const groups = [...(from.length > 0 ? [`people from ${listed(from)}`] : []), ...(guests ? ['guests'] : [])]
  return groups.length > 0 ? listed(groups) : undefined
}

/** `People from Acme Corp read #acme-shared.` */
export const whoReads = (readers: ReadersFacts): Inline[] => {
  const people = outsideReaders(readers)
  const channel = channelSpan(readers.channel)
  if (people !== undefined) return [`${capital(people)} read `, channel, '.']
  return readers.unknown
    ? ['Slack doesn’t say who reads ', channel, '. It may be people from outside.']
    : ['Only your team reads ', channel, '.']
}
