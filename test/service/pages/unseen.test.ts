import { describe, expect, test } from 'vitest'
import type { TaskForCustomers } from '../../../src/service/for-customers.ts'
import type { Work } from '../../../src/service/app/tree.ts'
import type { TaskRow } from '../../../src/service/store/rows.ts'
import { appRoutes } from '../../../src/service/app/mount.ts'
import { actions } from '../../../src/service/pages/projects/actions.ts'
import { nowhere } from '../conformance/support/call.ts'
import { apiKey, begin, created, engines, type Story, treeOf } from '../harness.ts'
import { operationsOf } from '../http/operations.ts'
import { linkFor, enter } from '../support/signing-in.ts'
import { withRoutes } from '../support/routes.ts'
import { plainBrowser } from './page-browser.ts'

const casey = 'casey@acme.example'
const vendors = 'dana@vendor.example'

const uuidOf = (answer: { body: { data?: Record<string, unknown> } }) => String(answer.body.data?.['uuid'])

/** What Casey's account doesn't see: of her own project, and all of another account's. By kind. */
const unseenBy = async (story: Story) => {
  const dana = story.as(vendors)
  const make = async (path: string, body: object) => uuidOf(await dana('POST', path, body))
  const partsOf = async (project: string, module: string, isInternal: boolean) => {
    const task = await make('/tasks', { module_uuid: module, name: 'T', is_internal: isInternal })
    return {
      project,
      module,
      task,
      subtask: await make('/subtasks', { task_uuid: task, name: 'S' }),
      comment: await make(`/tasks/${task}/comments`, { message_plain: 'Secret' }),
      note: await make(`/projects/${project}/notes`, { message_plain: 'Secret' }),
    }
  }
  const { projectUuid } = story.service.demo
  const own = (name: string) => make('/modules', { project_uuid: projectUuid, name })
  const internal = await partsOf(projectUuid, await own('Internal'), true)
  const archived = await partsOf(projectUuid, await own('Archived'), false)
  await dana('PATCH', `/modules/${archived.module}`, { is_archived: true })
  const globex = await created(story)
  const theirs = (await treeOf(story, globex)).modules[0]?.uuid ?? ''
  const others = await partsOf(globex, theirs, false)
  const people = ['robin@globex.example', story.service.demo.people.robin.uuid]
  const all = [internal, archived, others].flatMap((parts) => Object.values(parts))
  return { ids: [await own('Empty'), ...all.filter((id) => id !== projectUuid), ...people], project: globex }
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** All that somebody can compare, without what names the request, the asked id, or the moment. */
const told = ({ status, headers, text }: Answer, id: string) => {
  const { date: _date, 'x-request-id': request = '', ...rest } = Object.fromEntries(headers)
  const plain = (words: string) =>
    words
      .replaceAll(id, 'ID')
      .replaceAll(encodeURIComponent(id), 'ID')
      .replaceAll(request || 'none', 'REQUEST')
  const { 'content-length': _length, ...others } = rest
  return { status, headers: plain(JSON.stringify(others)), text: plain(text) }
}

/** A form that has the fields of every action. */
const everyField = {
  message_plain: 'x',
  status: 'Completed',
  name: 'x',
  description: '',
  detail: '',
  portal_name: '',
  due_date: '2097-01-01',
  assignee: '',
  owner: vendors,
  project_state: 'Completed',
  seen: 'undefined',
}

type Told = ReturnType<typeof told>

const compare = async (what: string, ids: readonly string[], ask: (id: string) => Promise<Told>) => {
  const unknown = await ask(nowhere)
  for (const answer of await Promise.all(ids.map(ask))) expect(answer, what).toEqual(unknown)
}

const params = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
const filled = (url: string, ids: Record<string, string>) =>
  url.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? 'project')

test('only for-customers.ts makes what customers see', () => {
  // @ts-expect-error A row has what only the team may read.
  const task = (row: TaskRow): TaskForCustomers => row
  // @ts-expect-error Whoever reads the version has to know first that the reader is of the team.
  const version = (work: Work) => work.project.version
  expect([task, version]).toHaveLength(2)
})

describe.each(engines)('on %s', (engine) => {
  test('what a customer can’t see is answered on every page as what doesn’t exist', async () => {
    const { started: story, routes } = await withRoutes(() => begin(engine, { openPages: false }))
    const { ids, project } = await unseenBy(story)
    const [dana, browser] = [plainBrowser(story), plainBrowser(story)]
    await enter(dana, story)
    await browser.post(await linkFor(dana, story.service.demo.people.casey.uuid))
    expect((await browser.get(`/portal/projects/${story.service.demo.projectUuid}`)).status).toBe(200)
    const pages = routes.filter(({ url }) => /^\/(portal|projects)\b/.test(url) && params(url).length > 0)
    expect(pages.length).toBeGreaterThan(8)
    const { projectUuid } = story.service.demo
    for (const { method, url } of pages)
      for (const action of url.startsWith('/portal') && url.includes(':action') ? Object.keys(actions) : [''])
        for (const param of params(url).filter((name) => name !== 'action' && name !== 'kind')) {
          const ask = async (id: string) => {
            const path = filled(url, { action, uuid: projectUuid, object: projectUuid, [param]: id })
            const answer = await (method === 'GET' ? browser.get(path) : browser.post(path, everyField))
            return told(answer, id)
          }
          await compare(`${method} ${url} ${action} :${param}`, param === 'uuid' ? [project] : ids, ask)
        }
  }, 60_000)

  test('and by the pages’ own API', async () => {
    const story = await begin(engine, { now: () => Date.parse('2096-11-28T12:00:00Z') })
    const { ids } = await unseenBy(story)
    const operations = (await operationsOf(story)).filter(({ path }) => path.startsWith('/app/api'))
    expect(operations).toHaveLength(appRoutes.length)
    const headers = { authorization: `Bearer ${apiKey}`, 'x-acting-user': casey }
    for (const { method, path, ids: known, body } of operations) {
      const send = async (id: string, uuid: string, sent: unknown) => {
        const json = { ...headers, ...(sent !== undefined && { 'content-type': 'application/json' }) }
        const init = { method, headers: json, ...(sent !== undefined && { body: JSON.stringify(sent) }) }
        const answer = await fetch(story.url + path.replace('{uuid}', uuid), init)
        const text = await answer.text()
        const made = /"data":\{"uuid":"([^"]+)"/.exec(text)?.[1] ?? 'none'
        return told(
          { status: answer.status, headers: answer.headers, text: text.replaceAll(made, 'MADE') },
          id,
        )
      }
      if (path.includes('{uuid}')) await compare(`${method} ${path}`, ids, (id) => send(id, id, body))
      for (const [field, value] of Object.entries(body ?? {})) {
        if (!/_uuid$|^mentions$|^assignee$/.test(field)) continue
        const changed = (id: string) => ({ ...body, [field]: Array.isArray(value) ? [id] : id })
        await compare(`${method} ${path}: ${field}`, ids, (id) => send(id, known['uuid'] ?? '', changed(id)))
      }
    }
  }, 60_000)
})
