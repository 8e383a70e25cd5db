import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownTask } from '../../../src/bot/store/known-projects.ts'
import { noteTask, type TaskNote, isStored } from '../../../src/bot/store/task-notes.ts'
import { openFresh } from '../../support/databases.ts'

const either = <T>(...values: readonly T[]) => fc.constantFrom(undefined, ...values)

const note = fc.record({
  name: fc.constantFrom('Kick-off', 'Go-live'),
  projectUuid: fc.constantFrom('one', 'other'),
  isInternal: either(true, false),
  moduleName: either(null, 'Plan'),
  completed: either(true, false),
  dueDate: either(null, '2026-11-30'),
  assigneeName: either(null, 'Ada'),
  heard: either({ dueDate: '2026-12-01', assigneeName: 'Grace' }),
  doneNow: either(true),
})

test('a note of a task leaves the same row, whether or not it is compared with what is stored', async () => {
  const { sql } = await openFresh('sqlite')
  let tasks = 0
  const after = async (notes: readonly Omit<TaskNote, 'uuid'>[], isCompared: boolean) => {
    const uuid = `task-${(tasks += 1)}`
    for (const [at, one] of notes.entries()) {
      const said = { ...one, uuid }
      const stored = isCompared ? await knownTask(sql, uuid) : undefined
      if (!stored || !isStored(stored, said, 1_000 + at)) await noteTask(said)(sql, 1_000 + at)
    }
    return { ...(await knownTask(sql, uuid)), uuid: 'task', seenAt: 0 }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(note, { minLength: 1, maxLength: 4 }), async (notes) => {
      expect(await after(notes, true)).toEqual(await after(notes, false))
    }),
  )
})
