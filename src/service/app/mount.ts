import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findPerson } from '../store/people.ts'
import type { Comment } from '../../contract/comment.ts'
import { type Acting, type Deps, actingPerson, invalid, isCustomer } from '../acting.ts'
import {
  commentForCustomers,
  type ForCustomers,
  subtaskForCustomers,
  taskForCustomers,
} from '../for-customers.ts'
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
import { customersTask, subtaskRecord, teamsTask, readTree } from './tree.ts'

interface AppRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Of the body, or of the query of a GET. */
  readonly schema?: z.ZodObject
  readonly run: (acting: Acting, uuid: string, given: unknown) => Promise<unknown>
}

/** What an answer says of a result. */
interface Answer<R> {
  readonly toTeam: (result: R) => unknown
  /** Undefined if only the team gets this result. */
  readonly toCustomers: ((result: R) => unknown) | undefined
}

const answer = <R, C extends ForCustomers<object>>(
  toTeam: (result: R) => unknown,
  narrow: (result: R) => C,
  toCustomers: (narrowed: C) => unknown,
): Answer<R> => ({ toTeam, toCustomers: (result) => toCustomers(narrow(result)) })

const same = <T>(result: T): T => result

const teamsAnswer = <R>(toTeam: (result: R) => unknown): Answer<R> => ({ toTeam, toCustomers: undefined })

const taskAnswer = answer(teamsTask, taskForCustomers, customersTask)
const subtaskAnswer = answer(subtaskRecord, subtaskForCustomers, subtaskRecord)
const commentAnswer = answer(same<Comment>, commentForCustomers, same)
const moduleAnswer = teamsAnswer(moduleFacts)
const noteAnswer = teamsAnswer(same<Comment>)

const answered = async <R>(acting: Acting, result: R, { toTeam, toCustomers }: Answer<R>) => {
  if (!isCustomer(await actingPerson(acting))) return toTeam(result)
  if (!toCustomers) throw new TypeError('a customer gets no such answer')
  return toCustomers(result)
}

const route = <S extends z.ZodObject, R>(
  method: AppRoute['method'],
  path: string,
  schema: S,
  run: (acting: Acting, uuid: string, given: z.output<S>) => Promise<R>,
  answer: Answer<R>,
): AppRoute => ({
  method,
  path,
  schema,
  run: async (acting, uuid, given) => answered(acting, await run(acting, uuid, given as z.output<S>), answer),
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
  route(
    'GET',
    '/deliveries',
    deliveriesQuerySchema,
    (acting, _id, query) => readDeliveries(acting, query),
    teamsAnswer(same),
  ),
  { method: 'POST', path: '/deliveries/:uuid/replay', run: replayDelivery },
  { method: 'GET', path: '/projects/:uuid', run: readTree },
  route(
    'PATCH',
    '/projects/:uuid',
    inputs.projectPatchSchema,
    async (acting, uuid, body) => {
      await patchProject(acting, uuid, body)
      return readTree(acting, uuid)
    },
    teamsAnswer(same),
  ),
  route('POST', '/modules', inputs.newModuleSchema, creating(createModule), moduleAnswer),
  route('PATCH', '/modules/:uuid', inputs.modulePatchSchema, patchModule, moduleAnswer),
  route('POST', '/tasks', inputs.newTaskSchema, creating(createTask), taskAnswer),
  route('PATCH', '/tasks/:uuid', inputs.taskPatchSchema, patchTask, taskAnswer),
  removal('/tasks/:uuid', removeTask),
  route('POST', '/subtasks', inputs.newSubtaskSchema, creating(createSubtask), subtaskAnswer),
  route('PATCH', '/subtasks/:uuid', inputs.subtaskPatchSchema, patchSubtask, subtaskAnswer),
  removal('/subtasks/:uuid', removeSubtask),
  route('POST', '/tasks/:uuid/comments', inputs.newCommentSchema, comments.create, commentAnswer),
  route('PATCH', '/comments/:uuid', inputs.commentPatchSchema, comments.edit, commentAnswer),
  removal('/comments/:uuid', comments.remove),
  route('POST', '/projects/:uuid/notes', inputs.noteSchema, notes.create, noteAnswer),
  route('PATCH', '/notes/:uuid', inputs.noteSchema, notes.edit, noteAnswer),
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
