import { z } from 'zod'
import { channelSettings, putChannelSettings } from '../../store/channels/channel-settings.ts'
import { broadcastKinds, type ChannelSettings } from '../../store/ledger/settings-in.ts'
import { digestedUntil, setDigested } from '../../store/digests/channel-digests.ts'
import { inputs } from '../../messages/kit/ids.ts'
import { broadcastChoices, settingsDialog } from '../../messages/channels/settings-dialog.ts'
import { settingsSaved } from '../../messages/channels/settings-saved.ts'
import type { Here } from '../../access/actor.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer, Submission } from '../answers/answer.ts'
import { type Errors, errorsWhere } from '../answers/errors.ts'
import { sayInChannel } from '../answers/tell.ts'
import { scheduleDigest } from '../digests/post-digest.ts'
import { releaseJob } from '../posting/hold-posts.ts'
import { isTimeZone } from '../answers/wall-clock.ts'

/** Initial values when there are no quiet hours. */
const evening = { from: '18:00', to: '08:00' }
/** Initial values when there is no digest: Monday, when people plan the week. */
const monday = { every: 'off', day: 1, at: '09:00' }

export const openSettings = async (
  deps: BotDeps,
  actor: Here,
  triggerId: string,
): Promise<Answer | undefined> => {
  const { channel } = actor.place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const place = await deps.slack.channel(channel)
  const settings = await channelSettings(deps.database.sql, channel)
  const digest = settings.digest ?? monday
  const known = settings.quiet?.timeZone ?? settings.digest?.timeZone
  const view = settingsDialog({
    ...settings,
    ...(settings.quiet ?? evening),
    channel,
    channelName: place.name,
    quiet: settings.quiet !== undefined,
    timeZone: known ?? (await deps.slack.person(actor.user)).timeZone ?? 'UTC',
    digest: digest.every,
    digestDay: digest.day,
    digestAt: digest.at,
  })
  await deps.slack.openView(triggerId, view)
  return undefined
}

const text = z.string().optional()
/** Missing values get defaults. */
export const settingsForm = z.object({
  layout: z.enum(['threads', 'flat', 'digest']).catch('threads'),
  replies: z.enum(['two-way', 'one-way', 'off']).catch('two-way'),
  detail: z.enum(['full', 'compact']).catch('full'),
  broadcast: z.array(z.string()).transform((all) => broadcastKinds.filter((kind) => all.includes(kind))),
  quiet: z.boolean(),
  from: text,
  to: text,
  timeZone: text,
  digest: z.enum(['daily', 'weekly']).optional().catch(undefined),
  digestDay: text,
  digestAt: text,
})
export type SettingsForm = z.output<typeof settingsForm>

const problemsOf = (form: SettingsForm): Errors | undefined => {
  const { layout, quiet, from, to, timeZone = '', digest, digestDay, digestAt } = form
  const { settingsFrom, settingsTo, settingsDigest, settingsDigestTime, settingsDigestDay } = inputs
  const noZone = (quiet || digest !== undefined) && !isTimeZone(timeZone)
  const noDigest = layout === 'digest' && !digest
  return errorsWhere(
    [quiet && !from, settingsFrom.block, 'Choose when quiet hours start.'],
    [quiet && !to, settingsTo.block, 'Choose when quiet hours end.'],
    [quiet && from && from === to, settingsTo.block, 'Choose an end that differs from the start.'],
    [noDigest, settingsDigest.block, 'Choose daily or weekly, or another message layout.'],
    [digest && !digestAt, settingsDigestTime.block, 'Choose when the digest is posted.'],
    [digest === 'weekly' && !digestDay, settingsDigestDay.block, 'Choose the day the digest is posted.'],
    [noZone, inputs.settingsZone.block, 'No such time zone. Write it like Europe/Berlin.'],
  )
}

const settingsOf = (form: SettingsForm): ChannelSettings => {
  const { layout, replies, detail, broadcast, from, to, timeZone, digestDay, digestAt: at } = form
  const day = Number(digestDay ?? monday.day)
  return {
    layout,
    replies,
    detail,
    broadcast,
    quiet: form.quiet && from && to && timeZone ? { from, to, timeZone } : undefined,
    digest: form.digest && at && timeZone ? { every: form.digest, day, at, timeZone } : undefined,
  }
}

/** Stored and announced before the dialog closes. Messages held in quiet hours are checked again. */
export const saveSettings = async (
  deps: BotDeps,
  { user, place: { channel } }: Here,
  { viewId }: Submission,
  form: SettingsForm,
) => {
  const problems = problemsOf(form)
  if (problems) return problems
  const settings = settingsOf(form)
  const shown: readonly string[] = settings.broadcast
  const alsoShown = broadcastChoices.filter(({ value }) => shown.includes(value)).map((choice) => choice.text)
  const once = `settings-${viewId}`
  await deps.database.transaction(async (tx) => {
    const before = await channelSettings(tx.sql, channel)
    await putChannelSettings(tx, channel, settings, { user, at: deps.now() })
    await sayInChannel(deps, tx, channel, once, settingsSaved({ ...settings, by: user, alsoShown }))
    await deps.lanes.enqueue(tx, [releaseJob(channel, 'end', once)])
    // A new digest does not cover the time before it was turned on.
    if (!before.digest) await setDigested(tx, channel, await digestedUntil(tx.sql, channel), deps.now())
    await scheduleDigest(deps, tx, channel, settings)
  })
  return undefined
}
