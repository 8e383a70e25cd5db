import { withoutQuote } from '../../support/without-quote.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SettingsForm } from '../../../src/bot/features/channels/settings.ts'
import { answerIn, type View } from './acts.ts'
import { listening } from './listening.ts'
import { channel, dana, withMore } from './running-bot.ts'
import { skipReasons } from './rows/post-rows.ts'
import { settingsMetadataOf, settingsValues } from './settings-values.ts'

/** A channel that receives everything of the demo project, and the people who steer what it receives. */
export const steering = async (changes: Parameters<typeof listening>[0] = {}) => {
  const running = await listening(changes)
  const { idle, slack, submits, presses } = running
  const submit = async (callback: string, metadata: string, inputs: object, id: string = randomUUID()) => {
    const view = { id, callback_id: callback, private_metadata: metadata }
    const response = await submits(view, inputs as Record<string, unknown>)
    expect(response.status).toBe(200)
    await idle()
    return answerIn(response)
  }
  /** Saves the settings dialog with these inputs; the others are not shown. */
  const set = (form: SettingsForm, id?: string) =>
    submit('settings_dialog', settingsMetadataOf(channel), settingsValues(form), id)
  /** Presses what answers nothing by itself: a button or menu, on a message, the Home tab or a dialog. */
  const pressQuietly = async (
    actionId: string,
    chosen: { value?: string; option?: string },
    facts: object = {},
  ) => {
    const { value, option } = chosen
    const action =
      option === undefined
        ? { type: 'button', value }
        : { type: 'static_select', selected_option: { value: option } }
    await presses(actionId, '', {
      actions: [{ action_id: actionId, block_id: 'b', action_ts: '1', ...action }],
      ...facts,
    })
    await idle()
  }
  /** What stands in Slack with these words, without what a task's card quotes. */
  const said = (words: string) => slack.messages.filter(({ text }) => withoutQuote(text).includes(words))
  const reasons = () => skipReasons(running.database)
  const opened = (method = 'views.open') => slack.made(method).at(-1)?.['view'] as View
  const told = (user: string = dana) => slack.roots(user).map(({ text }) => text)
  return withMore(running, { submit, set, pressQuietly, said, reasons, opened, told })
}
