import { expect, test } from 'vitest'
import { botWithThread, channel, projectEvent, runningBot } from '../../support/running-bot.ts'
import { actions } from '../../../../src/bot/kit/ids.ts'
import { project } from '../../support/stand-in-tracker.ts'

test('a completed project is announced once, with account, who completed it, and planned against actual', async () => {
  const { slack, change, send } = await botWithThread()
  change({ project_state: 'Completed', completed_date: '2027-01-03', percentage: 100 })
  const event = projectEvent('project_completed')
  await send(event, event)
  const said = slack.roots(channel).slice(1)
  expect(said).toHaveLength(1)
  expect(said[0]?.text).toMatch(/Acme Corp – Standard Onboarding/)
  expect(said[0]?.text).toMatch(/Dana Smith/)
  expect(said[0]?.text).toMatch(/3 days late/)
})

test('a completion that the tracker does not confirm is not announced', async () => {
  const { slack, send } = await botWithThread()
  await send(projectEvent('project_completed'))
  expect(slack.roots(channel)).toHaveLength(1)
})

test('both shapes of project events are understood: uuid, and project_uuid as before 2026-07-31', async () => {
  const { slack, tracker, change, send } = await botWithThread()
  change({ project_state: 'Completed' })
  const uuid = tracker.projects[0]?.uuid
  await send(projectEvent('project_completed', { uuid: undefined, project_uuid: uuid }))
  expect(slack.roots(channel)).toHaveLength(2)
})

test('a channel that receives an account gets the card of its new project, and the card follows changes', async () => {
  const { slack, command, send, change } = await runningBot()
  await command('subscribe account:Acme Corp all')
  await send(projectEvent('project_created'))
  const [card] = slack.roots(channel)
  expect(card?.text).toContain('40%')
  change({ percentage: 80 })
  await send(projectEvent('project_updated'))
  expect(slack.roots(channel)).toHaveLength(1)
  expect(card?.text).toContain('80%')
})

test('*Subscribe channel* is offered where the channel does not receive the project yet', async () => {
  const { command } = await runningBot()
  const offers = async () => {
    const { blocks } = await command(`project "${project.name}"`)
    return JSON.stringify(blocks).includes(actions.subscribe)
  }
  expect(await offers()).toBe(true)
  await command(`subscribe "${project.name}"`)
  expect(await offers()).toBe(false)
  await command(`unsubscribe "${project.name}"`)
  expect(await offers()).toBe(true)
})

test('playbooks shows each name once, with the description of its last version', async () => {
  const { command, tracker } = await runningBot()
  tracker.playbooks.push(
    { uuid: 'p1', name: 'Standard Onboarding', description: 'As it was in 2024.' },
    { uuid: 'p2', name: 'Enterprise Rollout', description: 'Many sites.' },
    { uuid: 'p3', name: 'Standard Onboarding', description: 'As it is now.' },
  )
  const { text, response_type: type } = await command('playbooks')
  expect(text).toMatchInlineSnapshot(`
    "2 playbooks
    Standard Onboarding (the newest of 2 versions)
       As it is now.
    Enterprise Rollout
       Many sites."
  `)
  expect(type).toBe('ephemeral')
  expect((await command('playbooks Enterprise')).text).not.toContain('Standard')
})

test('playbooks says when nothing matches, and what to do', async () => {
  const { command } = await runningBot()
  expect((await command('playbooks Nope')).text).toBe(
    '0 playbooks with “Nope” in the name. Try another part of the name, or list all with /onboard playbooks.',
  )
})
