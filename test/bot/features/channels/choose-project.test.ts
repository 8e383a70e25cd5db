import { expect, test } from 'vitest'
import { actions, callbacks, inputs } from '../../../../src/bot/kit/ids.ts'
import { validateView } from '../../../support/slack-limits.ts'
import { channel, dana, runningBot } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

interface View {
  callback_id: string
  private_metadata: string
}

const choosing = async (changes: Parameters<typeof runningBot>[0] = {}) => {
  const running = await runningBot(changes)
  const { slack, slackEvent, idle, press, submits, suggests } = running
  const join = async (facts: object = {}) => {
    const event = { type: 'member_joined_channel', channel, user: 'U0BOT', inviter: dana, ...facts }
    await slackEvent({ ...event, event_ts: '1763700000.000100' })
    await idle()
  }
  const opened = async () => {
    await expect.poll(() => slack.made('views.open')).toHaveLength(1)
    const view = slack.made('views.open')[0]?.['view'] as View
    validateView(view)
    return view
  }
  const suggest = (value: string, view: View) => suggests(inputs.subscribeTo, value, view)
  const option = (value: string | undefined) => ({
    selected_option: value === undefined ? null : { value, text: { type: 'plain_text', text: value } },
  })
  const submit = async (target: string | undefined, preset = 'milestones') => {
    const view = { callback_id: callbacks.subscribeDialog, private_metadata: channel }
    const response = await submits(view, {
      [inputs.subscribeTo]: option(target),
      [inputs.subscribePreset]: option(preset),
    })
    return response.text()
  }
  return {
    running,
    join,
    press,
    opened,
    suggest,
    submit,
    said: () => slack.roots(channel).map(({ text }) => text),
  }
}

test('an invited app says once that nothing arrives yet, and its button opens the dialog that subscribes', async () => {
  const { running, join, press, opened, suggest, submit, said } = await choosing()
  await join()
  await join()
  expect(said()).toEqual([expect.stringContaining('Nothing arrives here until somebody chooses a project')])
  void press(actions.runAgain, 'subscribe')
  const view = await opened()
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
