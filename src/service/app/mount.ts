import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findPerson } from '../store/people/people.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { authenticate } from '../http/auth.ts'
import { envelope } from '../http/errors.ts'
import { parsePart } from '../http/validate.ts'
import { invalid } from '../refusals.ts'
import { createComment, editComment, removeComment } from '../changes/projects/comments.ts'
import { createModule, patchModule } from '../changes/projects/modules.ts'
import { createNote, editNote, removeNote } from '../changes/projects/notes.ts'
import { patchProject } from '../changes/projects/projects.ts'
import { createSubtask, patchSubtask, removeSubtask } from '../changes/projects/subtasks.ts'
import { createTask, patchTask, removeTask } from '../changes/projects/tasks.ts'
import * as inputs from '../changes/projects/inputs.ts'
import { replayDelivery } from '../changes/webhooks.ts'
import { moduleFacts } from '../events/modules.ts'
import { deliveriesQuery, readDeliveries } from './deliveries.ts'
import { subtaskRecord, taskRecord, readTree } from './tree.ts'

interface AppRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: z.ZodObject
  readonly query?: z.ZodObject
  readonly run: (deps: Deps, actor: Actor, uuid: string, given: unknown) => Promise<unknown>
}

/** The schema parses the body, or the query of a GET. */
const route = <S extends z.ZodObject>(
  method: AppRoute['method'],
  path: string,
  schema: S,
  run: (deps: Deps, actor: Actor, uuid: string, given: z.output<S>) => Promise<unknown>,
): AppRoute => ({
  method,
  path,
  ...(method === 'GET' ? { query: schema } : { body: schema }),
  run: (deps, actor, uuid, given) => run(deps, actor, uuid, given as z.output<S>),
})

const removal = (
  path: string,
  remove: (deps: Deps, actor: Actor, uuid: string) => Promise<unknown>,
): AppRoute => ({
  method: 'DELETE',
  path,
  run: async (deps, actor, uuid) => {
    await remove(deps, actor, uuid)
    return { uuid, deleted: true }
  },
})

/** The private JSON API of the web pages, under `/app/api`. */
export const appRoutes: readonly AppRoute[] = [
  route('GET', '/deliveries', deliveriesQuery, (deps, actor, _id, query) =>
    readDeliveries(deps, actor, query),
  ),
  { method: 'POST', path: '/deliveries/:uuid/replay', run: replayDelivery },
  { method: 'GET', path: '/projects/:uuid', run: readTree },
  route('PATCH', '/projects/:uuid', inputs.projectPatch, async (deps, actor, uuid, body) => {
    await patchProject(deps, actor, uuid, body)
    return readTree(deps, actor, uuid)
  }),
  route('POST', '/modules', inputs.newModule, async (deps, actor, _uuid, body) =>
    moduleFacts(await createModule(deps, actor, body)),
  ),
  route('PATCH', '/modules/:uuid', inputs.modulePatch, async (deps, actor, uuid, body) =>
    moduleFacts(await patchModule(deps, actor, uuid, body)),
  ),
  route('POST', '/tasks', inputs.newTask, async (deps, actor, _uuid, body) =>
    taskRecord(await createTask(deps, actor, body)),
  ),
  route('PATCH', '/tasks/:uuid', inputs.taskPatch, async (deps, actor, uuid, body) =>
    taskRecord(await patchTask(deps, actor, uuid, body)),
  ),
  removal('/tasks/:uuid', removeTask),
  route('POST', '/subtasks', inputs.newSubtask, async (deps, actor, _uuid, body) =>
    subtaskRecord(await createSubtask(deps, actor, body)),
  ),
  route('PATCH', '/subtasks/:uuid', inputs.subtaskPatch, async (deps, actor, uuid, body) =>
    subtaskRecord(await patchSubtask(deps, actor, uuid, body)),
  ),
  removal('/subtasks/:uuid', removeSubtask),
  route('POST', '/tasks/:uuid/comments', inputs.newComment, createComment),
  route('PATCH', '/comments/:uuid', inputs.commentPatch, editComment),
  removal('/comments/:uuid', removeComment),
  route('POST', '/projects/:uuid/notes', inputs.note, createNote),
  route('PATCH', '/notes/:uuid', inputs.note, editNote),
  removal('/notes/:uuid', removeNote),
]

/** The key gives the organization, and `X-Acting-User` the person. By default that is the API user. */
const actingUser = async (deps: Deps, request: FastifyRequest, isWrite: boolean): Promise<Actor> => {
  const caller = await authenticate(deps, request)
  await deps.meter({ org: caller.org, isWrite })
  const header = request.headers['x-acting-user']
  const email = Array.isArray(header) ? header[0] : header
  if (email === undefined) return caller
  const person = await findPerson(scopeOf(deps, caller), email)
  if (!person || person.is_active === 0) throw invalid('X-Acting-User', 'No such user.')
  return { ...caller, personUuid: person.uuid }
}

const uuidParams = z.object({ uuid: z.string() })

const mountOne = (app: FastifyInstance, deps: Deps, route: AppRoute) => {
  const { method, path, body, query, run } = route
  app.route({
    method,
    url: `/app/api${path}`,
    onRequest: async (request) => {
      request.actor = await actingUser(deps, request, method !== 'GET')
    },
    handler: async (request) => {
      const uuid = path.includes(':uuid') ? parsePart(uuidParams, request.params, 'path').uuid : ''
      const given = query
        ? parsePart(query, request.query, 'query')
        : body && parsePart(body, request.body, 'body')
      if (!request.actor) throw new TypeError('the request has no actor')
      return envelope(request, await run(deps, request.actor, uuid, given))
    },
  })
}

export const mountApp = (app: FastifyInstance, deps: Deps): void => {
  for (const row of appRoutes) mountOne(app, deps, row)
}
