import { expect, test } from 'vitest'
import { setProjectRequest } from '../../../../src/bot/features/projects/store/project-requests.ts'
import { botThatCreates } from '../../support/creating.ts'
import { projectRequests, spoilForms } from '../../support/rows/post-rows.ts'

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
