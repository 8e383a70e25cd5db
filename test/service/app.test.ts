import { describe, expect, test } from 'vitest'
import { begin, created, demoTask, fieldOf, taskNamed, treeOf } from './harness.ts'
import { pageBrowser, plainBrowser } from './pages/page-browser.ts'

const casey = 'casey@acme.example'
const robin = 'robin@globex.example'
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
    expect((await story.as(robin)('GET', `/projects/${projectUuid}`)).status).toBe(404)
  })

  test('a customer learns nothing of internal work from the project’s status, percentage and value', async () => {
    const story = await begin('sqlite')
    const project = await created(story, { account: 'Acme Corp' })
    const { uuid } = await taskNamed(story, project, 'Review the contract for special terms')
    await story.as(dana)('PATCH', `/tasks/${uuid}`, { status: 'Completed' })
    const told = { status: 'Not started', percentage: 0, customer_percentage: 0 }
    const shown = (await treeOf(story, project, casey)).project
    expect(shown).toMatchObject(told)
    expect(Object.keys(shown)).not.toContain('value')
    expect(Object.keys(shown)).not.toContain('internal_project_url')
    for (const path of [`/portal/projects/${project}`, '/portal/projects'])
      expect((await plainBrowser(story).get(`${path}?as=${casey}`)).text).toContain('Not started</span>')
    expect((await treeOf(story, project, dana)).project).toMatchObject({ status: 'In progress', value: null })
  })

  test('a customer cannot touch what they do not see, nor what is the vendor’s to change', async () => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const internal = await demoTask(story, 'Rehearse the import in staging')
    const shown = await demoTask(story)
    const app = story.as(casey)
    const say = { message_plain: 'x' }
    expect((await app('POST', `/tasks/${internal.uuid}/comments`, say)).status).toBe(404)
    const completed = { status: 'Completed' }
    expect((await app('PATCH', `/subtasks/${internal.subtasks[0]?.uuid}`, completed)).status).toBe(404)
    expect((await story.as(robin)('POST', `/tasks/${shown.uuid}/comments`, say)).status).toBe(404)
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
