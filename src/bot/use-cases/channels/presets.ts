import { isDeepStrictEqual } from 'node:util'
import { eventNames } from '../../../contract/event.ts'
import { type ChannelSettings, defaultSettings } from '../../store/ledger/settings-in.ts'
import { morning } from '../../messages/channels/settings-words.ts'
import type { PresetName } from '../../messages/channels/presets.ts'

/** Replies are not part of a preset. */
type Preset = Omit<ChannelSettings, 'replies'>

const { replies: _replies, ...milestones } = defaultSettings

const daily = { every: 'daily', day: 1, at: morning, timeZone: 'UTC', alone: true } as const

export const presets: Readonly<Record<Exclude<PresetName, 'custom'>, Preset>> = {
  everything: { ...milestones, events: [...eventNames] },
  milestones,
  digest: { ...milestones, layout: 'flat', digest: daily },
  completed: { ...milestones, events: ['project_completed'] },
}

const names = Object.keys(presets) as (keyof typeof presets)[]

/** Leaves out the digest's time and the order of events, because presets don't set them. */
const compared = ({ events, digest, layout, modules, tasks }: Preset) => ({
  layout,
  modules,
  tasks,
  events: new Set(events),
  digest: digest && { every: digest.every, alone: digest.alone },
})

/** *Custom* if no preset matches. `mixed`: not all subscriptions receive the same events. */
export const presetOf = (settings: ChannelSettings, mixed = false): PresetName => {
  const same = names.find((name) => isDeepStrictEqual(compared(presets[name]), compared(settings)))
  return mixed ? 'custom' : (same ?? 'custom')
}

/** The channel's settings after it chooses a preset. */
export const withPreset = (
  name: keyof typeof presets,
  { replies }: ChannelSettings,
  digest: { at: string; timeZone: string },
): ChannelSettings => {
  const preset = presets[name]
  return { ...preset, replies, digest: preset.digest && { ...preset.digest, ...digest } }
}
