import { expect, test } from 'vitest'
import { botWithThread, dana, runningBot, type RunningTestBot, withMore } from '../../support/running-bot.ts'
import { chosen, type View } from '../../support/acts.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'
import { tasksAreInternal } from '../../support/rows/known-rows.ts'

/** A person uses the shortcut on a message, and its dialog. */
const commenting = async <Running extends RunningTestBot>(start: () => Promise<Running>) => {
  const running = await start()
  const { suggests, submits, usesOn, viewIn } = running
  const use = (message: object, facts: object = {}) => usesOn('comment_on_a_task', message, facts)
  return withMore(running, {
    use,
    opens: async (message: object = { user: dana, text: 'hi' }) => {
      await use(message)
      return viewIn()
    },
    suggest: (value: string, view: View) => suggests('comment_task', value, view),
    submit: (view: View, task: string | undefined, text: string) =>
      submits(
        { ...view, id: 'V1' },
        {
          comment_task: { type: 'external_select', ...chosen(task) },
          comment_text: { type: 'plain_text_input', value: text },
        },
      ),
  })
}

const draftOf = (view: View) => view.blocks.at(-1)?.element?.initial_value

test('Comment on a task opens with the message’s words, and one submission is one comment in the task’s thread', async () => {
  const { opens, suggest, submit, idle, tracker, slack, root } = await commenting(botWithThread)
  const view = await opens({
    user: dana,
    text: 'We start on *Monday* &amp; see <https://x.example|the plan>',
  })
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
  await idle()
  expect(tracker.asked()).toEqual(['Dana Smith (Slack): We start on Monday'])
  expect(slack.thread(root.ts).at(-1)).toContain('We start on Monday')
  expect(slack.whispers(dana).at(-1)).toContain('Your comment is on the task')
})

test('what somebody else wrote says so, and files come with their names and links', async () => {
  const { opens } = await commenting(botWithThread)
  const files = [{ name: 'plan.pdf', permalink: 'https://f.example/1' }]
  expect(draftOf(await opens({ user: 'U0CASEY', text: 'ask <@U0DANA>', files }))).toBe(
    'Casey Jones (Acme Corp) wrote: ask @Dana Smith\nFile: plan.pdf (https://f.example/1)',
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
  const { opens } = await commenting(botWithThread)
  expect(draftOf(await opens({ bot_id: 'B9', ...message }))).toBe(draft)
})

test('people and channels in the message are named as in a reply', async () => {
  const { opens } = await commenting(botWithThread)
  const elements = [
    { type: 'text', text: 'ask ' },
    { type: 'user', user_id: 'U0CASEY' },
    { type: 'text', text: ' in ' },
    { type: 'channel', channel_id: 'C0TEAM' },
  ]
  const section = { type: 'rich_text_section', elements }
  const blocks = [{ type: 'rich_text', elements: [section] }]
  const view = await opens({ user: dana, text: 'ask <@U0CASEY> in <#C0TEAM>', blocks })
  expect(draftOf(view)).toBe('ask @Casey Jones in #c0team')
})

test('a message longer than a dialog takes is cut, and the dialog says so', async () => {
  const { opens } = await commenting(botWithThread)
  const view = await opens({ user: dana, text: 'é'.repeat(10_000) })
  expect(view.blocks.at(-1)?.hint?.text).toContain('the first 3000 of 10000 characters')
})

test('a task’s URL finds a task that the channel has not shown', async () => {
  const { opens, suggest } = await commenting(runningBot)
  const view = await opens()
  expect(await suggest('kick', view)).toEqual([])
  const options = await suggest(`https://tracker.example/projects/${project.uuid}#task-${taskUuid}`, view)
  expect(options.map(({ value }) => value)).toEqual([taskUuid])
})

test('in a channel with another organization internal tasks are not offered', async () => {
  const { opens, suggest, database, shares } = await commenting(botWithThread)
  const view = await opens()
  await tasksAreInternal(database, true)
  expect(await suggest('kick', view)).toHaveLength(1)
  shares()
  expect(await suggest('kick', view)).toEqual([])
})

test('a submission without a task or words is told at the fields', async () => {
  const { opens, submit } = await commenting(botWithThread)
  const response = await submit(await opens(), undefined, '  ')
  expect(await response.json()).toEqual({
    response_action: 'errors',
    errors: { comment_task: 'Choose a task first.', comment_text: 'Write the comment first.' },
  })
})

test('a menu is filled, empty, while the database is all that answers', async () => {
  const { opens, suggest, tracker } = await commenting(botWithThread)
  const view = await opens()
  tracker.control.down = 'unreachable'
  expect(await suggest('kick', view)).toHaveLength(1)
  expect(await suggest('99999999-9999-4999-8999-999999999999', view)).toEqual([])
})

test('people of another organization are turned away, and a trigger that is too old is told', async () => {
  const { use, place, slack } = await commenting(botWithThread)
  const stranger = place()
  await use(
    { user: dana, text: 'hi' },
    { user: { id: 'U0CASEY', team_id: 'T2' }, response_url: stranger.responseUrl },
  )
  expect((await stranger.answer).text).toContain('members of the workspace')
  slack.refuses('views.open', 'expired_trigger_id')
  const late = place()
  await use({ user: dana, text: 'hi' }, { response_url: late.responseUrl })
  expect((await late.answer).text).toContain('The dialog took too long to open')
})
