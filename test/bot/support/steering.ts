import { withoutQuote } from '../../support/without-quote.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SettingsForm } from '../../../src/bot/features/channels/settings-form.ts'
import { listening } from './listening.ts'
import { channel, commentEvent, dana, withMore } from './running-bot.ts'
import { pressing } from './pressing.ts'
import { skipReasons } from './post-rows.ts'
import { settingsMetadataOf, settingsValues } from './settings-values.ts'

interface OpenedView {
  callback_id: string
  private_metadata: string
  blocks: { block_id?: string; element?: Record<string, unknown> }[]
}
type Changes = Parameters<typeof listening>[0]

/** A channel that receives everything of the demo project, and the people who steer what it receives. */
export const steering = async (changes: Changes = {}) => {
  const running = await listening(changes)
  const { hook, idle, slack, tracker, signed } = running
  const { interaction, press, person, place } = await pressing({ signed, slack })
  const submit = async (callback: string, metadata: string, inputs: object, id: string = randomUUID()) => {
    const values = Object.fromEntries(
      Object.entries(inputs).map(([block, value]) => [block, { [block]: value }]),
    )
    const view = { id, callback_id: callback, private_metadata: metadata, type: 'modal', blocks: [] }
    const response = await interaction({
      type: 'view_submission',
      ...person,
      view: { ...view, state: { values } },
    })
    expect(response.status).toBe(200)
    await idle()
    const text = await response.text()
    return text === '' ? undefined : (JSON.parse(text) as { errors?: Record<string, string> })
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
    await interaction({
      type: 'block_actions',
      ...person,
      container: { type: 'message', channel_id: channel, message_ts: '1.0' },
      channel: { id: channel },
      trigger_id: randomUUID(),
      response_url: place().responseUrl,
      actions: [{ action_id: actionId, block_id: 'b', action_ts: '1', ...action }],
      ...facts,
    })
    await idle()
  }
  const onHome = {
    container: { type: 'view', view_id: 'V1' },
    channel: undefined,
    view: { id: 'V1', type: 'home', blocks: [] },
  }
  const customerSays = async (text: string, facts: object = {}) => {
    const comment = tracker.addComment({ message_plain: text, ...facts })
    await hook(commentEvent(comment))
    await idle()
    return comment
  }
  /** What stands in Slack with these words, without what a task's card quotes. */
  const said = (words: string) => slack.messages.filter(({ text }) => withoutQuote(text).includes(words))
  /** Why posts were not said. */
  const reasons = () => skipReasons(running.database)
  const opened = (method = 'views.open') => slack.made(method).at(-1)?.['view'] as OpenedView
  const told = (user: string = dana) => slack.roots(user).map(({ text }) => text)
  return withMore(running, {
    interaction,
    person,
    press,
    submit,
    set,
    pressQuietly,
    onHome,
    customerSays,
    said,
    reasons,
    opened,
    told,
  })
}
