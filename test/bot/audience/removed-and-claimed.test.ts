import { expect, test } from 'vitest'
import { knownTaskRows } from '../support/rows/known-rows.ts'
import { channel, runningBot } from '../support/running-bot.ts'
import { project, task } from '../support/stand-in-tracker.ts'

const guest = 'U0GUEST'

const withGuest = async () => {
  const running = await runningBot()
  running.slack.guests.add(channel)
  await running.confirmed(`subscribe "${project.name}"`)
  return running
}

test('of two projects with one name, a guest’s link does not say to which a task belongs, a colleague’s does', async () => {
  const running = await withGuest()
  const { tracker, command, database } = running
  const other = { uuid: '66666666-6666-4666-8666-666666666666', task: '77777777-7777-4777-8777-777777777777' }
  const globex = { id: 'g1', name: 'Globex', logo_path: null }
  tracker.projects.push({ ...project, uuid: other.uuid, account: globex })
  // As some trackers show a task: its project by name alone.
  const foreign = { ...task, uuid: other.task, name: 'Cutover Babylon', project: { name: project.name } }
  tracker.tasks.set(other.task, foreign as typeof task)
  const link = `${project.portal_project_url}#task-${other.task}`
  expect((await command(`task ${link}`, { user_id: guest })).text).toContain('No task')
  expect(await knownTaskRows(database)).toEqual([])
  const own = link.replace(project.uuid, other.uuid)
  expect((await command(`task ${own}`)).text).toContain('Cutover Babylon')
  expect(await knownTaskRows(database)).toMatchObject([{ uuid: other.task, project_uuid: other.uuid }])
  // A stored fact is not replaced by what a link says.
  expect((await command(`task ${link}`, { user_id: guest })).text).toContain('No task')
  expect(await knownTaskRows(database)).toMatchObject([{ project_uuid: other.uuid }])
})
