import { deliveryOf, type DeliveryRow } from './store/deliveries.ts'
import { knownProject } from '../../store/known/known-projects.ts'
import { knownTask } from '../../store/known/known-tasks.ts'
import { digestSchema } from './messages/digest.ts'
import { projectCardSchema } from '../../kit/cards/project-card.ts'
import type { Told } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { readFacts } from './plan/delivery-facts.ts'
import { type DeliveryKind, isDeliveryKind } from './kinds.ts'

type Deps = Pick<BotDeps, 'database'>
/** A ledger row's object, or that of the thread it is in. */
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

/**
 * What a row of each kind is about, by its key: `project` also with a version behind. `thread`: by the message that it
 * is under. `nothing`: it names neither a project nor a task.
 */
const aboutOf: Readonly<Record<DeliveryKind, 'task' | 'project' | 'thread' | 'nothing'>> = {
  task_card: 'task',
  task_card_update: 'thread',
  task_completed: 'thread',
  subtask_line: 'thread',
  comment: 'thread',
  comment_update: 'thread',
  comment_tombstone: 'thread',
  project_card: 'project',
  project_card_update: 'thread',
  project_completed: 'project',
  missed: 'nothing',
  project_line: 'thread',
  reply_changed: 'thread',
  reply_changed_update: 'thread',
  digest: 'nothing',
  thread_synced: 'thread',
  thread_synced_update: 'thread',
  burst: 'project',
  burst_update: 'project',
}

/** What nobody knows may be internal. */
const unknown: Told = { project: undefined, internal: undefined }

/** Undefined if it is about nothing that only some may know. */
const refTold = async (deps: Deps, channel: string, { kind, uuid }: Ref): Promise<Told | undefined> => {
  if (!isDeliveryKind(kind)) return unknown
  switch (aboutOf[kind]) {
    case 'task':
      return taskTold(deps, uuid)
    case 'project':
      return projectTold(deps, uuid.split('@')[0] ?? '')
    case 'thread': {
      const row = await deliveryOf(deps.database.sql, { channel, kind, objectUuid: uuid })
      return row?.on_kind && row.on_uuid
        ? refTold(deps, channel, { kind: row.on_kind, uuid: row.on_uuid })
        : unknown
    }
    case 'nothing':
      return undefined
  }
}

const refOf = ({ kind, object_uuid: uuid, on_kind: onKind, on_uuid: onUuid }: DeliveryRow): Ref =>
  onKind === null || onUuid === null ? { kind, uuid } : { kind: onKind, uuid: onUuid }

const digestTold = (deps: Deps, row: DeliveryRow): Promise<Told>[] =>
  readFacts(digestSchema, row).projects.flatMap(({ uuid, done, late, waiting, comments, next }) => {
    const items = [done, late, waiting, comments].flatMap(({ named = [] }) => named)
    const tasks = new Set([...items, ...(next ? [next] : [])].flatMap(({ uuid: task }) => task ?? []))
    return [projectTold(deps, uuid), ...[...tasks].map((task) => taskTold(deps, task))]
  })

const cardTold = (deps: Deps, row: DeliveryRow): Promise<Told>[] => {
  const { uuid = '', late, waiting, next } = readFacts(projectCardSchema, row)
  const tasks = new Set([late?.first, waiting?.first, next].flatMap((task) => task?.uuid ?? []))
  return [projectTold(deps, uuid), ...[...tasks].map((task) => taskTold(deps, task))]
}

/** What a ledger row tells of, by what the store knows now. */
export const toldOf = async (deps: Deps, row: DeliveryRow): Promise<Told[]> => {
  if (row.kind === 'digest') return Promise.all(digestTold(deps, row))
  if (row.kind === 'project_card_update') return Promise.all(cardTold(deps, row))
  const told = await refTold(deps, row.channel, refOf(row))
  return told ? [told] : []
}
