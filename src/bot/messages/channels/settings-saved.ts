import { line, type Message, message, name, user } from '../kit/message.ts'
import { weekDays } from './settings-dialog.ts'

interface SettingsSavedFacts {
  by: string
  layout: keyof typeof layoutWords
  replies: keyof typeof replyWords
  detail: 'full' | 'compact'
  alsoShown: readonly string[]
  quiet?: { from: string; to: string; timeZone: string } | undefined
  /** `day`: 1 is Monday. */
  digest?: { every: 'daily' | 'weekly'; day: number; at: string; timeZone: string } | undefined
}

const layoutWords = {
  threads: 'Messages stand in threads',
  flat: 'Messages stand flat, each with its task’s name',
  digest: 'Only digests are posted, and completed projects',
}
const replyWords = {
  'two-way': 'Replies are two-way: they become comments.',
  'one-way': 'Replies are one-way: they stay in Slack.',
  off: 'It is switched off: nothing is posted, and replies stay in Slack.',
}

const digestLine = ({ every, day, at, timeZone }: NonNullable<SettingsSavedFacts['digest']>) => {
  const when = every === 'weekly' ? `weekly on ${weekDays[day - 1] ?? 'Monday'}` : 'daily'
  return line('Digest ', when, ' at ', name(at), ', ', name(timeZone), '.')
}

/** Posted in the channel, because it affects everyone there. */
export const settingsSaved = (facts: SettingsSavedFacts): Message => {
  const { by, layout, replies, detail, alsoShown, quiet, digest } = facts
  return message(
    line(user(by), ' changed this channel’s settings.'),
    `${layoutWords[layout]} (${detail}). ${replyWords[replies]}`,
    alsoShown.length > 0 &&
      line(
        layout === 'digest' ? 'Posted as they happen, too: ' : 'Also shown in the channel: ',
        name(alsoShown.join(', ')),
        '.',
      ),
    quiet && line('Quiet from ', name(quiet.from), ' to ', name(quiet.to), ', ', name(quiet.timeZone), '.'),
    digest && digestLine(digest),
  )
}
