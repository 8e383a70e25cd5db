import { expect, test } from 'vitest'
import { actions, callbacks, inputs } from '../../../../src/bot/kit/ids.ts'
import { channel, dana, runningBot } from '../../support/running-bot.ts'
import { chosen } from '../../support/acts.ts'
import { project, customer } from '../../support/stand-in-tracker.ts'
import { resolveEvents } from '../../../../src/bot/features/channels/subscribe.ts'
import { type EventName, eventNames, families } from '../../../../src/contract/event.ts'
import { ApiProblem } from '../../../../src/contract/problem.ts'
import { engines } from '../../../support/databases.ts'

const choosing = async (changes: Parameters<typeof runningBot>[0] = {}) => {
  const running = await runningBot(changes)
  const { slack, slackEvent, idle, press, submits, suggests } = running
  const join = async (facts: object = {}) => {
    const event = { type: 'member_joined_channel', channel, user: 'U0BOT', inviter: dana, ...facts }
    await slackEvent({ ...event, event_ts: '1763700000.000100' })
    await idle()
  }
  const suggest = (value: string, view: object) => suggests(inputs.subscribeTo, value, view)
  const submit = async (target: string | undefined, preset = 'milestones') => {
    const view = { callback_id: callbacks.subscribeDialog, private_metadata: channel }
    const response = await submits(view, {
      [inputs.subscribeTo]: chosen(target),
      [inputs.subscribePreset]: chosen(preset),
    })
    return response.text()
  }
  const said = () => slack.roots(channel).map(({ text }) => text)
  return { running, join, press, suggest, submit, said }
}

test('an invited app says once that nothing arrives yet, and its button opens the dialog that subscribes', async () => {
  const { running, join, press, suggest, submit, said } = await choosing()
  await join()
  await join()
  expect(said()).toEqual([expect.stringContaining('Nothing arrives here until somebody chooses a project')])
  void press(actions.runAgain, 'subscribe')
  const view = await running.viewIn()
  const options = await suggest('acme', view)
  expect(options.map(({ value }) => value)).toEqual([project.uuid, 'account:Acme Corp'])
  expect(await submit(undefined)).toContain('Choose a project first.')
  expect(await submit(project.uuid, 'everything')).toBe('')
  await running.until(() => expect(said()).toHaveLength(2))
  expect(said()[1]).toMatch(/subscribed this channel to .*\nIt receives .*subtasks/)
  expect((await running.command('subscriptions')).text).toContain('Set to Everything.')
})

test.each([
  ['a person joins', { user: dana }],
  ['the app made the channel, so nobody invited it', { inviter: undefined }],
])('no welcome where %s', async (_, facts) => {
  const { join, said } = await choosing()
  await join(facts)
  expect(said()).toEqual([])
})

test('an app that comes back to a subscribed channel says nothing', async () => {
  const { running, join, said } = await choosing()
  await running.command(`subscribe "${project.name}"`)
  const before = said().length
  await join()
  expect(said()).toHaveLength(before)
})

test('a channel with people from outside is asked about its readers first; a whole account can be chosen', async () => {
  const { running, submit, said } = await choosing()
  running.slack.shared.add(channel)
  await submit('account:Acme Corp')
  await running.until(() => expect(running.slack.ephemerals(dana)).toHaveLength(1))
  expect(running.slack.whispers(dana)[0]).toContain(`read <#${channel}>`)
  expect(said()).toEqual([])
  running.slack.shared.delete(channel)
  running.bot.deps.slack.forgetChannel(channel)
  await submit('account:Acme Corp')
  await running.until(() => expect(said()).toHaveLength(1))
  expect(said()[0]).toContain('the account')
})

test('a tracker that is away is told to the person who chose', async () => {
  const { running, submit } = await choosing()
  running.tracker.control.down = 'unreachable'
  await submit(project.uuid)
  await running.until(() => expect(running.slack.ephemerals(dana)).toHaveLength(1))
  expect(running.slack.whispers(dana)[0]).toContain('tracker')
})

test('an account that the tracker does not show is refused, with the nearest, and nothing changes', async () => {
  const { command, slack, tracker } = await runningBot()
  tracker.users.push({ uuid: customer, full_name: 'Kim', is_customer: true, customer_name: 'Acme Labs' })
  const said = await command('subscribe account:Acme Crop')
  expect(said.text).toContain('No project or customer in the tracker has the account “Acme Crop”')
  expect(said.text).toContain('Did you mean Acme Corp?')
  expect(said.response_type).not.toBe('in_channel')
  expect((await command('subscribe account:acme')).text).toContain('Did you mean Acme Corp or Acme Labs?')
  expect((await command('subscribe account:Nope')).text).toContain('/onboard projects shows')
  expect((await command('unsubscribe account:Nope')).text).toContain('isn’t subscribed to “Nope”')
  expect((await command('subscriptions')).text).toContain('has no subscriptions')
  expect(slack.roots(channel)).toEqual([])
})

test('an account that no project has is not denied while the customers can’t be read', async () => {
  const { command, tracker } = await runningBot()
  const unreadable = new ApiProblem('too-large', 'GET /v1/users answered with more than 1 MiB')
  Object.assign(tracker.api, { listUsers: () => Promise.reject(unreadable) })
  const said = await command('subscribe account:Globex')
  expect(said.text).toContain(
    'No project in the tracker has the account “Globex”, and its customers can’t be read, so nothing changed.',
  )
})

test('subscribing again without a change is told to the person alone; with one, to the channel', async () => {
  const { command, slack, idle } = await runningBot()
  await command(`subscribe "${project.name}"`)
  await idle()
  const before = slack.roots(channel).length
  const again = await command(`subscribe "${project.name}"`)
  await idle()
  expect(again.text).toContain('This channel is already subscribed to')
  expect(again.response_type).not.toBe('in_channel')
  expect(slack.roots(channel)).toHaveLength(before)
  expect((await command(`subscribe "${project.name}" comments`)).text).toContain('changed what this channel')
  expect((await command(`subscribe "${project.name}" comments`)).text).toContain('already subscribed')
})

test.each(engines)('unsubscribe all ends all that a channel receives, and names it (%s)', async (engine) => {
  const { command } = await runningBot({ engine })
  await command(`subscribe "${project.name}"`)
  await command('subscribe account:Acme Corp')
  const said = await command('unsubscribe all')
  expect(said.text).toContain('unsubscribed this channel from all that it received.')
  expect(said.text).toContain(`${project.name} and Acme Corp`)
  expect(said.text).toContain('What was posted here stays. Replies in its threads still become comments.')
  expect((await command('subscriptions')).text).toContain('has no subscriptions')
  expect((await command('unsubscribe all')).text).toContain('nothing to unsubscribe from')
})

test('events come as families, as single names, and without those excluded, in any order', () => {
  expect(resolveEvents(['all'], [])).toEqual(eventNames)
  const otherTasks: EventName[] = families.task.filter((name) => name !== 'task_updated')
  expect(otherTasks).toContain('task_created')
  const inOrder = eventNames.filter((name) => name === 'comment_new' || otherTasks.includes(name))
  expect(resolveEvents(['-task_updated', 'tasks', 'comment_new'], [])).toEqual(inOrder)
})
