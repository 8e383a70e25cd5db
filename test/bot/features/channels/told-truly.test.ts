import { resolveEvents } from '../../../../src/bot/features/channels/subscribe.ts'
import { eventNames } from '../../../../src/contract/event.ts'
import { expect, test, describe } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { channel, runningBot } from '../../support/running-bot.ts'
import { customer, project } from '../../support/stand-in-tracker.ts'

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

describe('events', () => {
  test('come as families, as single names, and without those excluded, in any order', () => {
    expect(resolveEvents(['all'], [])).toEqual(eventNames)
    expect(resolveEvents(['-task_updated', 'tasks', 'comment_new'], [])).toEqual([
      'task_created',
      'task_completed',
      'task_deleted',
      'comment_new',
    ])
  })

  test('excluded alone are taken from what the channel receives', () => {
    expect(resolveEvents(['-tasks'], ['task_completed', 'comment_new'])).toEqual(['comment_new'])
  })
})
