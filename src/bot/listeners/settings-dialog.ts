import type { App, BlockButtonAction } from '@slack/bolt'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { type ActionName, actionPattern, actions, callbacks, inputs } from '../messages/kit/ids.ts'
import { answerOnTop } from '../use-cases/answers/answer-on-top.ts'
import { postDigestNow, previewDigest } from '../use-cases/digests/digest-by-hand.ts'
import { saveSettings, type SettingsForm, settingsProblems } from '../use-cases/channels/settings.ts'

interface Value {
  value?: string | null
  selected_time?: string | null
  selected_option?: { value: string } | null
  selected_options?: { value: string }[]
}
type Values = Record<string, Record<string, Value>>

const readForm = (values: Values): SettingsForm => {
  const at = ({ block, action }: { block: string; action: string }) => values[block]?.[action]
  const all = (place: { block: string; action: string }) =>
    (at(place)?.selected_options ?? []).map(({ value }) => value)
  return {
    layout: at(inputs.settingsLayout)?.selected_option?.value,
    replies: at(inputs.settingsReplies)?.selected_option?.value,
    detail: at(inputs.settingsDetail)?.selected_option?.value,
    broadcast: all(inputs.settingsBroadcast),
    quiet: all(inputs.settingsQuiet).includes('on'),
    from: at(inputs.settingsFrom)?.selected_time ?? undefined,
    to: at(inputs.settingsTo)?.selected_time ?? undefined,
    timeZone: at(inputs.settingsZone)?.value?.trim(),
    digest: at(inputs.settingsDigest)?.selected_option?.value,
    digestDay: at(inputs.settingsDigestDay)?.selected_option?.value,
    digestAt: at(inputs.settingsDigestTime)?.selected_time ?? undefined,
  }
}

/** Its buttons: what each answers stands on top of the dialog. */
const buttons = { [actions.digestPreview]: previewDigest, [actions.digestNow]: postDigestNow }

/** The dialog of `/onboard settings`. */
export const addSettingsDialogListener = (app: App, deps: BotDeps, background: Background): void => {
  for (const [name, work] of Object.entries(buttons)) {
    app.action<BlockButtonAction>(actionPattern(name as ActionName), async ({ ack, body, action }) => {
      await ack()
      const press = {
        channel: action.value ?? '',
        user: body.user.id,
        triggerId: body.trigger_id,
        team: body.user.team_id ?? body.team?.id,
      }
      background.run(() => answerOnTop(deps, press, work))
    })
  }
  app.view(callbacks.settingsDialog, async ({ ack, view, body }) => {
    const form = readForm(view.state.values)
    const errors = settingsProblems(form)
    if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors })
    const where = { channel: view.private_metadata, user: body.user.id, viewId: view.id }
    await saveSettings(deps, where, form)
    await ack()
  })
}
