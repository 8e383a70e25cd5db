import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventNames, keptOf } from '../../src/contract/event.ts'
import { inboxRowFor } from '../../src/bot/doors/server.ts'
import { oddValues } from './odd-values.ts'
import { type Payload, delivery, payloadOf, payloads, read } from './payloads.ts'

const commentNew = delivery('comment_new', payloads.comment)
const commentWith = (facts: object) => ({
  ...commentNew,
  payload: { comment: { ...payloads.comment.comment, ...facts } },
})
const without = (name: string) =>
  Object.fromEntries(Object.entries(commentNew).filter(([key]) => key !== name))

describe('an event needs its name and ids', () => {
  test.each<[string, object]>([
    ['an event_id that is a uuid', { ...commentNew, event_id: '0b9f1d5e-8a53-4c0f-9b7a-2e0c4e6f1a2b' }],
    ['an event_id that is text', { ...commentNew, event_id: '7' }],
    ['no object_code', without('object_code')],
    ['an object_name that is a number', { ...commentNew, object_name: 5 }],
    [
      'a modifier whose is_active is text',
      { ...commentNew, modified: { modified_by: { is_active: 'true' } } },
    ],
    ['a modifier that is a name', { ...commentNew, modified: { modified_by: 'Casey' } }],
    ['a modified that is a time', { ...commentNew, modified: '2026-06-15T10:00:00Z' }],
    ['a time of modification that is a number', { ...commentNew, modified: { modified_at: 1_700_000_000 } }],
    ['a comment whose created_at is a number', commentWith({ created_at: 1_700_000_000_000 })],
    ['a comment without author', commentWith({ created_by_uuid: null })],
    ['a comment without text', commentWith({ message_plain: null })],
    ['a comment whose text is a number', commentWith({ message_plain: 5 })],
    ['a comment whose task is a number', commentWith({ associated_object_uuid: 5 })],
  ])('%s: it is read', (_, body) => {
    expect(read(body)).toMatchObject({ name: 'comment_new', objectUuid: 'c1' })
  })

  test.each(eventNames)('%s without anything but its ids is read', (name) => {
    const ids: Record<Payload, object> = {
      project: { project: { uuid: 'p1' } },
      invitation: { project_uuid: 'p1', invited_user: { uuid: 'u9' } },
      task: { project_uuid: 'p1', task: { uuid: 't1' } },
      subtask: { project_uuid: 'p1', subtask: { uuid: 's1' } },
      comment: { comment: { uuid: 'c1' } },
      module: { project_uuid: 'p1', module: { uuid: 'm1' } },
    }
    expect(read({ event_name: name, payload: ids[payloadOf(name)] }).objectUuid).toMatch(/^\w\d$/)
  })

  test.each([
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    [1_700_000_000_000, '2023-11-14T22:13:20.000Z'],
    ['2026-06-15T10:00:00Z', '2026-06-15T10:00:00Z'],
  ])('its time %j is %s', (timestamp, time) => {
    expect(read({ ...commentNew, timestamp }).timestamp).toBe(time)
  })

  test.each([null, undefined, {}, -5, 1e300, ''])(
    'without a time (%j), it happened when it was modified, or else when it came',
    (timestamp) => {
      const untimed = { ...commentNew, timestamp }
      expect(read(untimed).timestamp).toBe('2026-06-15T10:00:00.123Z')
      expect(read({ ...untimed, modified: null }, 1_700_000_000_000).timestamp).toBe(
        '2023-11-14T22:13:20.000Z',
      )
    },
  )

  test('a uuid in capitals is the same as in small letters; other ids keep theirs', () => {
    const capital = '0B9F1D5E-8A53-4C0F-9B7A-2E0C4E6F1A2B'
    expect(read(commentWith({ uuid: capital, parent_object_uuid: 'Proj-7' }))).toMatchObject({
      objectUuid: capital.toLowerCase(),
      projectUuid: 'Proj-7',
    })
  })

  test('odd rows of its lists are left out', () => {
    const answers = [null, { key: 'k', name: 'Domain', answer: 'acme.example' }, 'x', { key: {}, name: 7 }]
    const task = { ...payloads.task.task, subtasks_answers: answers }
    expect(read(delivery('task_completed', { ...payloads.task, task })).payload).toMatchObject({
      task: { subtasks_answers: [{ name: 'Domain', answer: 'acme.example' }, {}] },
    })
  })
})

const odd = fc.constantFrom<unknown>(...oddValues)

test('10,000 generated events: with name and ids they are read, and without them set aside with a reason', () => {
  const oddEvent = fc.record({
    name: fc.constantFrom(...eventNames),
    timestamp: odd,
    modified: fc.oneof(odd, fc.record({ modified_at: odd, modified_by: odd })),
    field: odd,
    at: fc.nat(),
    broken: fc.constantFrom('nothing', 'nothing', 'nothing', 'name', 'payload', 'object'),
  })
  fc.assert(
    fc.property(oddEvent, ({ name, timestamp, modified, field, at, broken }) => {
      const shape = payloadOf(name)
      const whole = payloads[shape] as Record<string, unknown>
      const key = shape === 'invitation' ? 'invited_user' : shape
      const object = { ...(whole[key] as Record<string, unknown>) }
      const fields = Object.keys(object).filter((one) => !/^(?:project_)?uuid$/.test(one))
      object[fields[at % fields.length] ?? ''] = field
      const body = {
        event_name: broken === 'name' ? field : name,
        timestamp,
        modified,
        payload: broken === 'payload' ? field : { ...whole, [key]: broken === 'object' ? field : object },
      }
      const row = inboxRowFor(body, JSON.stringify(body), 1)
      if (broken === 'nothing') {
        // What is kept of an event says the same again, and its text is the same.
        const kept = JSON.stringify(keptOf(read(JSON.parse(row.body))))
        return row.state === 'waiting' && row.object_uuid !== null && kept === row.body
      }
      const isRefused = /^unknown (?:event|shape): ./.test(row.outcome ?? '')
      return isRefused && (row.outcome ?? '').length <= 1_000 && row.body.length <= 10_000
    }),
    { numRuns: 10_000 },
  )
})
