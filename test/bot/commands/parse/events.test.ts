import { describe, expect, test } from 'vitest'
import { eventNames, families } from '../../../../src/contract/event.ts'
import { defaultEvents, resolveEvents } from '../../../../src/bot/commands/parse/events.ts'

describe('events', () => {
  test('without words are comments, tasks and projects', () => {
    expect(resolveEvents([])).toEqual(defaultEvents)
    expect(new Set(defaultEvents)).toEqual(
      new Set([...families.comment, ...families.task, ...families.project]),
    )
  })

  test('come as families, as single names, and without those excluded, in any order', () => {
    expect(resolveEvents(['all'])).toEqual(eventNames)
    expect(resolveEvents(['-task_updated', 'tasks', 'comment_new'])).toEqual([
      'task_created',
      'task_completed',
      'task_deleted',
      'comment_new',
    ])
  })

  test('excluded alone are taken from the default', () => {
    expect(resolveEvents(['-tasks'])).toEqual(defaultEvents.filter((name) => !name.startsWith('task_')))
  })
})
