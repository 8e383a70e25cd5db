import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  catalogNames,
  eventNames,
  events,
  noteIds,
  type ReadEvent,
  readEvent,
} from '../../src/contract/event.ts'
import { noteTopics } from '../../src/contract/webhook.ts'
import { delivery, legacyPayloads, type Payload, payloadOf, payloads, read } from './payloads.ts'
import { saysCompleted, saysOver } from '../../src/contract/task.ts'

const objects: Record<Payload, string> = {
  project: 'p1',
  invitation: 'u9',
  task: 't1',
  subtask: 's1',
  comment: 'c1',
  module: 'm1',
}

const refused = (body: unknown) => {
  const answer: ReadEvent = readEvent(body)
  return answer.ok ? 'read' : { reason: answer.reason, eventName: answer.eventName }
}

const projectWith = (facts: object) => ({ project: { ...payloads.project.project, ...facts } })
const commentWith = (facts: object) => ({ comment: { ...payloads.comment.comment, ...facts } })

describe.each([
  ['since 2026-07-31', payloads],
  ['before 2026-07-31', legacyPayloads],
])('in the shape %s', (_, shapes) => {
  test.each(eventNames)('%s is read with the uuids of its object and project', (name) => {
    const event = read(delivery(name, shapes[payloadOf(name)]))
    expect(event).toMatchObject({
      name,
      objectUuid: objects[payloadOf(name)],
      projectUuid: 'p1',
      timestamp: '2026-06-15T10:00:00.123Z',
      modifiedBy: { full_name: 'Casey Jones' },
    })
  })
})

describe('an event', () => {
  test('survives JSON and the fields it does not know', () => {
    const body = { ...delivery('task_updated', payloads.task), extra: { deep: [1] } }
    expect(read(JSON.parse(JSON.stringify(body))).objectUuid).toBe('t1')
  })

  test.each([undefined, null])('of a person whose uuid is %j is about their e-mail address', (uuid) => {
    const person = { ...payloads.invitation.invited_user, uuid }
    const event = read(delivery('project_invitation', { ...payloads.invitation, invited_user: person }))
    expect(event.objectUuid).toBe('robin@globex.example')
  })

  test('of an invitation is read with its project under either name', () => {
    const { project_uuid: uuid, ...rest } = payloads.invitation
    expect(read(delivery('project_invitation', { ...rest, uuid })).projectUuid).toBe('p1')
  })

  test.each([
    ['uuid', 'project_uuid'],
    ['project_uuid', 'uuid'],
  ])('of a project is read by its %s if its %s is null', (named, other) => {
    const project = projectWith({ [named]: 'p1', [other]: null })
    expect(read(delivery('project_updated', project))).toMatchObject({
      objectUuid: 'p1',
      projectUuid: 'p1',
    })
    const { project_uuid: uuid, ...rest } = payloads.invitation
    const invitation = { ...rest, [named]: uuid, [other]: null }
    expect(read(delivery('project_invitation', invitation)).projectUuid).toBe('p1')
  })

  test('of a project with a data field without a uuid is read', () => {
    const project = projectWith({ data_fields: [{ uuid: null, name: 'Region', value: 'EMEA' }] })
    expect(read(delivery('project_updated', project)).objectUuid).toBe('p1')
  })

  test('of a comment that does not say its project has none', () => {
    const comment = commentWith({ parent_object_uuid: null })
    expect(read(delivery('comment_new', comment)).projectUuid).toBeUndefined()
  })

  test.each([
    ['no modified at all', undefined],
    ['an empty modified', {}],
    ['nobody who modified', { modified_at: null, modified_by: null }],
  ])('with %s is read', (_, modified) => {
    expect(read({ ...delivery('project_updated', payloads.project), modified }).modifiedBy).toBeUndefined()
  })

  test.each(['task_help_requested', ...noteTopics, 'account_note_created', 'Comment_New'])(
    'of the name %s is unknown, by its name',
    (name) => {
      expect(refused(delivery(name, payloads.comment))).toEqual({ reason: 'unknown event', eventName: name })
    },
  )

  test.each([
    ['another payload', 'task_updated', payloads.comment],
    ['a project with neither uuid', 'project_updated', projectWith({ uuid: undefined })],
    ['a project whose uuids are null', 'project_updated', projectWith({ uuid: null, project_uuid: null })],
    ['an id longer than any', 'comment_new', commentWith({ uuid: 'x'.repeat(30_000) })],
    ['an empty uuid', 'comment_new', commentWith({ uuid: '' })],
  ])('with %s is of an unknown shape', (_, name, payload) => {
    expect(refused(delivery(name, payload))).toEqual({ reason: 'unknown shape', eventName: name })
  })

  test.each([null, 7, 'text', [], {}, { event_name: 3 }, { payload: {} }])(
    '%j is of an unknown shape',
    (body) => {
      expect(refused(body)).toEqual({ reason: 'unknown shape', eventName: undefined })
    },
  )

  test('is an answer, never an exception, whatever arrives', () => {
    const names = fc.constantFrom(...eventNames, 'constructor', '__proto__', '')
    const payload = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(payloads)))
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ event_name: names, timestamp: fc.string(), object_code: fc.string(), payload }),
    )
    fc.assert(fc.property(body, (value) => typeof readEvent(value).ok === 'boolean'))
  })
})

/** What receivers have read so far, in the order of its numbers from 1 on. */
const numbered = `
  project_created project_updated project_completed project_archived project_invitation
  task_created task_updated task_completed task_deleted
  subtask_created subtask_updated subtask_completed subtask_deleted
  comment_new comment_reply comment_mention comment_updated comment_deleted
  module_created module_updated module_deleted task_help_requested
  add_project_note edit_project_note delete_project_note`

test('the number of an event type never changes, and is never given again', () => {
  const ids = new Map<string, number>(Object.entries(noteIds))
  for (const name of catalogNames) ids.set(name, events[name].id)
  const published = numbered.trim().split(/\s+/)
  const changed = published.filter((name, at) => ids.get(name) !== at + 1)
  expect(changed, 'have another number').toEqual([])
  const all = [...ids].map(([, id]) => id)
  const again = [...ids].filter(([, id], at) => all.indexOf(id) < at).map(([name]) => name)
  expect(again, 'have a number that is taken: give the next one').toEqual([])
})

test.each(['Completed', 'complete', 'DONE', 'Done ✓', 'completed_late', 'Partly done'])(
  '%s says that work is done',
  (word) => expect(saysCompleted(word)).toBe(true),
)

test.each(['Incomplete', 'Not done', 'Not completed', 'Abandoned', 'In progress', '', null, undefined])(
  '%s does not',
  (word) => expect(saysCompleted(word)).toBe(false),
)

test('an archived project is over, too', () => {
  expect(['Archived', 'Done', 'Incomplete'].map(saysOver)).toEqual([true, true, false])
})
