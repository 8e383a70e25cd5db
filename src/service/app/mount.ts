import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findPerson } from '../store/people.ts'
import { type Acting, type Deps, invalid } from '../acting.ts'
import { admit } from '../http/admission.ts'
import { envelope } from '../http/errors.ts'
import { parsePart } from '../http/validate.ts'
import { comments, notes } from '../changes/comments.ts'
import { createModule, patchModule, patchProject } from '../changes/projects.ts'
import { createSubtask, patchSubtask, removeSubtask } from '../changes/subtasks.ts'
import { createTask, patchTask, removeTask } from '../changes/tasks.ts'
import * as inputs from '../changes/inputs.ts'
import { moduleFacts } from '../events/projects.ts'
import { deliveriesQuerySchema, readDeliveries, replayDelivery } from '../delivery/deliveries.ts'
import { subtaskRecord, taskRecord, readTree } from './tree.ts'

interface AppRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Of the body, or of the query of a GET. */
  readonly schema?: z.ZodObject
  readonly run: (acting: Acting, uuid: string, given: unknown) => Promise<unknown>
}

const route = <S extends z.ZodObject, R>(
  method: AppRoute['method'],
  path: string,
  schema: S,
  run: (acting: Acting, uuid: string, given: z.output<S>) => Promise<R>,
  shown: (result: R) => unknown = (result) => result,
): AppRoute => ({
  method,
  path,
  schema,
  run: async (acting, uuid, given) => shown(await run(acting, uuid, given as z.output<S>)),
})

/** For a URL without an object: the body names the object that the new one belongs to. */
const creating =
  <I, R>(create: (acting: Acting, input: I) => Promise<R>) =>
  (acting: Acting, _uuid: string, input: I) =>
    create(acting, input)

const removal = (path: string, remove: (acting: Acting, uuid: string) => Promise<unknown>): AppRoute => ({
  method: 'DELETE',
  path,
  run: async (acting, uuid) => {
    await remove(acting, uuid)
    return { uuid, deleted: true }
  },
})

/** The private JSON API of the web pages, under `/app/api`. */
export const appRoutes: readonly AppRoute[] = [
  route('GET', '/deliveries', deliveriesQuerySchema, (acting, _id, query) => readDeliveries(acting, query)),
  { method: 'POST', path: '/deliveries/:uuid/replay', run: replayDelivery },
  { method: 'GET', path: '/projects/:uuid', run: readTree },
  route('PATCH', '/projects/:uuid', inputs.projectPatchSchema, async (acting, uuid, body) => {
    await patchProject(acting, uuid, body)
    return readTree(acting, uuid)
  }),
  route('POST', '/modules', inputs.newModuleSchema, creating(createModule), moduleFacts),
  route('PATCH', '/modules/:uuid', inputs.modulePatchSchema, patchModule, moduleFacts),
  route('POST', '/tasks', inputs.newTaskSchema, creating(createTask), taskRecord),
  route('PATCH', '/tasks/:uuid', inputs.taskPatchSchema, patchTask, taskRecord),
  removal('/tasks/:uuid', removeTask),
  route('POST', '/subtasks', inputs.newSubtaskSchema, creating(createSubtask), subtaskRecord),
  route('PATCH', '/subtasks/:uuid', inputs.subtaskPatchSchema, patchSubtask, subtaskRecord),
  removal('/subtasks/:uuid', removeSubtask),
  route('POST', '/tasks/:uuid/comments', inputs.newCommentSchema, comments.create),
  route('PATCH', '/comments/:uuid', inputs.commentPatchSchema, comments.edit),
  removal('/comments/:uuid', comments.remove),
  route('POST', '/projects/:uuid/notes', inputs.noteSchema, notes.create),
  route('PATCH', '/notes/:uuid', inputs.noteSchema, notes.edit),
  removal('/notes/:uuid', notes.remove),
]

/** The key gives the organization, and `X-Acting-User` the person. By default that is the API user. */
const actingUser = async (deps: Deps, request: FastifyRequest, isWrite: boolean): Promise<Acting> => {
  const caller = await admit(deps, request, isWrite)
  const header = request.headers['x-acting-user']
  const email = Array.isArray(header) ? header[0] : header
  if (email === undefined) return caller
  const person = await findPerson(caller, email)
  if (!person || person.is_active === 0) throw invalid('X-Acting-User', 'No such user.')
  return { ...caller, personUuid: person.uuid }
}

const uuidParamsSchema = z.object({ uuid: z.string() })

const mountOne = (app: FastifyInstance, deps: Deps, { method, path, schema, run }: AppRoute) => {
  const isRead = method === 'GET'
  app.route({
    method,
    url: `/app/api${path}`,
    onRequest: async (request) => {
      request.acting = await actingUser(deps, request, !isRead)
    },
    handler: async (request) => {
      const uuid = path.includes(':uuid') ? parsePart(uuidParamsSchema, request.params, 'path').uuid : ''
      const [sent, whole] = isRead ? [request.query, 'query'] : [request.body, 'body']
      const given = schema && parsePart(schema, sent, whole)
      if (!request.acting) throw new TypeError('nobody acts in the request')
      return envelope(request, await run(request.acting, uuid, given))
    },
  })
}

export const mountApp = (app: FastifyInstance, deps: Deps): void => {
  for (const row of appRoutes) mountOne(app, deps, row)
}
