import { settingsInputs as ids } from '../../../src/bot/features/channels/messages/settings-dialog.ts'
import type { SettingsForm } from '../../../src/bot/features/channels/settings.ts'

const option = (value: string) => ({ value, text: { type: 'plain_text', text: value } })
const chosen = (value: string) => ({ selected_option: option(value) })
const several = (values: readonly string[]) => ({ selected_options: values.map(option) })
const time = (at: string) => ({ selected_time: at || null })

const kinds = {
  preset: chosen,
  events: several,
  layout: chosen,
  digestDay: chosen,
  digestAt: time,
  moduleList: chosen,
  modules: several,
  tasks: chosen,
  replies: chosen,
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
