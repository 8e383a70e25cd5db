import { expect, test } from 'vitest'
import { runningBot } from '../../support/running-bot.ts'

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
