import {
  type BroadcastKind,
  broadcastKinds,
  channelSettings,
  type ChannelSettings,
  putChannelSettings,
} from '../../store/channels/channel-settings.ts'
import { digestedUntil, setDigested } from '../../store/digests/channel-digests.ts'
import { inputs } from '../../messages/kit/ids.ts'
import { notInChannel } from '../../messages/channels/not-in-channel.ts'
import { broadcastChoices, settingsDialog } from '../../messages/channels/settings-dialog.ts'
import { settingsSaved } from '../../messages/channels/settings-saved.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { sayInChannel } from '../answers/say-in-channel.ts'
import { scheduleDigest } from '../digests/post-digest.ts'
import { releaseJob } from '../posting/hold-posts.ts'
import { isTimeZone } from '../answers/wall-clock.ts'

/** What the dialog begins with where the channel has no quiet hours yet. */
const evening = { from: '18:00', to: '08:00' }
/** And no digest: Monday, when the week is planned. */
const monday = { every: 'off', day: 1, at: '09:00' }

/** `/onboard settings`: the dialog, with what holds in this channel now. */
export const openSettings = async (
  deps: BotDeps,
  { channel, user, triggerId }: { channel: string; user: string; triggerId: string },
): Promise<Answer | undefined> => {
  const place = await deps.slack.channel(channel)
  if (!place.member) return { message: notInChannel() }
  const settings = await channelSettings(deps.database.sql, channel)
  const digest = settings.digest ?? monday
  const known = settings.quiet?.timeZone ?? settings.digest?.timeZone
  const timeZone = known ?? (await deps.slack.person(user)).timeZone ?? 'UTC'
  const view = settingsDialog({
    ...settings,
    ...(settings.quiet ?? evening),
    channel,
    channelName: place.name,
    quiet: settings.quiet !== undefined,
    timeZone,
    digest: digest.every,
    digestDay: digest.day,
    digestAt: digest.at,
  })
  await deps.slack.openView(triggerId, view)
  return undefined
}

/** What the dialog says, as Slack gives it: undefined where nothing is chosen. */
export interface SettingsForm {
  layout: string | undefined
  replies: string | undefined
  detail: string | undefined
  broadcast: readonly string[]
  quiet: boolean
  from: string | undefined
  to: string | undefined
  timeZone: string | undefined
  digest: string | undefined
  digestDay: string | undefined
  digestAt: string | undefined
}

const digestProblems = ({ layout, digest, digestDay, digestAt }: SettingsForm): Record<string, string> => {
  const wanted = digest === 'daily' || digest === 'weekly'
  if (!wanted)
    return layout === 'digest'
      ? { [inputs.settingsDigest.block]: 'Choose daily or weekly, or another place for messages.' }
      : {}
  return {
    ...(!digestAt && { [inputs.settingsDigestTime.block]: 'Say when the digest comes.' }),
    ...(digest === 'weekly' &&
      !digestDay && { [inputs.settingsDigestDay.block]: 'Say on which day the digest comes.' }),
  }
}

const needsZone = ({ quiet, digest }: SettingsForm) => quiet || digest === 'daily' || digest === 'weekly'

/** Errors by block id, where quiet hours or digests make no sense; none when they are not wanted. */
export const settingsProblems = (form: SettingsForm): Record<string, string> => ({
  ...quietProblems(form),
  ...digestProblems(form),
  ...(needsZone(form) &&
    !isTimeZone(form.timeZone ?? '') && {
      [inputs.settingsZone.block]: 'No such time zone. Write it like Europe/Berlin.',
    }),
})

const quietProblems = ({ quiet, from, to }: SettingsForm): Record<string, string> => ({
  ...(quiet && !from && { [inputs.settingsFrom.block]: 'Say when the quiet hours begin.' }),
  ...(quiet && !to && { [inputs.settingsTo.block]: 'Say when the quiet hours end.' }),
  ...(quiet && from && from === to && { [inputs.settingsTo.block]: 'They must not end when they begin.' }),
})

const isBroadcast = (kind: string): kind is BroadcastKind =>
  (broadcastKinds as readonly string[]).includes(kind)

const readDigest = ({ digest, digestDay, digestAt, timeZone }: SettingsForm): ChannelSettings['digest'] =>
  (digest === 'daily' || digest === 'weekly') && digestAt && timeZone
    ? { every: digest, day: Number(digestDay ?? monday.day), at: digestAt, timeZone }
    : undefined

const read = (form: SettingsForm): ChannelSettings => {
  const { layout, replies, quiet, from, to, timeZone } = form
  return {
    digest: readDigest(form),
    layout: layout === 'flat' || layout === 'digest' ? layout : 'threads',
    replies: replies === 'one-way' || replies === 'off' ? replies : 'two-way',
    detail: form.detail === 'compact' ? 'compact' : 'full',
    broadcast: form.broadcast.filter(isBroadcast),
    quiet: quiet && from && to && timeZone ? { from, to, timeZone } : undefined,
  }
}

/** Kept before the dialog closes, and said in the channel; what waited for the end of quiet hours is asked anew. */
export const saveSettings = async (
  deps: BotDeps,
  { channel, user, viewId }: { channel: string; user: string; viewId: string },
  form: SettingsForm,
): Promise<void> => {
  const settings = read(form)
  const alsoShown = broadcastChoices
    .filter(({ value }) => (settings.broadcast as readonly string[]).includes(value))
    .map(({ text }) => text)
  const message = settingsSaved({ ...settings, by: user, alsoShown })
  const ts = `settings-${viewId}`
  await deps.database.transaction(async (tx) => {
    const before = await channelSettings(tx.sql, channel)
    await putChannelSettings(tx, channel, settings, { user, at: deps.now() })
    await sayInChannel(deps, tx, channel, ts, message)
    await deps.lanes.enqueue(tx, [releaseJob(channel, 'end', ts)])
    // What happened while nobody wanted digests is not told.
    if (!before.digest) await setDigested(tx, channel, await digestedUntil(tx.sql, channel), deps.now())
    await scheduleDigest(deps, tx, channel, settings)
  })
}
