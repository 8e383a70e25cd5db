import type { z } from 'zod'
import { createComment, editComment, removeComment } from '../changes/projects/comments.ts'
import { createModule } from '../changes/projects/create-module.ts'
import { createTask } from '../changes/projects/create-task.ts'
import { patchModule } from '../changes/projects/modules.ts'
import { patchProject } from '../changes/projects/projects.ts'
import { createSubtask, patchSubtask, removeSubtask } from '../changes/projects/subtasks.ts'
import { patchTask, removeTask } from '../changes/projects/tasks.ts'
import type { Actor, Deps } from '../deps.ts'
import { deliveriesQuery, readDeliveries, replayAll, replayDelivery } from './deliveries.ts'
import * as schemas from './schemas.ts'
import { moduleRecord, subtaskRecord, taskRecord } from './records.ts'
import { readTree } from './tree.ts'

export interface AppRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: z.ZodObject
  readonly query?: z.ZodObject
  readonly run: (deps: Deps, actor: Actor, uuid: string, body: unknown) => Promise<unknown>
}

/** A row whose body has the type of its schema. */
const route = <S extends z.ZodObject>(
  method: AppRoute['method'],
  path: string,
  body: S,
  run: (deps: Deps, actor: Actor, uuid: string, body: z.output<S>) => Promise<unknown>,
): AppRoute => ({
  method,
  path,
  body,
  run: (deps, actor, uuid, given) => run(deps, actor, uuid, given as z.output<S>),
})

const gone = async (removed: Promise<unknown>, uuid: string) => {
  await removed
  return { uuid, deleted: true }
}

/** What the pages do, as JSON. It is private, and no part of `/v1`. */
export const appRoutes: readonly AppRoute[] = [
  {
    method: 'GET',
    path: '/deliveries',
    query: deliveriesQuery,
    run: (deps, actor, _id, query) => readDeliveries(deps, actor, query as z.output<typeof deliveriesQuery>),
  },
  { method: 'POST', path: '/deliveries/replay', run: replayAll },
  { method: 'POST', path: '/deliveries/:uuid/replay', run: replayDelivery },
  { method: 'GET', path: '/projects/:uuid', run: readTree },
  route('PATCH', '/projects/:uuid', schemas.projectPatch, async (deps, actor, uuid, body) => {
    await patchProject(deps, actor, uuid, body)
    return readTree(deps, actor, uuid)
  }),
  route('POST', '/modules', schemas.newModule, async (deps, actor, _uuid, body) =>
    moduleRecord(await createModule(deps, actor, body)),
  ),
  route('PATCH', '/modules/:uuid', schemas.modulePatch, async (deps, actor, uuid, body) =>
    moduleRecord(await patchModule(deps, actor, uuid, body)),
  ),
  route('POST', '/tasks', schemas.newTask, async (deps, actor, _uuid, body) =>
    taskRecord(await createTask(deps, actor, body)),
  ),
  route('PATCH', '/tasks/:uuid', schemas.taskPatch, async (deps, actor, uuid, body) =>
    taskRecord(await patchTask(deps, actor, uuid, body)),
  ),
  {
    method: 'DELETE',
    path: '/tasks/:uuid',
    run: (deps, actor, uuid) => gone(removeTask(deps, actor, uuid), uuid),
  },
  route('POST', '/subtasks', schemas.newSubtask, async (deps, actor, _uuid, body) =>
    subtaskRecord(await createSubtask(deps, actor, body)),
  ),
  route('PATCH', '/subtasks/:uuid', schemas.subtaskPatch, async (deps, actor, uuid, body) =>
    subtaskRecord(await patchSubtask(deps, actor, uuid, body)),
  ),
  {
    method: 'DELETE',
    path: '/subtasks/:uuid',
    run: (deps, actor, uuid) => gone(removeSubtask(deps, actor, uuid), uuid),
  },
  route('POST', '/tasks/:uuid/comments', schemas.newComment, createComment),
  route('PATCH', '/comments/:uuid', schemas.commentPatch, (deps, actor, uuid, body) =>
    editComment(deps, actor, uuid, body.message_plain),
  ),
  {
    method: 'DELETE',
    path: '/comments/:uuid',
    run: (deps, actor, uuid) => gone(removeComment(deps, actor, uuid), uuid),
  },
]
