import { postOf, type PostRow } from './store/posts.ts'
import { knownProject } from '../../store/known-projects.ts'
import { knownTask } from '../../store/known-tasks.ts'
import type { Told } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { kindOf } from './kinds.ts'

type Deps = Pick<BotDeps, 'database'>
/** A post's object, or that of the thread it is in. */
interface Ref {
  kind: string
  uuid: string
}

const projectTold = async ({ database }: Deps, uuid: string): Promise<Told> => {
  const known = await knownProject(database.sql, uuid)
  return { project: { uuid, accountName: undefined, ...known, stored: true }, internal: false }
}

const taskTold = async (deps: Deps, uuid: string): Promise<Told> => {
  const task = await knownTask(deps.database.sql, uuid)
  if (!task) return { project: undefined, internal: undefined }
  return { ...(await projectTold(deps, task.projectUuid)), internal: task.isInternal }
}

/** What nobody knows may be internal. */
const unknown: Told = { project: undefined, internal: undefined }

/** Undefined if it is about nothing that only some may know. */
const refTold = async (deps: Deps, channel: string, { kind, uuid }: Ref): Promise<Told | undefined> => {
  switch (kindOf(kind)?.about) {
    case 'task':
      return taskTold(deps, uuid)
    case 'project':
      return projectTold(deps, uuid.split('@')[0] ?? '')
    case 'thread': {
      const row = await postOf(deps.database.sql, { channel, kind, objectUuid: uuid })
      return row?.on_kind && row.on_uuid
        ? refTold(deps, channel, { kind: row.on_kind, uuid: row.on_uuid })
        : unknown
    }
    case 'facts':
      return undefined
    case undefined:
      return unknown
  }
}

const refOf = ({ kind, object_uuid: uuid, on_kind: onKind, on_uuid: onUuid }: PostRow): Ref =>
  onKind === null || onUuid === null ? { kind, uuid } : { kind: onKind, uuid: onUuid }

/** What a post tells of, by what the store knows now. */
export const toldOf = async (deps: Deps, row: PostRow): Promise<Told[]> => {
  const { projects = [], tasks = [] } = kindOf(row.kind)?.named(row) ?? {}
  const uuids = new Set(tasks.filter((uuid) => uuid !== undefined))
  const told = await Promise.all([
    refTold(deps, row.channel, refOf(row)),
    ...projects.map((uuid) => projectTold(deps, uuid)),
    ...[...uuids].map((uuid) => taskTold(deps, uuid)),
  ])
  return told.filter((one) => one !== undefined)
}
