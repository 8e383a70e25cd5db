import { request } from 'node:http'
import { type Endpoint, endpoints } from '../../../src/contract/api.ts'
import { appRoutes } from '../../../src/service/app/mount.ts'
import { integrationUuid, type Story, treeOf, wish, demoTask, apiKey } from '../harness.ts'

/** One operation of `/v1` or of `/app/api`, with a request that it would take. */
export interface Operation {
  readonly name: string
  readonly method: string
  /** Parameters in braces. */
  readonly path: string
  readonly query: readonly string[]
  readonly body: Record<string, unknown> | undefined
  /** What stands for each parameter, or for all of them. */
  readonly ids: Record<string, string>
}

const v1Bodies = (story: Story, task: string): Record<string, Record<string, unknown>> => ({
  createProject: wish(story, {
    due_date: '12/31/2096',
    internal_users: ['lee@vendor.example'],
    customer_users: ['robin@globex.example'],
    task_roles: {},
    datafields: {},
    send_invite_email: true,
    send_invite_email_customers: true,
  }),
  createExternalLink: {
    integration_uuid: integrationUuid,
    external_id: 'x',
    external_type: 'deal',
    external_label: 'A deal',
    external_link: 'https://crm.example/1',
  },
  writeDataFieldValues: { updates: { [task]: 1 }, dry_run: false },
  lookUpDataFieldValues: { datafield_uuids: [task] },
  createComment: { message_plain: 'x' },
  createWebhook: { event_code: 'module_deleted', hook_url: 'http://127.0.0.1:9/' },
  createLegacyWebhook: { webhook: { topic: 'edit_project_note', address: 'http://127.0.0.1:9/' } },
  createSession: { token: 'x' },
})

const appBodies = (
  project: string,
  module: string,
  task: string,
): Record<string, Record<string, unknown>> => ({
  'POST /modules': { project_uuid: project, name: 'M' },
  'PATCH /projects/:uuid': { name: 'P', description: 'd', value: 1, project_state: 'Active' },
  'PATCH /modules/:uuid': { name: 'M', is_archived: false },
  'POST /tasks': { module_uuid: module, name: 'T', detail: 'd', is_internal: false, due_date: '2026-12-01' },
  'PATCH /tasks/:uuid': {
    status: 'In progress',
    name: 'T',
    detail: 'd',
    is_internal: false,
    due_date: '2026-12-01',
    assignee: 'lee@vendor.example',
  },
  'POST /subtasks': { task_uuid: task, name: 'S', description: 'd' },
  'PATCH /subtasks/:uuid': { status: 'In progress', name: 'S', action_response: { a: 'b' } },
  'POST /tasks/:uuid/comments': {
    message_plain: 'x',
    replied_to_comment_uuid: null,
    mentions: ['lee@vendor.example'],
  },
  'PATCH /comments/:uuid': { message_plain: 'x' },
  'POST /projects/:uuid/notes': { message_plain: 'x' },
  'PATCH /notes/:uuid': { message_plain: 'x' },
})

/** Every operation there is, from the two tables that mount them: a new one is attacked as soon as it exists. */
export const operationsOf = async (story: Story): Promise<Operation[]> => {
  const { projectUuid } = story.service.demo
  const tree = await treeOf(story, projectUuid)
  const task = await demoTask(story)
  const module = tree.modules[0]?.uuid ?? ''
  const subtask =
    tree.modules.flatMap(({ tasks }) => tasks.flatMap(({ subtasks }) => subtasks))[0]?.uuid ?? ''
  const said = await story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: 'x' })
  const comment = String(said.body.data?.['uuid'])
  const bodies = v1Bodies(story, task.uuid)
  const v1 = (Object.entries(endpoints) as [string, Endpoint][]).map(([name, endpoint]) => ({
    name,
    method: endpoint.method,
    path: endpoint.path,
    query: Object.keys(endpoint.query?.shape ?? {}),
    body: endpoint.body && (bodies[name] ?? {}),
    ids: { project_uuid: projectUuid, task_uuid: task.uuid, comment_uuid: comment },
  }))
  const uuids: Record<string, string> = {
    projects: projectUuid,
    modules: module,
    tasks: task.uuid,
    subtasks: subtask,
    comments: comment,
    deliveries: '1',
  }
  const known = appBodies(projectUuid, module, task.uuid)
  const app = appRoutes.map(({ method, path, schema }) => ({
    name: `${method} ${path}`,
    method,
    path: `/app/api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    query: Object.keys(method === 'GET' ? (schema?.shape ?? {}) : {}),
    body: method === 'GET' || !schema ? undefined : (known[`${method} ${path}`] ?? {}),
    ids: { uuid: uuids[path.split('/')[1] ?? ''] ?? '' },
  }))
  return [...v1, ...app]
}

/** Its path, with what stands for its parameters as it is to be on the wire. */
export const pathOf = ({ path, ids }: Operation, replaced?: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => replaced ?? ids[name] ?? 'x')

/** A request as it stands on the wire: nothing is encoded, normalised or corrected on its way. */
export interface Wire {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer | string
  /** Without a Content-Length. */
  readonly chunked?: boolean
}

interface WireAnswer {
  readonly status: number
  readonly requestId: string | undefined
  readonly text: string
}

/** Sends it and reads the answer; a server that answers and hangs up before all is sent has answered. */
export const onTheWire = (url: string, { method, path, headers = {}, body, chunked }: Wire) =>
  new Promise<WireAnswer>((resolve, reject) => {
    let answered = false
    const { hostname, port } = new URL(url)
    const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers: { authorization: `Bearer ${apiKey}`, ...length, ...headers },
    })
    sent.on('response', (response) => {
      answered = true
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => {
        const id = response.headers['x-request-id']
        resolve({
          status: response.statusCode ?? 0,
          requestId: typeof id === 'string' ? id : undefined,
          text,
        })
      })
    })
    sent.on('error', (error) => void (answered || reject(error)))
    sent.end(body)
  })

const statuses = [200, 400, 401, 403, 404, 413, 415, 422, 431]
const inside =
  /node_modules|\/src\/|\.ts:\d+|\bat \w+ \(|sqlite|postgres|pg_|syntax error|select |insert into/i

const bare = new Set([401, 403])
const form = (status: number) => (bare.has(status) ? 'detail' : 'errors,message,metadata,success')

/** What is not as documented: status, form, the request's id in header and envelope, a word from inside. */
export const wrongWith = ({ status, requestId, text }: WireAnswer): string | undefined => {
  if (!statuses.includes(status)) return `answered ${status}: ${text.slice(0, 300)}`
  if (!/^[0-9a-f-]{36}$/.test(requestId ?? '')) return `has no X-Request-Id: ${text.slice(0, 300)}`
  const body = JSON.parse(text) as { metadata?: { request_id: string }; errors?: unknown; success?: unknown }
  if (body.metadata && body.metadata.request_id !== requestId) return 'names another request'
  if (status === 200) return undefined
  if (inside.test(text)) return `speaks of its inside: ${text.slice(0, 300)}`
  if (Object.keys(body).sort().join() !== form(status)) return `has another form: ${text.slice(0, 300)}`
  if (!bare.has(status) && body.success !== false) return 'is no failure'
  if (Array.isArray(body.errors) !== (status === 422)) return `errors of ${status}: ${text.slice(0, 300)}`
  return undefined
}
