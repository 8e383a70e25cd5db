import { describe, expect, test } from 'vitest'
import { eventNames } from '../../../../src/contract/event.ts'
import { resolveEvents } from '../../../../src/bot/features/channels/subscribe.ts'

describe('events', () => {
  test('come as families, as single names, and without those excluded, in any order', () => {
    expect(resolveEvents(['all'], [])).toEqual(eventNames)
    expect(resolveEvents(['-task_updated', 'tasks', 'comment_new'], [])).toEqual([
      'task_created',
      'task_completed',
      'task_deleted',
      'comment_new',
    ])
  })

  test('excluded alone are taken from what the channel receives', () => {
    expect(resolveEvents(['-tasks'], ['task_completed', 'comment_new'])).toEqual(['comment_new'])
  })
})
