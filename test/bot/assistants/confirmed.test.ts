import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eachEngine } from '../../support/databases.ts'
import { slackbotFor } from '../support/assistant.ts'
import { pressing } from '../support/pressing.ts'
import { valueOf } from '../support/press.ts'
import { dana, runningBot } from '../support/running-bot.ts'
import { project, task, taskUuid } from '../support/stand-in-tracker.ts'

const field = { uuid: randomUUID(), value: randomUUID() }

type Changes = Parameters<typeof runningBot>[0]

/** A person's assistant, and the buttons of what the app asks the person. */
const assisted = async (changes: Changes = {}) => {
  const running = await runningBot(changes)
  const { tracker, slack, idle } = running
  tracker.fields.push({ uuid: field.uuid, name: 'Region', object_type: 'PROJECT', field_type: 'TEXT' })
  tracker.values.push({ uuid: field.value, datafield_uuid: field.uuid, name: 'Region', value: 'EMEA' })
  const { call } = await slackbotFor(running)
  const { press } = await pressing(running)
  const asked = () => slack.messages.filter((message) => message.channel === dana)
  const inDirect = (user: string) => ({
    user: { id: user, team_id: 'T1' },
    channel: { id: 'D0DANA' },
    container: { type: 'message', channel_id: 'D0DANA', message_ts: '1.0' },
  })
  return {
    ...running,
    call,
    asked,
    comment: (text: string) => call('comment', { task: taskUuid, text }),
    /** The direct message that asks. */
    question: async () => {
      await idle()
      const last = asked().at(-1)
      if (!last) throw new Error('nobody was asked')
      return last
    },
    press: (message: object, action: 'confirm_request' | 'cancel_request', user: string = dana) =>
      press(action, valueOf(message, action), inDirect(user)),
  }
}

eachEngine('what an assistant asks for', (_, engine) => {
  test('a comment: the person reads it whole and sends it, once', async () => {
    const { tracker, comment, question, press, idle } = await assisted({ engine })
    const told = await comment('We are ready & able.\n\n@channel <@U0LEE> Tuesday.')
    expect(told.data?.answer).toContain('Waiting for your confirmation in Slack')
    const message = await question()
    for (const words of [task.name, project.name, 'We are ready', 'Tuesday.', 'customers may read'])
      expect(message.text).toContain(words)
    expect(JSON.stringify(message)).not.toContain('"user_id"')
    expect(tracker.attempts).toEqual([])
    expect(await press(message, 'confirm_request')).toMatchObject({
      replace_original: true,
      text: expect.stringContaining('on its way') as string,
    })
    await idle()
    expect(tracker.attempts.map(({ message_plain: text }) => text)).toEqual([
      'Dana Smith (Slack): We are ready & able.\n\n@channel <@U0LEE> Tuesday.',
    ])
    expect((await press(message, 'confirm_request')).text).toContain('no longer waiting')
    await idle()
    expect(tracker.attempts).toHaveLength(1)
  })

  test('pressed twenty times at once, it is sent once', async () => {
    const { tracker, comment, question, press, idle } = await assisted({ engine })
    await comment('Once')
    const message = await question()
    const said = await Promise.all(Array.from({ length: 20 }, () => press(message, 'confirm_request')))
    await idle()
    expect(said.filter(({ text }) => text.includes('on its way'))).toHaveLength(1)
    expect(tracker.attempts).toHaveLength(1)
  })

  test('canceled, it is never sent', async () => {
    const { tracker, comment, question, press, idle } = await assisted({ engine })
    await comment('Never')
    const message = await question()
    expect((await press(message, 'cancel_request')).text).toContain('Canceled')
    expect((await press(message, 'confirm_request')).text).toContain('no longer waiting')
    await idle()
    expect(tracker.attempts).toEqual([])
  })

  test('a data field: a dry run, the person’s Apply, and one write', async () => {
    const { tracker, call, question, press } = await assisted({ engine })
    const given = { project: project.uuid, field: 'Region', value: 'APAC' }
    expect((await call('set', given)).data?.answer).toContain('Waiting for your confirmation')
    const message = await question()
    expect(message.text).toContain('EMEA')
    expect(message.text).toContain('APAC')
    expect(tracker.values.at(-1)?.value).toBe('EMEA')
    expect((await press(message, 'confirm_request')).text).toContain('is now “APAC”')
    expect(tracker.values.at(-1)?.value).toBe('APAC')
    expect((await press(message, 'confirm_request')).text).toContain('no longer waiting')
  })
})

test('nobody but the person confirms or cancels', async () => {
  const { tracker, comment, question, press, idle } = await assisted()
  await comment('Mine')
  const message = await question()
  for (const action of ['confirm_request', 'cancel_request'] as const)
    expect((await press(message, action, 'U0LEE')).text).toContain('no longer waiting')
  await idle()
  expect(tracker.attempts).toEqual([])
  expect((await press(message, 'confirm_request')).text).toContain('on its way')
})

test('after half an hour it is over', async () => {
  const clock = { now: Date.now() }
  const { tracker, comment, question, press, idle } = await assisted({ now: () => clock.now })
  await comment('Late')
  const message = await question()
  clock.now += 1_800_001
  expect((await press(message, 'confirm_request')).text).toContain('no longer waiting')
  await idle()
  expect(tracker.attempts).toEqual([])
})

test('while the tracker is away a field is not lost: the button works again', async () => {
  const { tracker, call, question, press } = await assisted()
  await call('set', { project: project.uuid, field: 'Region', value: 'APAC' })
  const message = await question()
  tracker.control.down = 'unreachable'
  expect((await press(message, 'confirm_request')).text).toContain('tracker')
  tracker.control.down = undefined
  expect((await press(message, 'confirm_request')).text).toContain('is now “APAC”')
})

test('an assistant cannot bury a person: the eleventh request is refused', async () => {
  const { comment, asked, idle } = await assisted()
  for (let at = 0; at < 10; at++) await comment(`Number ${at}`)
  expect((await comment('One more')).data?.answer).toContain('10 requests are already waiting')
  await idle()
  expect(asked()).toHaveLength(10)
})

test('a comment longer than a person reads in one message is refused, and one without a task asks nobody', async () => {
  const { comment, call, asked, idle } = await assisted()
  expect((await comment('x'.repeat(2_601))).isError).toBe(true)
  expect((await comment(`${'x'.repeat(2_599)}.`)).data?.answer).toContain('Waiting')
  const nowhere = await call('comment', { task: randomUUID(), text: 'Hello' })
  expect(nowhere.data?.answer).toContain('No task')
  await idle()
  expect(asked().map(({ text }) => text.includes('x'.repeat(2_599)))).toEqual([true])
})
