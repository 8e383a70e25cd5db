import { expect, test, vi } from 'vitest'
import { botProcess } from '../support/bot-process.ts'
import { channel, commentEvent, dana } from '../support/running-bot.ts'
import { settingsMetadataOf, settingsValues } from '../support/settings-values.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

const wall = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)

/** The settings dialog, submitted: quiet hours around now, or none. */
const submission = (id: string, quiet: boolean) => {
  const hours = quiet ? { quietFrom: wall(-2), quietTo: wall(2) } : { quietFrom: '', quietTo: '' }
  const given = settingsValues({ preset: 'everything', ...hours, timeZone: 'UTC' })
  const values = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, { [key]: value }]))
  const view = {
    id,
    callback_id: 'settings_dialog',
    private_metadata: settingsMetadataOf(channel, true),
    state: { values },
    blocks: [],
  }
  const person = { user: { id: dana, team_id: 'T1' }, team: { id: 'T1' } }
  const payload = { type: 'view_submission', ...person, view: { type: 'modal', ...view } }
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
}

test('killed in quiet hours, and again while what waited is posted: everything once, in order', async () => {
  const { slack, tracker, start, exited, hook, kill, signed, child } = await botProcess()
  const form = 'application/x-www-form-urlencoded'
  await signed(submission('V1', true), form)
  const texts = ['One.', 'Two.', 'Three.', 'Four.']
  for (const text of texts) await hook(commentEvent(tracker.addComment({ message_plain: text })))
  await kill()
  await start()
  const said = () => slack.messages.flatMap(({ text }) => texts.filter((one) => text.endsWith(one)))
  let posts = 0
  slack.fault.next = ({ method, args }) => {
    if (method !== 'chat.postMessage' || !args['thread_ts'] || ++posts !== 2) return undefined
    child().kill('SIGKILL')
    return { status: 500, lost: true }
  }
  expect(said()).toEqual([])
  await signed(submission('V2', false), form)
  await exited()
  await start()
  await vi.waitFor(() => expect(said()).toHaveLength(4), { timeout: 60_000 })
  expect(said()).toEqual(texts)
})
