import { expect, test } from 'vitest'
import { defaultSettings, type ChannelSettings } from '../../../src/bot/store/ledger/settings-in.ts'
import { validateView } from '../../support/slack-limits.ts'
import { subtaskEvent } from '../support/listening.ts'
import { botWithThread, channel, commentEvent, dana, taskEvent } from '../support/running-bot.ts'
import { taskUuid } from '../support/stand-in-tracker.ts'
import { skipReasons } from '../support/ledger-rows.ts'

interface View {
  callback_id: string
  private_metadata: string
  blocks: { block_id?: string; element?: Record<string, unknown> }[]
}
type Changes = Parameters<typeof botWithThread>[0]
let views = 0

/** A channel with a thread, and a person who opens its settings and saves them. */
const channelWithSettings = async (changes: Changes = {}) => {
  const running = await botWithThread(changes)
  const { signed, slack, hook, idle, tracker } = running
  const open = async (): Promise<View> => {
    const before = slack.made('views.open').length
    const form = { command: '/onboard', text: 'settings', channel_id: channel, user_id: dana, team_id: 'T1' }
    const more = { api_app_id: 'A1', trigger_id: 'trigger', response_url: 'http://127.0.0.1:9/none' }
    await signed(new URLSearchParams({ ...form, ...more }).toString(), 'application/x-www-form-urlencoded')
    await expect.poll(() => slack.made('views.open').length).toBe(before + 1)
    return slack.made('views.open').at(-1)?.['view'] as View
  }
  const option = (value: string) => ({ selected_option: { value } })
  const save = async (chosen: Partial<ChannelSettings>, id = `V${++views}`): Promise<object | undefined> => {
    const { layout, replies, detail, broadcast, quiet } = { ...defaultSettings, ...chosen }
    const given = {
      settings_layout: option(layout),
      settings_replies: option(replies),
      settings_detail: option(detail),
      settings_broadcast: { selected_options: broadcast.map((value) => ({ value })) },
      settings_quiet: { selected_options: quiet ? [{ value: 'on' }] : [] },
      settings_from: { selected_time: quiet?.from ?? '18:00' },
      settings_to: { selected_time: quiet?.to ?? '08:00' },
      settings_zone: { value: quiet?.timeZone ?? 'UTC' },
    }
    const values = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, { [key]: value }]))
    const view = { id, callback_id: 'settings_dialog', private_metadata: channel, state: { values } }
    const payload = {
      type: 'view_submission',
      user: { id: dana, team_id: 'T1' },
      team: { id: 'T1' },
      view: { type: 'modal', blocks: [], ...view },
    }
    const body = new URLSearchParams({ payload: JSON.stringify(payload) })
    const answer = await signed(body.toString(), 'application/x-www-form-urlencoded')
    expect(answer.status).toBe(200)
    await idle()
    const text = await answer.text()
    return text === '' ? undefined : (JSON.parse(text) as object)
  }
  const customerSays = async (text: string) => {
    await hook(commentEvent(tracker.addComment({ message_plain: text })))
    await idle()
    return slack.messages.find((message) => message.text.includes(text))
  }
  return { ...running, open, save, customerSays }
}

test('/onboard settings opens a dialog that Slack takes, with what holds now; saving is said in the channel', async () => {
  const { open, save, slack } = await channelWithSettings()
  const view = await open()
  expect(() => validateView(view)).not.toThrow()
  expect(view.private_metadata).toBe(channel)
  const quiet = { from: '20:00', to: '07:00', timeZone: 'Europe/Berlin' }
  await save({ replies: 'one-way', broadcast: ['comment'], quiet }, 'V-once')
  await save({ replies: 'one-way', broadcast: ['comment'], quiet }, 'V-once')
  const said = slack.roots(channel).filter(({ text }) => text.includes('settings'))
  expect(said.map(({ text }) => text)).toEqual([
    expect.stringMatching(/<@U0DANA>[^]*stay in Slack[^]*Comments[^]*20:00 to 07:00, Europe\/Berlin/),
  ])
  const again = await open()
  const element = (id: string) => again.blocks.find((block) => block.block_id === id)?.element
  expect(element('settings_replies')).toMatchObject({ initial_option: { value: 'one-way' } })
  expect(element('settings_from')).toMatchObject({ initial_time: '20:00' })
  expect(element('settings_zone')).toMatchObject({ initial_value: 'Europe/Berlin' })
})

test('quiet hours that make no sense are refused at their fields, and nothing changes', async () => {
  const { save, slack } = await channelWithSettings()
  const quiet = { from: '20:00', to: '20:00', timeZone: 'Atlantis' }
  expect(await save({ quiet })).toMatchObject({
    response_action: 'errors',
    errors: {
      settings_to: expect.stringContaining('differs from the start') as string,
      settings_zone: expect.stringContaining('Europe/Berlin') as string,
    },
  })
  expect(slack.roots(channel)).toHaveLength(1)
})

test('flat: a comment stands in the channel with its task’s name, and a reply under it becomes a comment on the task', async () => {
  const { save, customerSays, slackEvent, idle, tracker, hook, slack } = await channelWithSettings()
  await save({ layout: 'flat' })
  const message = await customerSays('Which day?')
  expect(message?.thread_ts).toBeUndefined()
  expect(message?.text).toMatch(/Task .*Kick-off call[^]*Which day\?/)
  const said = { user: dana, text: 'Monday', ts: '1763800000.000900', thread_ts: message?.ts }
  await slackEvent({ type: 'message', channel, ...said })
  await idle()
  expect(tracker.attempts).toEqual([expect.objectContaining({ task_uuid: taskUuid })])
  const [, comment] = [...tracker.comments.values()]
  if (!comment) throw new Error('there is no comment')
  tracker.comments.set(comment.uuid, { ...comment, message_plain: 'Which week?' })
  await hook(commentEvent(comment, 'comment_updated'))
  await idle()
  expect(slack.messages.find(({ ts }) => ts === message?.ts)?.text).toMatch(/Kick-off call[^]*Which week\?/)
})

test('one-way: no reply is taken, and the person who replies is told once a thread', async () => {
  const { save, say, idle, slack, tracker, customerSays } = await channelWithSettings()
  await save({ replies: 'one-way' })
  const { ts } = await say('Hello?')
  await say('Anybody?')
  await idle()
  expect(tracker.attempts).toEqual([])
  expect(slack.reactions(ts)).toEqual([])
  expect(slack.ephemerals(dana).map(({ text }) => String(text))).toEqual([
    expect.stringContaining('stays in Slack'),
  ])
  expect(await customerSays('Still posted')).toBeDefined()
  await save({ replies: 'two-way' })
  await say('Now?')
  await idle()
  expect(tracker.attempts).toHaveLength(1)
})

test.each(['sqlite', 'postgres'] as const)(
  'off: nothing is posted and no reply is taken (%s)',
  async (engine) => {
    const { save, say, idle, tracker, customerSays, database } = await channelWithSettings({ engine })
    await save({ replies: 'off' })
    expect(await customerSays('Not here')).toBeUndefined()
    await say('Nor here')
    await idle()
    expect(tracker.attempts).toEqual([])
    expect(await skipReasons(database)).toEqual(['the channel is switched off in its settings'])
  },
)

test('compact: cards and lines are shorter, comments are whole', async () => {
  const { save, customerSays, hook, idle, root, slack, tracker, command } = await channelWithSettings()
  await command('subscribe account:Acme Corp all')
  expect(root.text).toContain('Assigned to')
  await save({ detail: 'compact' })
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, { status: 'In review' })
  await hook(taskEvent('task_updated'))
  await hook(subtaskEvent('subtask_completed', { action_response: 'The 15th' }))
  await idle()
  expect(root.text).toContain('In review')
  expect(root.text).not.toContain('Assigned to')
  expect(slack.thread(root.ts).at(-1)).toContain('Choose a date')
  expect(slack.thread(root.ts).at(-1)).not.toContain('The 15th')
  const long = 'word '.repeat(500).trim()
  expect((await customerSays(long))?.text).toContain(long)
})

test('what is chosen to be shown in the channel too is broadcast from its thread, and nothing else', async () => {
  const { save, customerSays, hook, idle, slack, root, command } = await channelWithSettings()
  await command('subscribe account:Acme Corp all')
  await save({ broadcast: ['subtask_line'] })
  await customerSays('In the thread')
  await hook(subtaskEvent('subtask_completed'))
  await idle()
  const posts = slack.made('chat.postMessage').filter((args) => args['thread_ts'] === root.ts)
  expect(posts.map((args) => args['reply_broadcast'])).toEqual([undefined, undefined, 'true'])
})
