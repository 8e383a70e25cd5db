import type { Comment } from '../../../src/contract/comment.ts'
import type { EventName } from '../../../src/contract/event.ts'
import { project, task, taskUuid } from './stand-in-tracker.ts'

let events = 0

/** Times of events are the same whatever ran before in this process. */
export const restartEvents = (): void => {
  events = 0
}

/** The envelope of an event, as the tracker would send it. */
export const envelope = (eventName: string, payload: object, facts: object = {}) => ({
  event_id: 7,
  event_name: eventName,
  object_code: eventName.split('_')[0]?.toUpperCase() ?? '',
  object_name: 'a name',
  timestamp: new Date(1_763_700_000_000 + ++events * 1_000).toISOString(),
  modified: {
    modified_at: '2026-11-21T10:00:00Z',
    modified_by: { full_name: 'Casey Jones', is_customer: true },
  },
  payload,
  ...facts,
})
export const commentEvent = (comment: Comment, name: EventName = 'comment_new', facts: object = {}) =>
  envelope(name, { comment }, facts)
export const projectEvent = (name: EventName, facts: object = {}) =>
  envelope(name, {
    project: { uuid: project.uuid, name: project.name, completed_by_name: 'Dana Smith', ...facts },
  })
export const taskEvent = (name: EventName, facts: object = {}) =>
  envelope(name, {
    project_uuid: project.uuid,
    project_name: project.name,
    task: { uuid: taskUuid, name: task.name, status: 'Completed', ...facts },
  })
