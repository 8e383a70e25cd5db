import { expect, test } from 'vitest'
import { botWithThread, channel, dana, runningBot } from '../../support/running-bot.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'
import { validateView } from '../../../support/slack-limits.ts'
import { tasksAreInternal } from '../../support/rows/known-rows.ts'

type Running = Awaited<ReturnType<typeof botWithThread>>
interface View {
  callback_id: string
  private_metadata: string
  blocks: { element?: { initial_value?: string }; hint?: { text: string } }[]
}

const tools = async (running: Pick<Running, 'interaction' | 'place' | 'slack' | 'submits' | 'suggests'>) => {
  const { interaction, place, submits, suggests } = running
  const use = (message: object, facts: object = {}) =>
    interaction({
      type: 'message_action',
      callback_id: 'comment_on_a_task',
      action_ts: '1',
      message_ts: '5.0',
      channel: { id: channel, name: 'acme' },
      message: { type: 'message', ts: '5.0', ...message },
      response_url: 'http://127.0.0.1:9/none',
      ...facts,
    })
  const opened = async () => {
    await expect.poll(() => running.slack.made('views.open').length).toBeGreaterThan(0)
    return running.slack.made('views.open').at(-1)?.['view'] as View
  }
  const suggest = (value: string, view: View) => suggests('comment_task', value, view)
  const submit = (view: View, chosen: string | undefined, text: string, id = 'V1') =>
    submits(
      { ...view, id },
      {
        comment_task: {
          type: 'external_select',
          selected_option: chosen === undefined ? null : { value: chosen },
        },
        comment_text: { type: 'plain_text_input', value: text },
      },
    )
  return { use, opened, suggest, submit, place }
}

const draftOf = (view: View) => view.blocks.at(-1)?.element?.initial_value

test('Comment on a task opens with the message’s words, and one submission is one comment in the task’s thread', async () => {
  const running = await botWithThread()
  const { use, opened, suggest, submit } = await tools(running)
  await use({ user: dana, text: 'We start on *Monday* &amp; see <https://x.example|the plan>' })
  const view = await opened()
  validateView(view)
  expect(draftOf(view)).toBe('We start on *Monday* & see the plan (https://x.example)')
  const options = await suggest('kick', view)
  expect(options).toEqual([
    {
      value: taskUuid,
      text: { type: 'plain_text', text: task.name, emoji: false },
      description: { type: 'plain_text', text: project.name, emoji: false },
    },
  ])
  await Promise.all([
    submit(view, taskUuid, 'We start on Monday'),
    submit(view, taskUuid, 'We start on Monday'),
  ])
  await running.idle()
  expect(running.tracker.asked()).toEqual(['Dana Smith (Slack): We start on Monday'])
  expect(running.slack.thread(running.root.ts).at(-1)).toContain('We start on Monday')
  expect(running.slack.whispers(dana).at(-1)).toContain('Your comment is on the task')
})

test('what somebody else wrote says so, and files come with their names and links', async () => {
  const running = await botWithThread()
  const { use, opened } = await tools(running)
  await use({
    user: 'U0CASEY',
    text: 'ask <@U0DANA>',
    files: [{ name: 'plan.pdf', permalink: 'https://f.example/1' }],
  })
  expect(draftOf(await opened())).toBe(
    'Casey Jones wrote: ask @Dana Smith\nFile: plan.pdf (https://f.example/1)',
  )
})

test.each([
  [
    'blocks, beside Slack’s placeholder',
    {
      text: "This content can't be displayed.",
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Ticket 7 <new>' } },
        { type: 'section', text: { type: 'mrkdwn', text: 'Customer wrote: where is my *export*?' } },
        { type: 'section', fields: [{ type: 'mrkdwn', text: 'Since: Monday' }] },
        {
          type: 'context',
          elements: [
            { type: 'mrkdwn', text: 'from' },
            { type: 'plain_text', text: 'Zendesk' },
          ],
        },
        { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Close' } }] },
      ],
    },
    'Ticket 7 <new>\nCustomer wrote: where is my *export*?\nSince: Monday\nfrom Zendesk',
  ],
  [
    'attachments',
    {
      text: '',
      attachments: [
        {
          fallback: 'short',
          title: 'Ticket 7',
          text: 'Customer wrote: where is my export?',
          fields: [{ title: 'Since', value: 'Monday' }],
        },
        { from_url: 'https://x.example', text: 'a preview' },
      ],
    },
    'Ticket 7\nCustomer wrote: where is my export?\nSince: Monday',
  ],
  ['a fallback alone', { text: '', attachments: [{ fallback: 'Ticket 7' }] }, 'Ticket 7'],
])('an app’s message with its words in %s has them in the draft', async (_, message, draft) => {
  const running = await botWithThread()
  const { use, opened } = await tools(running)
  await use({ bot_id: 'B9', ...message })
  expect(draftOf(await opened())).toBe(draft)
})

test('people and channels in the message are named as in a reply', async () => {
  const running = await botWithThread()
  const { use, opened } = await tools(running)
  const elements = [
    { type: 'text', text: 'ask ' },
    { type: 'user', user_id: 'U0CASEY' },
    { type: 'text', text: ' in ' },
    { type: 'channel', channel_id: 'C0TEAM' },
  ]
  const section = { type: 'rich_text_section', elements }
  await use({
    user: dana,
    text: 'ask <@U0CASEY> in <#C0TEAM>',
    blocks: [{ type: 'rich_text', elements: [section] }],
  })
  expect(draftOf(await opened())).toBe('ask @Casey Jones in #c0team')
})

test('a message longer than a dialog takes is cut, and the dialog says so', async () => {
  const running = await botWithThread()
  const { use, opened } = await tools(running)
  await use({ user: dana, text: 'é'.repeat(10_000) })
  const view = await opened()
  validateView(view)
  expect(view.blocks.at(-1)?.hint?.text).toContain('the first 3000 of 10000 characters')
})

test('a task’s URL finds a task that the channel has not shown', async () => {
  const running = await runningBot()
  const { use, opened, suggest } = await tools(running)
  await use({ user: dana, text: 'hi' })
  const view = await opened()
  expect(await suggest('kick', view)).toEqual([])
  const options = await suggest(`https://tracker.example/projects/${project.uuid}#task-${taskUuid}`, view)
  expect(options.map(({ value }) => value)).toEqual([taskUuid])
})

test('in a channel with another organization internal tasks are not offered', async () => {
  const running = await botWithThread()
  const { use, opened, suggest } = await tools(running)
  await use({ user: dana, text: 'hi' })
  const view = await opened()
  await tasksAreInternal(running.database, true)
  expect(await suggest('kick', view)).toHaveLength(1)
  running.shares()
  expect(await suggest('kick', view)).toEqual([])
})

test('a submission without a task or words is told at the fields', async () => {
  const running = await botWithThread()
  const { use, opened, submit } = await tools(running)
  await use({ user: dana, text: 'hi' })
  const response = await submit(await opened(), undefined, '  ')
  expect(await response.json()).toEqual({
    response_action: 'errors',
    errors: { comment_task: 'Choose a task first.', comment_text: 'Write the comment first.' },
  })
})

test('a menu is filled, empty, while the database is all that answers', async () => {
  const running = await botWithThread()
  const { use, opened, suggest } = await tools(running)
  await use({ user: dana, text: 'hi' })
  const view = await opened()
  running.tracker.control.down = 'unreachable'
  expect(await suggest('kick', view)).toHaveLength(1)
  expect(await suggest('99999999-9999-4999-8999-999999999999', view)).toEqual([])
})

test('people of another organization are turned away, and a trigger that is too old is told', async () => {
  const running = await botWithThread()
  const { use, place } = await tools(running)
  const stranger = place()
  await use(
    { user: dana, text: 'hi' },
    { user: { id: 'U0CASEY', team_id: 'T2' }, response_url: stranger.responseUrl },
  )
  expect((await stranger.answer).text).toContain('members of the workspace')
  running.slack.refuses('views.open', 'expired_trigger_id')
  const late = place()
  await use({ user: dana, text: 'hi' }, { response_url: late.responseUrl })
  expect((await late.answer).text).toContain('The dialog took too long to open')
})
