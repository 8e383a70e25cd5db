import { expect, test } from 'vitest'
import { eventNames } from '../../src/contract/event.ts'
import { begin, receiver, subscribe, taskNamed } from './harness.ts'
import { pageBrowser } from './page-browser.ts'

test('[CHOICE-89] playbooks, data fields, people and accounts change without an event', async () => {
  const story = await begin('sqlite')
  const hook = await receiver()
  await subscribe(story, hook.url, ...eventNames)
  const { post } = pageBrowser(story)
  const nora = { first_name: 'Nora', last_name: 'Ek', email: 'nora@vendor.example', role: 'Vendor User' }
  for (const [path, form] of [
    ['/data-fields', { name: 'Plan', object_type: 'PROJECT', kind: 'text', choices: '' }],
    ['/people/users', nora],
    ['/people/accounts', { name: 'Hooli' }],
    [`/playbooks/${story.service.demo.playbooks.published}/version`, {}],
  ] as const)
    expect([path, (await post(path, form)).status]).toEqual([path, 303])
  // Deliveries come in order: what comes first is all there was.
  const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  await story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: 'x' })
  expect((await hook.until(1)).map(({ event_name }) => event_name)).toEqual(['comment_new'])
})
