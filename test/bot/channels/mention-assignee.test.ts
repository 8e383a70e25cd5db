import { expect, test } from 'vitest'
import { channel, commentEvent, taskEvent } from '../support/running-bot.ts'
import { customer, task } from '../support/stand-in-tracker.ts'
import { steering } from '../support/steering.ts'

const lee = { uuid: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb', full_name: 'Lee Wong', is_customer: false }
const gil = { uuid: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd', full_name: 'Gil Guest', is_customer: false }
const emails: Record<string, { id: string; facts?: object }> = {
  'lee@vendor.example': { id: 'U0LEE' },
  'gil@agency.example': { id: 'U0GUEST', facts: { is_restricted: true } },
  'casey@acme.example': { id: 'U0CASEY' },
}

/** A channel whose settings are these, and a task of Lee’s. */
const channelWith = async (form: Parameters<Awaited<ReturnType<typeof steering>>['set']>[0]) => {
  const running = await steering()
  const { tracker, slack, set, hook, idle } = running
  tracker.users.push(
    { ...lee, email_address: 'lee@vendor.example' },
    { ...gil, email_address: 'gil@agency.example' },
    { uuid: customer, full_name: 'Casey Jones', email_address: 'casey@acme.example', is_customer: true },
  )
  slack.fault.next = ({ method, args }) => {
    const known = method === 'users.lookupByEmail' ? emails[String(args['email'])] : undefined
    return known && { body: { ok: true, user: { id: known.id, team_id: 'T1', ...known.facts } } }
  }
  const assign = (name: string) => tracker.tasks.set(task.uuid, { ...task, assignee_name: name })
  assign(lee.full_name)
  await set(form)
  /** The task’s card, posted for a comment. */
  const card = async () => {
    await hook(commentEvent(tracker.addComment({ message_plain: 'Hello' })))
    await idle()
    return slack.roots(channel).findLast(({ text }) => text.startsWith('Task'))
  }
  return { ...running, assign, card }
}
const mentioning = { preset: 'custom', cards: ['mention'] } as const

test('a task’s card names its assignee without a mention, unless the channel wants one', async () => {
  const { card, slack } = await channelWith({ preset: 'everything' })
  expect((await card())?.text).toContain('Assigned to Lee Wong')
  expect(JSON.stringify(slack.messages)).not.toContain('<@U0LEE>')
})

test('a channel that wants it has the assignee mentioned by the card; an edit posts nothing and names the next one', async () => {
  const { card, slack, hook, idle, assign } = await channelWith(mentioning)
  const posted = await card()
  expect(posted?.text).toMatch(/^Task .+ assigned to <@U0LEE>\n/)
  expect(posted?.text).not.toContain('Assigned to')
  const before = slack.messages.length
  await hook(taskEvent('task_updated'))
  await idle()
  expect(slack.made('chat.update').at(-1)?.['text']).toContain('<@U0LEE>')
  assign('Dana Smith')
  await hook(taskEvent('task_updated'))
  await idle()
  expect(slack.made('chat.update').at(-1)?.['text']).toContain('Assigned to Dana Smith')
  expect(slack.messages).toHaveLength(before)
})

test.each([
  ['a customer', 'Casey Jones'],
  ['a guest', 'Gil Guest'],
  ['nobody whom Slack knows', 'Ann Other'],
])('%s is not mentioned', async (_, name) => {
  const { card, assign } = await channelWith(mentioning)
  assign(name)
  const text = (await card())?.text
  expect(text).toContain(`Assigned to ${name}`)
  expect(text).not.toContain('<@')
})

test('somebody who is not in the channel, or whose name another person has too, is not mentioned', async () => {
  const away = await channelWith(mentioning)
  away.slack.joined.set('U0LEE', ['C0OTHER'])
  away.bot.deps.slack.forgetChannel(channel)
  expect((await away.card())?.text).toContain('Assigned to Lee Wong')

  const twice = await channelWith(mentioning)
  twice.tracker.users.push({ ...lee, uuid: customer, is_customer: true })
  expect((await twice.card())?.text).toContain('Assigned to Lee Wong')
})

test('a tracker that does not say who is who costs the mention, not the card', async () => {
  const { card, tracker } = await channelWith(mentioning)
  Object.assign(tracker.api, { listUsers: () => Promise.reject(new Error('no users today')) })
  expect((await card())?.text).toContain('Assigned to Lee Wong')
})

test('the option is one of Custom’s: a preset takes it away, and the channel is told of either', async () => {
  const { slack, set } = await channelWith(mentioning)
  await set({ preset: 'everything' })
  const said = slack.roots(channel).map(({ text }) => text)
  expect(said.filter((text) => text.includes('settings'))).toMatchInlineSnapshot(`
    [
      "<@U0DANA> changed this channel’s settings: Custom.
    • All events
    • Task cards mention the assignee
    • Replies in threads become comments",
      "<@U0DANA> changed this channel’s settings: Everything.
    • Comments, tasks, subtasks, modules and projects
    • Replies in threads become comments",
    ]
  `)
})
