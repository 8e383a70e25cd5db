import { deliveryOf, type DeliveryRow } from '../../store/ledger/deliveries.ts'
import { knownProject } from '../../store/tracker/known-projects.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { digestSchema } from '../../messages/digests/digest.ts'
import { quietDigestSchema } from '../../messages/digests/quiet-digest.ts'
import type { Told } from '../../access/audience.ts'
import type { BotDeps } from '../../deps.ts'
import { readFacts } from '../ledger/delivery-facts.ts'

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

/** Undefined if it names neither a project nor a task, or only what the channel was shown before. */
const refTold = async (deps: Deps, channel: string, { kind, uuid }: Ref): Promise<Told | undefined> => {
  switch (kind) {
    case 'task_card':
      return taskTold(deps, uuid)
    case 'project_card':
      return projectTold(deps, uuid)
    // Their key is the project's uuid and a version.
    case 'project_completed':
    case 'burst':
      return projectTold(deps, uuid.split('@')[0] ?? '')
    case 'comment':
    case 'reply_changed': {
      const row = await deliveryOf(deps.database.sql, { channel, kind, objectUuid: uuid })
      return row?.on_kind && row.on_uuid
        ? refTold(deps, channel, { kind: row.on_kind, uuid: row.on_uuid })
        : undefined
    }
    default:
      return undefined
  }
}

export const refOf = ({ kind, object_uuid: uuid, on_kind: onKind, on_uuid: onUuid }: DeliveryRow): Ref =>
  onKind === null || onUuid === null ? { kind, uuid } : { kind: onKind, uuid: onUuid }

const digestTold = (deps: Deps, row: DeliveryRow): Promise<Told>[] =>
  readFacts(digestSchema, row).projects.flatMap(({ uuid, done, late, waiting, comments, next }) => {
    const items = [done, late, waiting, comments].flatMap(({ named = [] }) => named)
    const tasks = new Set([...items, ...(next ? [next] : [])].flatMap(({ uuid: task }) => task ?? []))
    return [projectTold(deps, uuid), ...[...tasks].map((task) => taskTold(deps, task))]
  })

/** What a ledger row tells of, by what the store knows now. */
export const toldOf = async (deps: Deps, row: DeliveryRow): Promise<Told[]> => {
  if (row.kind === 'digest') return Promise.all(digestTold(deps, row))
  const refs =
    row.kind === 'quiet_digest'
      ? readFacts(quietDigestSchema, row).about.flatMap(({ of }) => of ?? [])
      : [refOf(row)]
  const told = await Promise.all(refs.map((ref) => refTold(deps, row.channel, ref)))
  return told.filter((one) => one !== undefined)
}
