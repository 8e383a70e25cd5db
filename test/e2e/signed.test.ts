import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageSaying } from '../support/story.ts'
import { createWorld, type ProjectTree, type World } from '../support/world.ts'

const hookSecret = 'a-hook-secret-of-the-test'
let world: World

beforeAll(async () => {
  world = await createWorld({ ONBOARDING_WEBHOOK_SECRET: hookSecret })
  await world.start()
})
afterAll(async () => {
  await world?.kill()
  rmSync(world.env['DATA_DIR'] ?? '', { recursive: true, force: true })
})

test('the tracker’s own deliveries reach the channel; knowing only the hook’s address is not enough', async () => {
  const { data } = await world.v1<{ data: { projects: { uuid: string }[] } }>('GET', '/projects')
  const { modules }: ProjectTree = await world.tree(data.projects[0]?.uuid ?? '')
  const task = modules.flatMap(({ tasks }) => tasks).find(({ is_internal: internal }) => !internal)
  const forged = await fetch(`${world.bot}/webhooks/onboarding/${hookSecret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event_name: 'comment_new', payload: {} }),
  })
  expect(forged.status).toBe(401)
  for (const message_plain of ['Signed, once', 'Signed, after the renewal'])
    await world.app('casey@acme.example', 'POST', `/tasks/${task?.uuid}/comments`, { message_plain })
  await messageSaying(world, 'acme-onboarding', 'Signed, after the renewal')
})
