import { expect, test } from 'vitest'
import { project } from '../support/stand-in-tracker.ts'
import { runningBot } from '../support/running-bot.ts'

const levis = { ...project, uuid: '44444444-4444-4444-8444-444444444444', name: "Levi's move – Phase 1" }

test('a name that nothing has is not found by one of its words', async () => {
  const { command } = await runningBot()
  expect((await command('project Acme’s other rollout')).text).toContain('No project found')
})

test('an account is subscribed to and unsubscribed from as people type its name', async () => {
  const { command, tracker } = await runningBot()
  tracker.addAccounts("Levi's – EMEA")
  expect((await command('subscribe account:LEVI’S - emea Comments')).text).toContain("Levi's – EMEA")
  expect((await command('subscriptions')).text).toContain("the account Levi's – EMEA")
  expect((await command('unsubscribe account:‘levi’s – EMEA’')).response_type).toBe('in_channel')
})

test('a word with a capital ends the name of a project that has it, and is an event for others', async () => {
  const { command, tracker } = await runningBot()
  tracker.projects.push({ ...levis, name: 'Data Projects' })
  expect((await command('subscribe Data Projects')).text).toContain('Data Projects')
  expect((await command(`subscribe ${project.name} Comments`)).text).toContain(project.name)
  const { text } = await command('subscriptions')
  expect(text).toContain('Data Projects: comments, tasks')
  expect(text).toContain(`${project.name}: comments,`)
  expect((await command('subscribe Nothing Comments')).text).toContain('“Nothing Comments”')
})

test('a field is set by its name as people type it', async () => {
  const { command, tracker } = await runningBot()
  const name = "Customer's region – EU"
  tracker.fields.push({ uuid: 'f1', name, object_type: 'PROJECT' })
  tracker.values.push({ uuid: 'v1', datafield_uuid: 'f1', name, value: 'EMEA' })
  await command(`subscribe "${project.name}"`)
  expect((await command('set ‘customer’s region - eu’ = APAC')).text).toContain(name)
})
