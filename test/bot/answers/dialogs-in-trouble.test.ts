import { describe, expect, test } from 'vitest'
import { dialogs, type DialogName } from '../../../src/bot/doors/dialogs.ts'
import { callbacks, inputs, titles } from '../../../src/bot/kit/ids.ts'
import { ApiProblem } from '../../../src/contract/problem.ts'
import { submissions } from '../audience/acting.ts'
import { acme, twoCustomers } from '../audience/two-customers.ts'
import { blankTexts } from '../../support/blank-texts.ts'
import { answerIn, by } from '../support/acts.ts'
import type { RunningTestBot } from '../support/running-bot.ts'

/** Slack's patience. */
const patienceMs = 3_000

const rows = Object.entries(submissions('own')) as [DialogName, ReturnType<typeof submissions>[DialogName]][]

/** Submits each dialog, all at once; what Slack is answered to each. `typed`: what each text input has instead. */
const submitAll = async (running: Pick<RunningTestBot, 'submits'>, user: string, typed?: string) => {
  const submit = async ([name, { metadata, values }]: (typeof rows)[number]) => {
    const startedAt = performance.now()
    const view = { callback_id: name, private_metadata: metadata.honest }
    const given = Object.entries(values).map(([id, value]) =>
      typed !== undefined && 'value' in value ? [id, { value: typed }] : [id, value],
    )
    const response = await running.submits(view, Object.fromEntries(given), by(user))
    const isInTime = performance.now() - startedAt < patienceMs && response.status === 200
    return { name, isInTime, said: await answerIn(response) }
  }
  return Promise.all(rows.map(submit))
}

type Said = Awaited<ReturnType<typeof answerIn>>

/** The dialog stays with what was entered: an error at one of its inputs, or a notice of its title on top. */
const staysWithWords = (name: DialogName, { response_action: action, errors, view }: Said): boolean => {
  const { values } = submissions('own')[name]
  if (action === 'errors') return Object.keys(errors ?? {}).every((block) => block in values)
  // A confirmation has its form below.
  const isOnTop = action === 'push' || (action === 'update' && dialogs[name].field === undefined)
  return isOnTop && view?.callback_id === undefined && titleOf(view) === titles[name]
}

const titleOf = (view: Said['view']) => (view as { title?: { text: string } } | undefined)?.title?.text

test.each(blankTexts)('every dialog takes %j for an input that was left empty', async (blank) => {
  const outcomes = async (typed: string) => {
    const running = await twoCustomers()
    const all = await submitAll(running, 'U0DANA', typed)
    await running.idle()
    return {
      said: all.map(({ name, said: { response_action: action, errors } }) => ({ name, action, errors })),
      attempts: running.tracker.attempts.map((words) => words.message_plain),
    }
  }
  const empty = await outcomes('')
  expect(empty.said.filter(({ action }) => action === 'errors').length).toBeGreaterThan(3)
  expect(await outcomes(blank)).toEqual(empty)
})

/** Not looked up yet, as Dana is. */
const user = 'U0LEE'
const troubles = [
  ['takes longer than two seconds', { slow: true, holdMs: 2_600 }],
  ['is unavailable', { status: 503 }],
  ['allows no more calls', { status: 429, headers: { 'retry-after': '30' } }],
] as const

describe.each(troubles)('users.info %s', (_, trouble) => {
  test('every dialog stays, and says so where something was entered', async () => {
    const running = await twoCustomers()
    running.bot.deps.slack.forgetChannel('C0ACME')
    running.slack.answers('users.info', trouble)
    for (const { name, isInTime, said } of await submitAll(running, user)) {
      expect(isInTime, name).toBe(true)
      expect(staysWithWords(name, said), `${name}: ${JSON.stringify(said)}`).toBe(true)
      expect(JSON.stringify(said), name).toContain('Slack didn’t answer the app in time')
      if (dialogs[name].field !== undefined) expect(said.response_action, name).toBe('errors')
    }
    expect(running.tracker.attempts).toEqual([])
  })
})

test('a comment whose author Slack names late is made when it is submitted again', async () => {
  const running = await twoCustomers()
  running.slack.answers('users.info', { slow: true, holdMs: 2_600 }, 1)
  const { metadata, values } = submissions('own')[callbacks.commentDialog]
  const view = { id: 'V7', callback_id: callbacks.commentDialog, private_metadata: metadata.honest }
  const first = await answerIn(await running.submits(view, values, by(user)))
  expect(Object.keys(first.errors ?? {})).toEqual([inputs.commentText])
  await expect
    .poll(async () => answerIn(await running.submits(view, values, by(user))), { timeout: 10_000 })
    .toEqual({})
  await running.idle()
  expect(running.tracker.attempts.map(({ message_plain: text }) => text)).toEqual([
    'Lee Wong (Slack): Said in a dialog.',
  ])
})

describe.each(['answers nothing', 'refuses'])('the tracker %s', (how) => {
  test('every dialog is done, or stays with what was entered', async () => {
    const running = await twoCustomers()
    const held = Promise.withResolvers<void>()
    const fail = async () => {
      if (how === 'answers nothing') await held.promise
      throw new ApiProblem('unreachable', 'the tracker can’t be reached')
    }
    const methods = Object.keys(running.tracker.api).map((name) => [name, fail])
    Object.assign(running.tracker.api, Object.fromEntries(methods))
    for (const { name, isInTime, said } of await submitAll(running, 'U0DANA')) {
      expect(isInTime, name).toBe(true)
      const isDone = Object.keys(said).length === 0 || said.response_action === 'clear'
      const isNext = name === callbacks.inviteDialog && said.view?.callback_id === callbacks.invitePreview
      const isKept = isDone || isNext || staysWithWords(name, said)
      if (name !== callbacks.syncDialog) expect(isKept, `${name}: ${JSON.stringify(said)}`).toBe(true)
    }
    held.resolve()
    // What came of it follows in the dialog: it has the chosen task again.
    const views = () => JSON.stringify(running.slack.made('views.update').map(({ view }) => view))
    await expect.poll(views, { timeout: 10_000 }).toContain(`"callback_id":"${callbacks.syncDialog}"`)
    expect(views()).toContain(acme.task)
  })
})
