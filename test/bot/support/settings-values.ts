import { settingsInputs as ids } from '../../../src/bot/features/channels/messages/settings-dialog.ts'
import type { SettingsForm } from '../../../src/bot/features/channels/settings.ts'
import { forSettings, settingNames } from '../../../src/bot/kit/setting-rows.ts'
import { chosen, option, several } from './acts.ts'

const all = (values: readonly string[]) => several(...values.map((value) => option(value)))
const time = (at: string) => ({ selected_time: at || null })

const kinds = {
  preset: chosen,
  events: all,
  layout: chosen,
  digestDay: chosen,
  digestAt: time,
  moduleList: chosen,
  modules: all,
  ...forSettings(settingNames, () => chosen),
  timeZone: (value: string) => ({ value: value || null }),
} as const

/** What Slack sends of a settings dialog that shows these inputs: a state for each block. */
export const settingsValues = (form: SettingsForm): Record<string, object> =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      const kind = kinds[name as keyof typeof kinds] as (given: unknown) => object
      return [ids[name as keyof typeof ids], kind(value)]
    }),
  )

export const settingsMetadataOf = (channel: string): string => JSON.stringify({ channel })
