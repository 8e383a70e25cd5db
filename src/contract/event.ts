import { z } from 'zod'
import { isoFromNumber } from './dates.ts'
import { modifiedBySchema, payloads } from './payload.ts'
import { hashOf, startOf } from './text.ts'
import type { LegacyTopic, NoteTopic } from './webhook.ts'

const familyNames = ['project', 'task', 'subtask', 'comment', 'module'] as const
export type Family = (typeof familyNames)[number]

interface EventRow {
  /** The type's number in the catalog and in every delivery. `noteIds` are numbers, too. None is ever reused. */
  id: number
  family: Family
  payload: z.ZodType
  /** Subscriptions to these legacy topics receive the event, too. */
  topics?: readonly LegacyTopic[]
  /** In the catalog, but never sent. */
  isSilent?: true
}

export const events = {
  project_created: { id: 1, family: 'project', payload: payloads.project, topics: ['add_project'] },
  project_updated: { id: 2, family: 'project', payload: payloads.project, topics: ['edit_project'] },
  project_completed: { id: 3, family: 'project', payload: payloads.project, topics: ['project_completed'] },
  project_archived: { id: 4, family: 'project', payload: payloads.project },
  project_invitation: { id: 5, family: 'project', payload: payloads.invitation },
  task_created: { id: 6, family: 'task', payload: payloads.task },
  task_updated: { id: 7, family: 'task', payload: payloads.task },
  task_completed: {
    id: 8,
    family: 'task',
    payload: payloads.task,
    topics: ['update_task_state', 'project_task_completed'],
  },
  task_deleted: { id: 9, family: 'task', payload: payloads.task },
  subtask_created: { id: 10, family: 'subtask', payload: payloads.subtask, topics: ['add_task_step'] },
  subtask_updated: { id: 11, family: 'subtask', payload: payloads.subtask },
  subtask_completed: { id: 12, family: 'subtask', payload: payloads.subtask, topics: ['update_step'] },
  subtask_deleted: { id: 13, family: 'subtask', payload: payloads.subtask },
  comment_new: { id: 14, family: 'comment', payload: payloads.comment },
  comment_reply: { id: 15, family: 'comment', payload: payloads.comment },
  comment_mention: { id: 16, family: 'comment', payload: payloads.comment },
  comment_updated: { id: 17, family: 'comment', payload: payloads.editedComment },
  comment_deleted: { id: 18, family: 'comment', payload: payloads.comment },
  module_created: { id: 19, family: 'module', payload: payloads.module },
  module_updated: { id: 20, family: 'module', payload: payloads.module },
  module_deleted: { id: 21, family: 'module', payload: payloads.module },
  task_help_requested: { id: 22, family: 'task', payload: payloads.task, isSilent: true },
} as const satisfies Record<string, EventRow>

/** The interface has no event types for notes, so their topics have numbers of their own. */
export const noteIds: Readonly<Record<NoteTopic, number>> = {
  add_project_note: 23,
  edit_project_note: 24,
  delete_project_note: 25,
}

export type CatalogName = keyof typeof events
export type EventName = {
  [N in CatalogName]: (typeof events)[N] extends { isSilent: true } ? never : N
}[CatalogName]

export const catalogNames = Object.keys(events) as CatalogName[]
const isSent = (name: CatalogName): name is EventName => !('isSilent' in events[name])
export const eventNames: readonly EventName[] = catalogNames.filter(isSent)
export const isEventName = (name: string): name is EventName =>
  (eventNames as readonly string[]).includes(name)
export const familyOf = (name: CatalogName): Family => events[name].family

export const families = Object.fromEntries(
  familyNames.map((family) => [family, eventNames.filter((name) => familyOf(name) === family)]),
) as unknown as Readonly<Record<Family, readonly EventName[]>>

/** An ISO time, or another one that the receiver compares as text. */
const time = z
  .preprocess(
    (value) => (typeof value === 'number' ? isoFromNumber(value) : value),
    z.string().min(1).max(100),
  )
  .optional()
  .catch(undefined)

/** `event_id` numbers the type of the event, so never deduplicate deliveries by it. */
const envelopeSchema = z.looseObject({
  event_name: z.string().min(1).max(100),
  timestamp: time,
  modified: z
    .looseObject({ modified_at: time, modified_by: modifiedBySchema.nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  payload: z.looseObject({}),
})

type PayloadOf<N extends EventName> = z.output<(typeof events)[N]['payload']>

export type EventOf<N extends EventName> = {
  name: N
  /** The uuid of the project, task, subtask, module, comment, or invited user. */
  objectUuid: string
  /** Undefined if a comment event does not have it. */
  projectUuid: string | undefined
  /** The time that the event names, or else when the object was modified or the event received. */
  timestamp: string
  /**
   * With the name and the object's uuid, what is announced once: the event's time, or without one, its body. A repeat
   * has the same, even if it counts its attempts.
   */
  occurrence: string
  /** Also differs with the body. What two events of one second say may differ, so each is read. */
  version: string
  modifiedBy: z.output<typeof modifiedBySchema> | undefined
  payload: PayloadOf<N>
}
export type TrackerEvent = { [N in EventName]: EventOf<N> }[EventName]

export type ReadEvent =
  | { ok: true; event: TrackerEvent }
  | { ok: false; reason: 'unknown event' | 'unknown shape'; detail: string; eventName: string | undefined }

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

const unread = (reason: 'unknown event' | 'unknown shape', detail: string, eventName: string | undefined) =>
  ({ ok: false, reason, detail, eventName }) as const

/** What is kept of an event: it is read from this again, as it was. Whatever the bot doesn't use is left out. */
export const keptOf = ({ name, timestamp, modifiedBy, payload }: TrackerEvent) => ({
  event_name: name,
  timestamp: timestamp || undefined,
  modified: modifiedBy && { modified_by: modifiedBy },
  payload,
})

/** Never throws for an unknown name or shape. A delivery without a time gets `receivedAt` (in ms), or an empty one. */
export const readEvent = (body: unknown, receivedAt?: number): ReadEvent => {
  const outer = envelopeSchema.safeParse(body)
  if (!outer.success) {
    const name = (body as { event_name?: unknown } | null)?.event_name
    const eventName = typeof name === 'string' ? startOf(name, 100) : undefined
    return unread('unknown shape', z.prettifyError(outer.error), eventName)
  }
  const { event_name: eventName, timestamp, modified } = outer.data
  if (!isEventName(eventName)) return unread('unknown event', `no event is named ${eventName}`, eventName)
  const payload = events[eventName].payload.safeParse(outer.data.payload)
  if (!payload.success) return unread('unknown shape', z.prettifyError(payload.error), eventName)
  const ids = idsOf(eventName, payload.data)
  if (!ids.object) return unread('unknown shape', 'the object has no uuid', eventName)
  const at = timestamp ?? modified?.modified_at
  const version = `${at ?? ''}#${hashOf(JSON.stringify(body)).slice(0, 16)}`
  const event = {
    name: eventName,
    objectUuid: ids.object,
    projectUuid: ids.project,
    timestamp: at ?? (receivedAt === undefined ? '' : new Date(receivedAt).toISOString()),
    occurrence: at ?? version,
    version,
    modifiedBy: modified?.modified_by ?? undefined,
    payload: payload.data,
  } as TrackerEvent
  return { ok: true, event }
}
