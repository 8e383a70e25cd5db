import { z } from 'zod'
import { modifiedBy, payloads } from './payload.ts'
import { hashOf } from './text/hash-of.ts'
import { startOf } from './text/start-of.ts'

/** Event names by family. */
export const families = {
  project: [
    'project_created',
    'project_updated',
    'project_completed',
    'project_archived',
    'project_invitation',
  ],
  task: ['task_created', 'task_updated', 'task_completed', 'task_deleted'],
  subtask: ['subtask_created', 'subtask_updated', 'subtask_completed', 'subtask_deleted'],
  comment: ['comment_new', 'comment_reply', 'comment_mention', 'comment_updated', 'comment_deleted'],
  module: ['module_created', 'module_updated', 'module_deleted'],
} as const
export type Family = keyof typeof families
export type EventName = (typeof families)[Family][number]
const familyNames = Object.keys(families) as Family[]

/** In the catalog, but never sent. */
export const silentEvents = ['task_help_requested'] as const

export const eventNames: readonly EventName[] = Object.values(families).flat()
export const isEventName = (name: string): name is EventName =>
  (eventNames as readonly string[]).includes(name)
export const familyOf = (name: EventName): Family => {
  const family = familyNames.find((key) => (families[key] as readonly string[]).includes(name))
  if (!family) throw new TypeError(`no family has the event ${name}`)
  return family
}

const latest = Date.UTC(2100, 0, 1)

/** An ISO time. Some trackers send seconds or milliseconds since 1970 instead. */
const time = z
  .preprocess((said) => {
    if (typeof said !== 'number') return said
    const ms = said < latest / 1_000 ? said * 1_000 : said
    return ms >= 0 && ms < latest ? new Date(ms).toISOString() : undefined
  }, z.string().min(1).max(100))
  .optional()
  .catch(undefined)

/**
 * `event_id` and `object_code` only repeat what the name says, and `event_id` is the type of the event, so never
 * deduplicate deliveries by it.
 */
const envelope = z.looseObject({
  event_name: z.string().min(1).max(100),
  timestamp: time,
  modified: z
    .looseObject({ modified_at: time, modified_by: modifiedBy.nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  payload: z.looseObject({}),
})

type FamilyOf<N extends EventName> = {
  [F in Family]: N extends (typeof families)[F][number] ? F : never
}[Family]
type PayloadOf<N extends EventName> = N extends 'project_invitation'
  ? z.output<typeof payloads.invitation>
  : z.output<(typeof payloads)[FamilyOf<N>]>

type EventOf<N extends EventName> = {
  name: N
  /** The uuid of the project, task, subtask, module, comment, or invited user. */
  objectUuid: string
  /** Undefined if a comment event does not have it. */
  projectUuid: string | undefined
  /** Its own, or else when it was modified or received. */
  timestamp: string
  /** Tells it from other events about the same object: trackers may send times of whole seconds. */
  version: string
  modifiedBy: z.output<typeof modifiedBy> | undefined
  payload: PayloadOf<N>
}
export type TrackerEvent = { [N in EventName]: EventOf<N> }[EventName]

export type ReadEvent =
  | { ok: true; event: TrackerEvent }
  | { ok: false; reason: 'unknown event' | 'unknown shape'; detail: string; eventName: string | undefined }

const payloadSchema = (name: EventName) =>
  name === 'project_invitation' ? payloads.invitation : payloads[familyOf(name)]

/** Reads the uuids of an event in the shape before or since 2026-07-31. */
const idsOf = (name: EventName, payload: Record<string, unknown>) => {
  const inner = (key: string) => payload[key] as Record<string, string | null | undefined> | undefined
  const project = (payload['project_uuid'] as string | null | undefined) ?? undefined
  if (name === 'project_invitation') {
    const person = inner('invited_user')
    const uuid = project ?? (payload['uuid'] as string | null | undefined) ?? undefined
    return { object: person?.['uuid'] ?? person?.['email_address'], project: uuid }
  }
  const family = familyOf(name)
  const object = inner(family)
  const uuid = object?.['uuid']
  if (family === 'comment') return { object: uuid, project: object?.['parent_object_uuid'] ?? undefined }
  if (family !== 'project') return { object: uuid, project }
  const own = uuid ?? object?.['project_uuid'] ?? undefined
  return { object: own, project: own }
}

/**
 * Reads one delivery. Never throws for an unknown name or shape. If it names no time, its time is `receivedAt`, in ms,
 * or empty.
 */
export const readEvent = (body: unknown, receivedAt?: number): ReadEvent => {
  const outer = envelope.safeParse(body)
  if (!outer.success) {
    const name = (body as { event_name?: unknown } | null)?.event_name
    const eventName = typeof name === 'string' ? startOf(name, 100) : undefined
    return { ok: false, reason: 'unknown shape', detail: z.prettifyError(outer.error), eventName }
  }
  const { event_name: eventName, timestamp, modified } = outer.data
  if (!isEventName(eventName)) {
    return { ok: false, reason: 'unknown event', detail: `no event is named ${eventName}`, eventName }
  }
  const payload = payloadSchema(eventName).safeParse(outer.data.payload)
  if (!payload.success) {
    return { ok: false, reason: 'unknown shape', detail: z.prettifyError(payload.error), eventName }
  }
  const ids = idsOf(eventName, payload.data)
  if (!ids.object) return { ok: false, reason: 'unknown shape', detail: 'the object has no uuid', eventName }
  const at = timestamp ?? modified?.modified_at
  const event = {
    name: eventName,
    objectUuid: ids.object,
    projectUuid: ids.project,
    timestamp: at ?? (receivedAt === undefined ? '' : new Date(receivedAt).toISOString()),
    version: `${at ?? ''}#${hashOf(JSON.stringify(body)).slice(0, 16)}`,
    modifiedBy: modified?.modified_by ?? undefined,
    payload: payload.data,
  } as TrackerEvent
  return { ok: true, event }
}
