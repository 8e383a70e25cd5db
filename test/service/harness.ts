import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type RunningService, type ServiceOptions, startService } from '../../src/service/service.ts'
import { type Database, openDatabase } from '../../src/service/store/database.ts'
import {
  accounts,
  demoProject,
  organization,
  people,
  playbooks,
} from '../../src/service/demo/organization.ts'
import { type EngineName, freshDatabaseUrl } from '../support/databases.ts'
import { linkForDana } from './support/signing-in.ts'
import { callerOf as plainCallerOf } from './conformance/support/call.ts'
import { type Delivered as Arrived, openReceiver } from './conformance/support/receiver.ts'
import { apiKey, hasStandardDemo, standard } from './support/standard.ts'

export { apiKey, integrationUuid } from './support/standard.ts'
export { at, listAt } from './conformance/support/call.ts'

interface Answer {
  status: number
  headers: Headers
  // Tests look into bodies of every shape; each expectation says which it wants.
  body: Body
}
interface Body {
  success?: boolean
  data?: Body
  detail?: string
  message?: string
  errors?: { field: string; message: string }[] | null
  metadata?: { request_id: string }
  [key: string]: unknown
}

export interface Call {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

const callerOf = (url: string, key = apiKey): Call => {
  const call = plainCallerOf(url, key)
  return async (...request) => {
    const { status, headers, text } = await call(...request)
    return { status, headers, body: text === '' ? {} : (JSON.parse(text) as Body) }
  }
}

const demo = {
  organizationUuid: organization.uuid,
  accounts,
  people,
  playbooks: {
    published: playbooks.published.uuid,
    draft: playbooks.draft.uuid,
    enterprise: playbooks.enterprise.uuid,
    archived: playbooks.archived.uuid,
  },
  apiUserUuid: people.api.uuid,
  projectUuid: demoProject.uuid,
  projectName: demoProject.name,
}

export interface Story {
  service: RunningService & { demo: typeof demo }
  url: string
  databaseUrl: string
  call: Call
  withKey: (key: string) => Call
  /** `/app/api` as one of the demo people. */
  as: (email: string) => Call
  /** Where pages want a sign-in: Dana's unused link. */
  danasLink: string
  /** Ends the service; `begin` on the same database starts it again. */
  stop: () => Promise<void>
}

/** The service on a fresh database (or on one that is there), gone after the test. */
export const begin = async (
  engine: EngineName,
  options: Partial<ServiceOptions> & { prepare?: (database: Database) => Promise<unknown> } = {},
): Promise<Story> => {
  const { prepare, ...given } = options
  const template = hasStandardDemo(given) ? 'seeded' : 'migrated'
  const databaseUrl = given.databaseUrl ?? (await freshDatabaseUrl(engine, template))
  if (prepare) {
    await using database = await openDatabase(databaseUrl)
    await prepare(database)
  }
  const danasLink = given.openPages === false ? await linkForDana(databaseUrl, (given.now ?? Date.now)()) : ''
  const service = Object.assign(await startService({ ...standard, ...given, databaseUrl }), { demo })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= Promise.resolve(service[Symbol.asyncDispose]()))
  onTestFinished(stop)
  const call = callerOf(service.url)
  return {
    service,
    url: service.url,
    databaseUrl,
    call,
    withKey: (key) => callerOf(service.url, key),
    as: (email) => (method, path, body, headers) =>
      call(method, `/app/api${path}`, body, { 'x-acting-user': email, ...headers }),
    danasLink,
    stop,
  }
}

interface Delivered extends Omit<Arrived, 'payload'> {
  payload: Record<string, Record<string, unknown>>
}

export interface Receiver {
  url: string
  /** Every body that arrived, those that were refused too. */
  arrived: Delivered[]
  /** Waits until so many have arrived. */
  until: (count: number) => Promise<Delivered[]>
}

type Answering = (event: Delivered, at: number, response: ServerResponse) => void

const ok: Answering = (_event, _at, response) => void response.writeHead(200).end()

/** A subscriber on a free port; `answering` decides what each delivery gets. */
export const receiver = async (answering: Answering = ok): Promise<Receiver> => {
  const hook = await openReceiver()
  onTestFinished(() => hook[Symbol.asyncDispose]())
  const arrived: Delivered[] = []
  hook.answer = (event, response) => {
    arrived.push(event as Delivered)
    answering(event as Delivered, arrived.length, response)
  }
  return {
    url: hook.url,
    arrived,
    until: async (count) => {
      await hook.until(() => arrived.length >= count)
      return arrived
    },
  }
}

export const subscribe = async (story: Story, url: string, ...events: string[]): Promise<void> => {
  for (const event_code of events) {
    const { status } = await story.call('POST', '/v1/webhooks', { event_code, hook_url: url })
    if (status !== 200) throw new Error(`subscribing to ${event_code} answered ${status}`)
  }
}

export const wish = (story: Story, changed: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Globex – Standard Onboarding',
  playbook_uuid: story.service.demo.playbooks.published,
  account: 'Globex',
  // Far ahead: nothing is overdue, whenever the tests run.
  start_date: '11/23/2096',
  project_owner: 'dana@vendor.example',
  ...changed,
})

export const created = async (story: Story, changed: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await story.call('POST', '/v1/projects', wish(story, changed))
  if (status !== 200) throw new Error(`creation answered ${status}: ${body.message}`)
  return (body.data as { uuid: string }).uuid
}

interface Tree {
  project: Record<string, unknown> & { uuid: string; name: string; project_state: string; due_date: string }
  modules: {
    uuid: string
    name: string
    tasks: {
      uuid: string
      name: string
      status: string
      is_internal: boolean
      due_date: string | null
      assignee_name: string | null
      subtasks: {
        uuid: string
        name: string
        status: string
        configuration: { key: string }[]
        action_response: unknown
      }[]
      comments: { uuid: string; message_plain: string; created_by_name: string; edited_at: string | null }[]
    }[]
  }[]
}

export const treeOf = async (story: Story, project: string, email?: string): Promise<Tree> => {
  const headers = email === undefined ? {} : { 'x-acting-user': email }
  const { status, body } = await story.call('GET', `/app/api/projects/${project}`, undefined, headers)
  if (status !== 200) throw new Error(`the tree answered ${status}`)
  return body.data as unknown as Tree
}

export const taskNamed = async (story: Story, project: string, name: string) => {
  const { modules } = await treeOf(story, project)
  const task = modules.flatMap(({ tasks }) => tasks).find((one) => one.name === name)
  if (!task) throw new Error(`no task is named ${name}`)
  return task
}

/** A task of the demo project. */
export const demoTask = (story: Story, name = 'Map the fields') =>
  taskNamed(story, story.service.demo.projectUuid, name)

/** Comments on that task, one after the other, as the API user. */
export const say = async (story: Story, ...texts: string[]): Promise<void> => {
  const { uuid } = await demoTask(story)
  for (const message_plain of texts) {
    const { status } = await story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain })
    if (status !== 200) throw new Error(`commenting answered ${status}`)
  }
}

/** The status of a refusal, and the first field that it names. */
export const fieldOf = async (asked: ReturnType<Call>) => {
  const { status, body } = await asked
  return [status, body.errors?.[0]?.field]
}

export { engines } from '../support/databases.ts'
