import { describe, expect, test, vi } from 'vitest'
import { actions, callbacks } from '../../../src/bot/kit/ids.ts'
import { botThatCreates } from '../support/creating.ts'
import { clicking, currentValues, placeOf, pressedButtons, submittedDialogs } from '../support/clicking.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'

// Hundreds of presses, one after the other.
vi.setConfig({ testTimeout: 90_000 })

const nobody = '99999999-9999-4999-8999-999999999999'

/** A bot with a thread, a failed message and a project, so that a press finds as much as it can. */
const bot = async () => {
  const running = await botThatCreates()
  await running.command(`subscribe "${project.name}"`)
  await running.customerSays('Where do we start?')
  return { ...running, ...clicking(running) }
}
type Bot = Awaited<ReturnType<typeof bot>>

/** In words, and not our fault: neither silence, nor a reference, nor a refused request. */
const wrong = (said: string) => said.trim() === '' || /reference|^HTTP|undefined|\bNaN\b|\[object/i.test(said)

/** Each press in turn; those that were not answered in words. */
const unanswered = async (given: Bot, presses: readonly [name: string, value: string][], facts = {}) => {
  const bad: string[] = []
  for (const [name, value] of presses) {
    const said = await given.click(name, { value, on: placeOf(name), ...facts })
    if (wrong(said)) bad.push(`${name} with ${JSON.stringify(value)}: ${said || '(silence)'}`)
    await given.idle()
    if (placeOf(name) !== 'message') await given.quiet()
  }
  return bad
}

const garbage = [
  '',
  'garbage',
  '{"list":"projects","offset":-1}',
  '[]',
  'null',
  ';drop',
  '-1',
  '1e400',
  '💥'.repeat(900),
]

describe('a button of another time', () => {
  test('carries what nobody wrote: its person is told in words', async () => {
    const presses = garbage.flatMap((value) =>
      pressedButtons.map((name) => [name, value] as [string, string]),
    )
    expect(await unanswered(await bot(), presses)).toEqual([])
  })

  test('belongs to what is gone: the tracker has no such project, task or comment', async () => {
    const given = await bot()
    given.tracker.projects.length = 0
    given.tracker.tasks.clear()
    const values = [nobody, `project ${nobody}`, `task ${nobody}`, `comment:${nobody}:10`, `account:Nobody`]
    values.push(
      JSON.stringify([nobody, nobody, 'x']),
      JSON.stringify({ list: 'fields', query: nobody, offset: 10 }),
      JSON.stringify({ list: 'subscriptions', offset: 1 }),
    )
    values.push('999999')
    const presses = values.flatMap((value) => pressedButtons.map((name) => [name, value] as [string, string]))
    expect(await unanswered(given, presses)).toEqual([])
  })
})

test('two people press the same button at once: both are answered in words', async () => {
  const given = await bot()
  for (const name of pressedButtons) {
    const facts = { value: currentValues[name] ?? '1', on: placeOf(name) }
    const said = await Promise.all([given.click(name, facts), given.click(name, { ...facts, user: 'U0LEE' })])
    expect(said.filter(wrong), name).toEqual([])
    await given.idle()
  }
})

test('a press of which Slack says that it is too old is told, where a dialog would have opened', async () => {
  const given = await bot()
  given.slack.refuses(
    ({ method }) => method === 'views.open' || method === 'views.push',
    'expired_trigger_id',
  )
  for (const name of [actions.comment, actions.correction, actions.homeHelp, actions.homeCreate]) {
    const facts = { value: taskUuid, on: placeOf(name), withoutDialogs: true }
    expect(await given.click(name, facts), name).toContain('The dialog took too long to open')
  }
})

test('what cannot be shared is said to its person alone', async () => {
  const answer = await (await bot()).press(actions.share, `project ${nobody}`)
  expect(answer.text).toContain('No project found')
  expect(answer.response_type).toBe('ephemeral')
})

test('people of another organization who press are told that it is for members, and steer nothing', async () => {
  const given = await bot()
  const looksUp = [actions.subscribe, actions.unsubscribe, actions.choose, actions.share, actions.runAgain]
  const forMembers = [...looksUp, actions.listMore, actions.retryFailed, actions.skipFailed, actions.pin]
  for (const name of forMembers) {
    const value = currentValues[name] ?? ''
    expect(await given.click(name, { value, user: 'U0CASEY', team: 'T2' }), name).toContain(
      'Only members of the workspace',
    )
  }
  expect((await given.command('subscriptions')).text).toContain(project.name)
})

const words = { comment_text: { value: 'Are we ready?' } }

describe('a dialog', () => {
  test('that carries garbage says so, or what is missing', async () => {
    const given = await bot()
    const bad: string[] = []
    for (const metadata of ['', 'garbage', '[]', '{"request":"x"}', '{"taskUuid":7}'])
      for (const callback_id of submittedDialogs) {
        const said = await given.submit({ callback_id, private_metadata: metadata }, words)
        if (wrong(said)) bad.push(`${callback_id} with ${metadata}: ${said || '(silence)'}`)
      }
    expect(bad).toEqual([])
  })

  test('on a task that was deleted meanwhile: the words come back to their author', async () => {
    const given = await bot()
    given.tracker.tasks.clear()
    given.tracker.control.onCreate = () => ({ fails: 'not-found', message: 'Task not found' })
    const private_metadata = JSON.stringify({ taskUuid: nobody, channel: 'C0ACME' })
    const said = await given.submit({ callback_id: callbacks.commentDialog, private_metadata }, words)
    expect(said).toContain('Are we ready?')
    expect(said).toContain('no longer in the tracker')
  })
})
