import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type ParsedInput,
  type Endpoints,
  type Reply,
} from '../../contract/api.ts'
import {
  webhookBodies,
  createLegacyWebhook,
  createWebhook,
  listEvents,
  listLegacyWebhooks,
} from './webhooks.ts'
import { type Acting, type Deps, notFound } from '../acting.ts'
import { bodyLimit, smallBodyLimit } from '../../http/bodies.ts'
import { admit, getUsage } from '../http/admission.ts'
import { ApiProblem } from '../../contract/problem.ts'
import { envelope, problem } from '../http/errors.ts'
import { parseParts } from '../http/validate.ts'
import {
  listDataFields,
  lookUpDataFieldValues,
  writeDataFieldValues,
  createExternalLink,
  createProject,
  listProjects,
} from './projects.ts'
import { limits } from '../../contract/limits.ts'
import { hashOf } from '../../contract/text.ts'
import { keyByHash, organizationName } from '../store/organizations.ts'
import { addExpiring } from '../store/sign-in.ts'
import { playbooksOnPage } from '../store/playbooks.ts'
import { comments } from '../changes/comments.ts'
import { listComments, listTasks } from './lists.ts'
import { commentRecord } from '../events/comments.ts'
import { projectNow, projectUrls, taskFacts } from '../events/projects.ts'
import { namesOf, peopleOnPage } from '../store/people.ts'
import { findRow } from '../store/rows.ts'
import { nameFacts } from '../events/announce.ts'

const listUsers = async (
  acting: Acting,
  { is_customer_user: isCustomer, limit = Number.MAX_SAFE_INTEGER, offset }: ParsedInput<'listUsers'>,
) => {
  const vendor = await organizationName(acting)
  const { people, total } = await peopleOnPage(acting, { isCustomer, limit, offset })
  const users = people.map((person) => ({
    ...(acting.deps.legacyIds && { id: person.id }),
    uuid: person.uuid,
    ...nameFacts(person, vendor),
    customer_name: person.account_name,
    is_active: person.is_active === 1,
    user_role: person.role,
  }))
  return { users, pagination: { total } }
}

const getComment = async (acting: Acting, input: ParsedInput<'getComment'>) => {
  const comment = await findRow(acting, 'comment', input.comment_uuid)
  if (!comment) throw notFound('Comment')
  return commentRecord(acting, comment)
}

const getTask = async (acting: Acting, input: ParsedInput<'getTask'>) => {
  const { deps } = acting
  const task = await findRow(acting, 'task', input.task_uuid)
  if (!task) throw notFound('Task')
  const project = await projectNow(acting, task.project_uuid)
  const module = await findRow(acting, 'module', task.module_uuid)
  const nameOf = await namesOf(acting, [task.assignee_uuid])
  return {
    ...(deps.legacyIds && { id: task.id }),
    ...taskFacts(task),
    project: { ...(deps.legacyIds && { id: project.id }), uuid: project.uuid, name: project.name },
    ...projectUrls(deps, project.uuid),
    subtasks_must_be_completed_in_order: task.in_order === 1,
    assignee_name: nameOf(task.assignee_uuid),
    module_uuid: module?.uuid ?? null,
    module_name: module?.name ?? null,
  }
}

const createSession = async (deps: Deps, { token }: ParsedInput<'createSession'>) => {
  const key = await keyByHash(deps.database.sql, hashOf(token))
  if (!key) throw new ApiProblem('unauthorized', 'Invalid API key.', { status: 401 })
  // Counts toward the month only, because it writes nothing of the organization's.
  await deps.meter({ org: key.org, isWrite: false })
  const id = `${deps.newUuid()}${deps.newUuid()}`.replaceAll('-', '')
  const now = deps.now()
  const session = { hash: hashOf(id), key_uuid: key.keyUuid, expires_at: now + limits.sessionMs }
  await deps.database.transaction((tx) => addExpiring(tx.sql, 'api_session', session, now))
  return { session_id: id, expires_in: limits.sessionMs / 1_000 }
}

const listPlaybooks = async (acting: Acting, query: ParsedInput<'listPlaybooks'>) => {
  const { playbooks, total } = await playbooksOnPage(acting, query)
  return { playbooks, pagination: { total } }
}

/** An open endpoint takes no Authorization header, so its caller is unknown. */
type CallerOf<K extends EndpointName> = Endpoints[K] extends { open: true } ? Deps : Acting

/** One entry per endpoint of the contract. A missing handler or a wrong reply does not compile. */
type Handlers = {
  readonly [K in EndpointName]: (by: CallerOf<K>, input: ParsedInput<K>) => Promise<Reply<Endpoints[K]>>
}

const handlers: Handlers = {
  createSession,
  listProjects,
  createProject,
  createExternalLink,
  listPlaybooks,
  listDataFields,
  writeDataFieldValues,
  lookUpDataFieldValues,
  listTasks,
  listComments,
  createComment: (acting, input) => comments.create(acting, input.task_uuid, input),
  getComment,
  getTask,
  listUsers,
  listEvents,
  createWebhook,
  listLegacyWebhooks,
  createLegacyWebhook,
  getUsage,
}

/** A handler without its types, which `Handlers` checks. */
type AnyHandler = (by: Acting | Deps, input: unknown) => Promise<unknown>

const noQuerySchema = z.strictObject({})

/** A small compressed body could unpack to any size. */
const refusePacked = ({ headers }: FastifyRequest) => {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new ApiProblem('unresolved', 'The body must not be compressed.', { status: 415 })
}

/** `/v1/tasks/{task_uuid}` → `/v1/tasks/:task_uuid`. */
const urlOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

const inputOf = ({ params, query = noQuerySchema, body }: Endpoint, request: FastifyRequest) =>
  parseParts([
    ...(params ? [{ schema: params, given: request.params, whole: 'path' }] : []),
    { schema: query, given: request.query, whole: 'query' },
    ...(body ? [{ schema: body, given: request.body, whole: 'body' }] : []),
  ])

/** Bodies that the service checks more strictly than the contract. */
type Bodies = Partial<Record<EndpointName, z.ZodObject>>

const mountOne = (app: FastifyInstance, deps: Deps, name: EndpointName, bodies: Bodies) => {
  const endpoint: Endpoint = { ...endpoints[name], ...(bodies[name] && { body: bodies[name] }) }
  const handler = handlers[name] as AnyHandler
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint.path),
    bodyLimit: endpoint.open ? smallBodyLimit : bodyLimit,
    // Before the body is read, so that unknown callers learn nothing about its form.
    onRequest: async (request) => {
      if (!endpoint.open) request.acting = await admit(deps, request, endpoint.method === 'POST')
      if (endpoint.body) refusePacked(request)
    },
    handler: async (request) => {
      const data = await handler(request.acting ?? deps, inputOf(endpoint, request))
      return endpoint.shape === 'bare' ? data : envelope(request, data)
    },
  })
}

const allMethods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** A known path with another method answers 405 and the methods that it takes. */
const mountOthers = (app: FastifyInstance, deps: Deps) => {
  const byPath = Map.groupBy(Object.values<Endpoint>(endpoints), ({ path }) => path)
  for (const [path, rows] of byPath) {
    const taken: readonly HTTPMethods[] = rows.flatMap(({ method }) =>
      method === 'GET' ? (['GET', 'HEAD'] as const) : [method],
    )
    app.route({
      method: allMethods.filter((method) => !taken.includes(method)),
      url: urlOf(path),
      // Before the body is read, because no method here takes one.
      onRequest: async (request, reply) => {
        await admit(deps, request)
        return problem(request, reply.header('allow', taken.join(', ')), 405, 'Method not allowed.')
      },
      handler: () => undefined,
    })
  }
}

export const mountApi = (app: FastifyInstance, deps: Deps): void => {
  const bodies = webhookBodies(deps)
  for (const name of Object.keys(endpoints) as EndpointName[]) mountOne(app, deps, name, bodies)
  mountOthers(app, deps)
}

declare module 'fastify' {
  interface FastifyRequest {
    acting: Acting | undefined
  }
}
