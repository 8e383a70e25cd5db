import { line, type Message, message, name, user } from './message.ts'

export interface SettingsSavedFacts {
  by: string
  layout: 'threads' | 'flat'
  replies: 'two-way' | 'one-way' | 'off'
  detail: 'full' | 'compact'
  /** What of threads the channel sees too, in words. */
  alsoShown: readonly string[]
  quiet?: { from: string; to: string; timeZone: string } | undefined
}

const layoutWords = { threads: 'in threads', flat: 'flat, each with its task’s name' }
const replyWords = {
  'two-way': 'Replies are two-way: they become comments.',
  'one-way': 'Replies are one-way: they stay in Slack.',
  off: 'It is switched off: nothing is posted, and replies stay in Slack.',
}

/** Into the channel, since it concerns everybody in it. */
export const settingsSaved = ({
  by,
  layout,
  replies,
  detail,
  alsoShown,
  quiet,
}: SettingsSavedFacts): Message =>
  message(
    line(user(by), ' changed this channel’s settings.'),
    line(`Messages stand ${layoutWords[layout]} (${detail}). ${replyWords[replies]}`),
    alsoShown.length > 0 && line('Also shown in the channel: ', name(alsoShown.join(', ')), '.'),
    quiet && line('Quiet from ', name(quiet.from), ' to ', name(quiet.to), ', ', name(quiet.timeZone), '.'),
  )
