import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOf } from '../../../src/contract/text.ts'
import { organization, people } from '../../../src/service/demo/organization.ts'
import type { Database } from '../../../src/service/store/database.ts'
import type { PlaybookContent } from '../../../src/service/store/playbooks.ts'
import { apiKey, begin, created, engines, type Story, taskNamed, treeOf } from '../harness.ts'
import type { EngineName } from '../../support/databases.ts'
import { addPlaybook } from '../support/database.ts'
import { withRoutes } from '../support/routes.ts'
import { plainBrowser, valueOf } from './page-browser.ts'

const [dana, lee, casey] = ['dana@vendor.example', 'lee@vendor.example', 'casey@acme.example']
const start = Date.parse('2026-11-28T12:00:00Z')
const playbook = randomUUID()
const due = { start_day: 0, due_day: 20 }
const content: PlaybookContent = {
  roles: [],
  modules: ['First steps', 'Going live'].map((name) => ({
    name,
    portal_name: `${name} for you`,
    tasks: ['Prepare', 'Do', 'Check'].map((verb) => ({
      name: `${verb} ${name}`,
      detail: '',
      ...due,
      subtasks: [
        { name: 'One' },
        { name: 'Two', questions: [{ key: 'q', name: 'How many?', type: 'text' }] },
      ],
    })),
  })),
}

/** The page of an account names its sessions, so both worlds have the same. */
const sessions = [
  { hash: hashOf('dana'), person_uuid: people.dana.uuid, side: 'vendor' as const },
  { hash: hashOf('casey'), person_uuid: people.casey.uuid, side: 'portal' as const },
].map((one) => ({ ...one, org: organization.uuid, expires_at: start + 3_600_000 }))

/** One of two services. What it does under the same label has the same ids and the same time in both. */
const openWorld = async (engine: EngineName) => {
  let [label, count, at] = ['start', 0, start]
  const newUuid = () =>
    createHash('sha256')
      .update(`${label} ${count++}`)
      .digest('hex')
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
  const options = {
    openPages: false,
    legacyIds: true,
    publicUrl: 'http://tracker.example',
    newUuid,
    now: () => at,
  } as const
  const prepare = async (database: Database) => {
    await addPlaybook(playbook, content)(database)
    await database.sql.insertInto('page_session').values(sessions).execute()
  }
  const { started: story, routes } = await withRoutes(() => begin(engine, { ...options, prepare }))
  const moment = (name: string, ms: number) => {
    ;[label, count, at] = [name, 0, start + ms]
  }
  const browsers = { dana: plainBrowser(story), casey: plainBrowser(story) }
  browsers.dana.forge('vendor-session=dana')
  browsers.casey.forge('portal-session=casey')
  const given = { account: 'Acme Corp', playbook_uuid: playbook, start_date: '11/01/2026' }
  const project = await created(story, given)
  return { story, routes, moment, browsers, project }
}
type World = Awaited<ReturnType<typeof openWorld>>

/** What the customer's browser gets, whole. Node adds the date by its own clock. */
const whole = ({ status, headers, text }: { status: number; headers: Headers; text: string }) => {
  const { date: _date, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, text }
}

const pathsOf = (world: World, tasks: readonly string[], version: string) => {
  const gets = world.routes.filter(({ method, url }) => method === 'GET' && url.startsWith('/portal'))
  const variants: Record<string, string[]> = {
    '/portal/projects': ['', '?state=Active&sort=due', '?q=Globex', '?page=2'],
    '/portal/my-tasks': ['', '?page=2'],
    '/portal/projects/:uuid/live': ['?v=0', `?v=${version}`],
  }
  return gets.flatMap(({ url }) =>
    (variants[url] ?? ['']).flatMap((query) =>
      (url.includes(':object') ? tasks.slice(0, 2) : ['']).map(
        (task) => url.replace(':uuid', world.project).replace(':object', task) + query,
      ),
    ),
  )
}

/** Everything that Casey can open, and a form of hers that is refused. */
const everythingSeen = async (world: World, tasks: readonly string[], version: string) => {
  const { browsers, story, project } = world
  const seen: Record<string, unknown> = {}
  const paths = pathsOf(world, tasks, version)
  for (const [at, path] of paths.entries()) {
    world.moment(`look ${at}`, elapsed)
    seen[path] = whole(await browsers.casey.get(path))
  }
  world.moment('refused', elapsed)
  const form = `/portal/projects/${project}/act/comment/${tasks[0]}`
  seen[form] = whole(await browsers.casey.post(form, { message_plain: ' ' }))
  world.moment('tree', elapsed)
  const headers = { authorization: `Bearer ${apiKey}`, 'x-acting-user': casey }
  const tree = await fetch(`${story.url}/app/api/projects/${project}`, { headers })
  seen['tree'] = whole({ status: tree.status, headers: tree.headers, text: await tree.text() })
  return seen
}
let elapsed = 0

type Step = (world: World) => Promise<unknown>

const team = (world: World, who: string) => async (method: string, path: string, body?: object) => {
  const { status, body: answer } = await world.story.as(who)(method, path, body)
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}`)
  return String(answer.data?.['uuid'])
}
const moduleOf = async ({ story, project }: World, at: number) =>
  (await treeOf(story, project)).modules[at]?.uuid ?? ''
const taskOf = async ({ story, project }: World, name: string) => (await taskNamed(story, project, name)).uuid

const addSecret = async (world: World, name: string, module: string) => {
  const task = await team(world, dana)('POST', '/tasks', { module_uuid: module, name, is_internal: true })
  await team(world, lee)('POST', '/subtasks', { task_uuid: task, name: 'Secret' })
  return task
}

/** Everything internal that a team does. Only one of the worlds has it. */
const secrets: Record<string, Step> = {
  'an internal task, assigned to the customer, and late': async (world) => {
    const task = await addSecret(world, 'Secret', await moduleOf(world, 0))
    await team(world, dana)('PATCH', `/tasks/${task}`, { assignee: casey, due_date: '2026-11-02' })
  },
  'comments on it, one of them edited and one deleted': async (world) => {
    const path = `/tasks/${await taskOf(world, 'Secret')}/comments`
    const first = await team(world, dana)('POST', path, { message_plain: 'Secret for @Casey Jones' })
    const second = await team(world, lee)('POST', path, { message_plain: 'Secret' })
    await team(world, dana)('PATCH', `/comments/${first}`, { message_plain: 'Still secret' })
    await team(world, dana)('DELETE', `/comments/${second}`)
  },
  'its status': async (world) => {
    const task = await taskOf(world, 'Secret')
    for (const status of ['In progress', 'Completed'])
      await team(world, lee)('PATCH', `/tasks/${task}`, { status })
  },
  'a module of internal tasks, another without tasks, an archived one': async (world) => {
    const { project } = world
    const make = (name: string) => team(world, dana)('POST', '/modules', { project_uuid: project, name })
    await addSecret(world, 'Hidden', await make('Secret'))
    await make('Secret and empty')
    const archived = await make('Secret and gone')
    const task = await team(world, dana)('POST', '/tasks', { module_uuid: archived, name: 'Secret' })
    await team(world, dana)('POST', `/tasks/${task}/comments`, { message_plain: 'Secret' })
    await team(world, dana)('PATCH', `/modules/${archived}`, { is_archived: true })
  },
  'the name that a module has for the team': async (world) => {
    await team(world, dana)('PATCH', `/modules/${await moduleOf(world, 1)}`, { name: 'Secret' })
  },
  'notes, one of them deleted': async (world) => {
    const path = `/projects/${world.project}/notes`
    await team(world, lee)('POST', path, { message_plain: 'Secret' })
    const note = await team(world, lee)('POST', path, { message_plain: 'Secret' })
    await team(world, dana)('DELETE', `/notes/${note}`)
  },
  'the value, and the data fields': async (world) => {
    await team(world, dana)('PATCH', `/projects/${world.project}`, { value: 1_234_567 })
    const sheet = `/projects/${world.project}/edit/fields/${world.project}`
    const { text } = await world.browsers.dana.get(sheet)
    const fields = [...text.matchAll(/<input[^>]* name="(field\.[^"]+)"/g)].map(([, name = '']) => [name, ''])
    const form = { ...Object.fromEntries(fields), seen: valueOf(text, 'seen') }
    await world.browsers.dana.post(`/projects/${world.project}/act/edit-fields/${world.project}`, form)
  },
  'an internal task that is gone again': async (world) => {
    const task = await addSecret(world, 'Brief', await moduleOf(world, 1))
    await team(world, dana)('DELETE', `/tasks/${task}`)
  },
}

const patched =
  (name: string, body: object, who = dana): Step =>
  async (world) =>
    team(world, who)('PATCH', `/tasks/${await taskOf(world, name)}`, body)

const comments = async (world: World, name: string) =>
  (await taskNamed(world.story, world.project, name)).comments.map(({ uuid }) => uuid)

/** What both worlds do, between the secrets. The customer's own answers are compared, too. */
const shared: Step[] = [
  patched('Prepare First steps', { assignee: casey, status: 'In progress' }),
  async (world) => {
    const path = `/app/api/tasks/${await taskOf(world, 'Do First steps')}/comments`
    return world.story.call('POST', path, { message_plain: 'Hello' }, { 'x-acting-user': casey })
  },
  async (world) => {
    const path = `/tasks/${await taskOf(world, 'Do First steps')}`
    return world.story.as(casey)('PATCH', path, { status: 'Completed' })
  },
  async (world) =>
    team(world, lee)('POST', '/tasks', { module_uuid: await moduleOf(world, 0), name: 'Meet' }),
  async (world) => {
    const [uuid] = await comments(world, 'Do First steps')
    return team(world, dana)('DELETE', `/comments/${uuid}`)
  },
  patched('Meet', { due_date: '2026-11-30', assignee: casey }),
  async (world) => team(world, dana)('PATCH', `/projects/${world.project}`, { project_state: 'Completed' }),
  async (world) => team(world, dana)('PATCH', `/projects/${world.project}`, { project_state: 'Active' }),
]

const contents = ({ status, body }: Awaited<ReturnType<Story['call']>>) => ({ status, body })
const answerOf = (done: unknown) => (typeof done === 'string' ? done : contents(done as never))

test.each(engines)(
  'a customer reads the same with internal work and without, on %s',
  async (engine) => {
    const [without, having] = [await openWorld(engine), await openWorld(engine)]
    elapsed = 0
    const tasksOf = async ({ story, project }: World) =>
      (await treeOf(story, project, casey)).modules.flatMap(({ tasks }) => tasks.map(({ uuid }) => uuid))
    const compare = async (what: string) => {
      elapsed += 60_000
      const tasks = await tasksOf(without)
      const page = await without.browsers.casey.get(`/portal/projects/${without.project}`)
      expect(page.status).toBe(200)
      const version = valueOf(page.text, 'v')
      const seen = await everythingSeen(having, tasks, version)
      expect(JSON.stringify(seen)).not.toMatch(/secret/i)
      expect(seen, what).toEqual(await everythingSeen(without, tasks, version))
    }
    await compare('start')
    for (const [at, [what, keep]] of Object.entries(secrets).entries()) {
      having.moment(what, elapsed + 1_000)
      await keep(having)
      elapsed += 60_000
      const answers = []
      for (const world of [without, having]) {
        world.moment(`shared ${at}`, elapsed)
        answers.push(answerOf(await shared[at]?.(world)))
      }
      expect(answers[1], what).toEqual(answers[0])
      await compare(what)
    }
  },
  60_000,
)
