import { describe, expect, test } from 'vitest'
import { begin, demoTask, fieldOf, treeOf } from './harness.ts'
import { pageBrowser } from './pages/page-browser.ts'

const casey = 'casey@acme.example'
const dana = 'dana@vendor.example'

describe('the pages’ own API', () => {
  test('a customer sees their own projects without internal tasks, the vendor sees all', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const names = (tree: Awaited<ReturnType<typeof treeOf>>) =>
      tree.modules.flatMap(({ tasks }) => tasks.map(({ name }) => name))
    const vendors = names(await treeOf(story, projectUuid, dana))
    const customers = names(await treeOf(story, projectUuid, casey))
    expect(vendors).toContain('Review the contract for special terms')
    expect(customers).not.toContain('Review the contract for special terms')
    expect(vendors.length - customers.length).toBe(3)
    const { project } = await treeOf(story, projectUuid, casey)
    expect(Object.keys(project)).not.toEqual(expect.arrayContaining(['value']))
    expect(Object.keys(project)).not.toEqual(expect.arrayContaining(['internal_project_url']))
  })

  test('a customer cannot change what is the vendor’s to change', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const shown = await demoTask(story)
    const app = story.as(casey)
    const completed = { status: 'Completed' }
    expect((await app('PATCH', `/tasks/${shown.uuid}`, { name: 'Mine' })).status).toBe(403)
    expect((await app('DELETE', `/tasks/${shown.uuid}`)).status).toBe(403)
    expect((await app('PATCH', `/projects/${projectUuid}`, { project_state: 'Completed' })).status).toBe(403)
    expect((await app('PATCH', `/tasks/${shown.uuid}`, completed)).status).toBe(200)
  })

  test('nobody deactivated and no API user is assigned a task; who has one keeps it', async () => {
    const story = await begin('sqlite')
    const { lee } = story.service.demo.people
    const [theirs, other] = [await demoTask(story), await demoTask(story, 'Export your data')]
    const assign = async (task: string, assignee: unknown, more = {}) =>
      (await story.as(dana)('PATCH', `/tasks/${task}`, { assignee, ...more })).status
    expect(await assign(theirs.uuid, lee.email)).toBe(200)
    const users = (await story.call('GET', '/v1/users')).body.data?.['users'] as Record<string, string>[]
    const apiUser = users.find((one) => one['user_role'] === 'API User')
    await pageBrowser(story).post(`/people/${lee.uuid}/deactivate`)
    expect(await assign(other.uuid, lee.email)).toBe(422)
    expect(await assign(other.uuid, apiUser?.['uuid'])).toBe(422)
    expect(await assign(theirs.uuid, lee.email, { name: 'Map all fields' })).toBe(200)
  })

  test('an empty answer answers nothing, and takes an answer back', async () => {
    const story = await begin('sqlite')
    const { subtasks } = await demoTask(story, 'Tell us about your team')
    const open = subtasks.find(({ action_response: answer }) => answer === null)
    const keys: Record<string, string> = {
      'Name your project sponsor': 'sponsor',
      'How many people will use it?': 'users',
      'Preferred channel': 'channel',
    }
    const key = keys[open?.name ?? ''] ?? ''
    const answer = async (action_response: unknown) => {
      const { body } = await story.as(casey)('PATCH', `/subtasks/${open?.uuid}`, { action_response })
      return (body.data ?? {})['action_response']
    }
    for (const empty of ['', ' \n', '\u200B', { [key]: ' ' }, ['']]) expect(await answer(empty)).toBeNull()
    expect(await answer({ [key]: ' yes ', another: '' })).toEqual({ [key]: ' yes ' })
    expect(await answer('')).toBeNull()
  })

  test('what is unknown is refused with the field’s name', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const task = await demoTask(story)
    const [project, comments] = [`/projects/${projectUuid}`, `/tasks/${task.uuid}/comments`]
    const message_plain = 'x'
    for (const [method, path, body, field] of [
      ['PATCH', `/tasks/${task.uuid}`, { status: 'Done' }, 'status'],
      ['PATCH', `/tasks/${task.uuid}`, { assignee: 'nobody@x.example' }, 'assignee'],
      ['PATCH', project, { project_state: 'Closed' }, 'project_state'],
      ['PATCH', project, { owner: 'x' }, 'owner'],
      ['POST', '/tasks', { module_uuid: 'x', name: 'y' }, 'module_uuid'],
      ['POST', comments, { message_plain, replied_to_comment_uuid: 'nothing' }, 'replied_to_comment_uuid'],
      ['POST', comments, { message_plain, mentions: ['nobody@x.example'] }, 'mentions'],
    ] as const)
      expect(await fieldOf(story.as(dana)(method, path, body))).toEqual([422, field])
    expect(await fieldOf(story.as('nobody@x.example')('GET', project))).toEqual([422, 'X-Acting-User'])
  })
})
