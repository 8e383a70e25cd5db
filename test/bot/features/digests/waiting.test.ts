import { expect, test } from 'vitest'
import { eachEngine } from '../../../support/databases.ts'
import { digesting } from '../../support/digesting.ts'
import { channel, taskEvent } from '../../support/running-bot.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'

const elsewhere = { channel_id: 'C0ELSE' }

type Changes = Parameters<typeof digesting>[1]

/** Two tasks wait: one is assigned to a customer, and the vendor's question on the other has no answer. */
const waitingTasks = async (changes: Changes = {}) => {
  const running = await digesting({}, changes)
  const { addTask, taskSays, vendorAsks } = running
  const asked = addTask('Security review')
  const internal = addTask('Margin', { is_internal: true, assignee_name: 'Casey Jones' })
  const ours = addTask('Data import')
  for (const uuid of [taskUuid, asked, internal, ours]) await taskSays('task_updated', uuid)
  await vendorAsks(asked, { created_at: '2026-11-03T11:00:00Z' })
  return { ...running, asked }
}

test('a task of which nobody says whether it is open waits for an answer, until an event says that it is done', async () => {
  const { addTask, tracker, command, send, vendorAsks } = await digesting()
  const silent = addTask('Security review')
  Object.assign(tracker.tasks.get(silent) ?? {}, { status: undefined })
  await vendorAsks(silent)
  expect((await command('waiting')).text).toMatch(/^1 task that the app knows is waiting[^]*Security review/)
  await send(taskEvent('task_completed', { uuid: silent, name: 'Security review' }))
  expect((await command('waiting')).text).toMatch(/^No tasks that the app knows are waiting/)
})

const withoutLinks = (text: string) => text.replace(/<[^|>]*\|([^>]*)>/g, '$1')

eachEngine('what waits on customers', (_, engine) => {
  test('is listed longest first, in any channel of one’s own, without internal tasks', async () => {
    const { command } = await waitingTasks({ engine })
    for (const place of [{}, elsewhere])
      expect(withoutLinks((await command('waiting', place)).text)).toMatchInlineSnapshot(`
        "2 tasks that the app knows are waiting on customers, longest first:
        Security review · Acme Corp – Standard Onboarding · since Nov 3, 2026 · Dana Smith
        Kick-off call · Acme Corp – Standard Onboarding · since Nov 20, 2026 · Casey Jones"
      `)
  })
})

test('a task that is done, archived or gone by now is not listed, though no event said so', async () => {
  const { command, tracker, asked, changeTask } = await waitingTasks()
  Object.assign(tracker.tasks.get(asked) ?? {}, { is_archived: true })
  expect((await command('waiting')).text).toMatch(/^1 task that the app knows is waiting/)
  tracker.tasks.delete(asked)
  changeTask({ status: 'Completed' })
  expect((await command('waiting')).text).toBe('No tasks that the app knows are waiting on customers.')
})

test('nothing that a completed or archived project left open is waiting', async () => {
  const { command, change } = await waitingTasks()
  for (const state of ['Completed', 'Archived']) {
    change({ project_state: state })
    expect((await command('waiting')).text).toMatch(/^No tasks that the app knows are waiting/)
  }
})

test('a shared channel gets its own projects’, with customers’ links; a guest elsewhere gets none', async () => {
  const { command, slack } = await waitingTasks({ shared: true })
  const here = (await command('waiting')).text
  expect(here).toContain('2 tasks that the app knows are waiting')
  expect(here).not.toContain(project.internal_project_url)
  slack.guests.add(channel).add(elsewhere.channel_id)
  const guest = { user_id: 'U0GUEST' }
  expect((await command('waiting', guest)).text).toContain('2 tasks that the app knows are waiting')
  expect((await command('waiting', { ...guest, ...elsewhere })).text).toContain(
    'No tasks that the app knows are waiting',
  )
})
