import { setProjectRequest } from '../../../../src/bot/features/projects/store/project-requests.ts'
import { expect, test } from 'vitest'
import { botThatCreates } from '../../support/creating.ts'
import { hurried } from '../../support/hurried.ts'
import { channel } from '../../support/running-bot.ts'
import { projectRequests, spoilForms } from '../../support/rows/post-rows.ts'

test('a 500 that created the project all the same is found by its name, and nothing is made twice', async () => {
  const bot = await botThatCreates()
  bot.tracker.control.onProject = async () => ({ fails: 'unknown', created: true })
  await bot.creates()
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.told().at(-1)).toContain('was created.')
  expect(bot.slack.roots(channel)).toHaveLength(1)
})

test('after a 500 that created nothing the project is looked for, and made once it certainly does not exist', async () => {
  const bot = await botThatCreates({ echoWaitMs: 0 })
  const fates = ['fails', 'works']
  bot.tracker.control.onProject = async () => (fates.shift() === 'fails' ? { fails: 'unknown' } : 'works')
  await bot.creates()
  expect(bot.tracker.wanted).toHaveLength(2)
  expect(bot.tracker.made).toHaveLength(1)
  expect(bot.told().at(-1)).toContain('was created.')
})

test('while the time for it to appear lasts, a project without an answer is not asked for again', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const bot = await botThatCreates({ now: () => now, laneOptions: { sweepMs: 20 } })
  bot.tracker.control.onProject = async () => ({ fails: 'unknown' })
  await bot.creates()
  expect(bot.told()).toEqual([
    'The project “Globex – Rollout” is being created. You’ll hear when it’s ready.',
  ])
  now += 30_000
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  const [row] = await projectRequests(bot.database)
  expect(row?.state).toBe('unknown')
})

test('after the clock was put back, the wait for a project without an answer begins anew, and ends', async () => {
  const { options, pass, passing } = hurried()
  const bot = await botThatCreates(options)
  const fates = ['fails', 'works']
  bot.tracker.control.onProject = async () => (fates.shift() === 'fails' ? { fails: 'unknown' } : 'works')
  await bot.creates()
  pass(-3_600_000)
  await bot.idle()
  pass(50_000)
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  const wanted = () => bot.tracker.wanted.length
  await expect.poll(passing(bot.idle, wanted)).toBe(2)
  await bot.idle()
  expect(bot.told().at(-1)).toContain('was created.')
})

test('where the tracker has too many names to be sure, a project without an answer is never asked for twice', async () => {
  const bot = await botThatCreates({ echoWaitMs: 0 })
  bot.tracker.control.total = 201
  bot.tracker.control.onProject = async () => ({ fails: 'unknown' })
  const { view } = await bot.preview()
  bot.tracker.links.length = 0
  await bot.create(view)
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.told().at(-1)).toContain('It may or may not exist.')
})

test('a process that dies while the tracker creates finds the project on its return, and makes no second', async () => {
  const bot = await botThatCreates({ laneOptions: { graceMs: 50 } })
  const never = new Promise<'works'>(() => undefined)
  bot.tracker.control.onProject = (input) => {
    bot.tracker.made.push({ uuid: 'made', name: input.name, account: { name: input.account } })
    return never
  }
  await bot.create((await bot.preview()).view)
  await bot.until(() => expect(bot.tracker.wanted).toHaveLength(1))
  await bot.restart()
  await bot.until(() => expect(bot.told().at(-1)).toContain('was created.'))
  expect(bot.tracker.wanted).toHaveLength(1)
})

test('a stored form that cannot be read is refused before anything is created, and its person hears why', async () => {
  const bot = await botThatCreates()
  await bot.preview()
  await spoilForms(bot.database)
  const [{ id } = { id: 0 }] = await projectRequests(bot.database)
  await setProjectRequest(bot.database.sql, id, { state: 'stored' })
  const { database, lanes } = bot.bot.deps
  await database.transaction((tx) =>
    lanes.enqueue(tx, [{ kind: 'create', lane: 'name', payload: { request: id } }]),
  )
  await bot.idle()
  expect((await projectRequests(bot.database))[0]?.state).toBe('refused')
  expect(bot.slack.roots('U0DANA').at(-1)?.text).toContain('can’t be read. Fill it in again')
  expect(bot.tracker.wanted).toEqual([])
})

test('Create in the preview of a form that cannot be read says that the dialog is out of date', async () => {
  const bot = await botThatCreates()
  const { view } = await bot.preview()
  await spoilForms(bot.database)
  const answer = await bot.create(view)
  expect(answer).toMatchObject({ response_action: 'update', view: { title: { text: 'Out of date' } } })
  expect((await projectRequests(bot.database))[0]?.state).toBe('draft')
})
