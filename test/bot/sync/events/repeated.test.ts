import { expect, test } from 'vitest'
import { invitation, listening, moduleEvent, subtaskEvent } from '../../support/listening.ts'
import { commentEvent, projectEvent, taskEvent } from '../../support/running-bot.ts'

type Body = Record<string, unknown>

const backwards = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(backwards)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, backwards(one)]),
  )
}

/** How trackers repeat a delivery: the interface's key is the same, the body isn't. */
const repeats: Record<string, (event: Body) => Body> = {
  'with a count of attempts': (event) => ({ ...event, attempt: 2 }),
  'with a time of sending': (event) => ({ ...event, sent_at: '2026-12-28T10:00:05Z' }),
  'with its keys in another order': (event) => backwards(event) as Body,
}

type World = Awaited<ReturnType<typeof listening>>

/** What the tracker has by then, and the event. */
const announced: Record<string, (world: World) => Body> = {
  task_completed: ({ changeTask }) => (changeTask({ status: 'Completed' }), taskEvent('task_completed')),
  project_updated: ({ change }) => {
    change({ status: { id: 's', name: 'At risk' } })
    return projectEvent('project_updated')
  },
  project_completed: ({ change }) => {
    change({ project_state: 'Completed' })
    return projectEvent('project_completed')
  },
  project_archived: ({ change }) => (change({ project_state: 'Archived' }), projectEvent('project_archived')),
  project_invitation: () => invitation(),
  module_updated: () => moduleEvent('100'),
  subtask_completed: () => subtaskEvent('subtask_completed'),
  subtask_updated: () => subtaskEvent('subtask_updated', { action_response: { a: '1', b: '2' } }),
  comment_new: ({ tracker }) => commentEvent(tracker.addComment({ message_plain: 'Once' })),
}

test.each(Object.keys(announced))('a repeated %s whose body differs is announced once', async (name) => {
  const world = await listening()
  world.tracker.users.push({ uuid: 'u7', full_name: 'Robin Hill', is_customer: true })
  await world.send(projectEvent('project_created'))
  const count = () => world.slack.messages.length
  const quiet = count()
  const event = announced[name]?.(world) ?? {}
  await world.send(event)
  const once = count()
  expect(once).toBeGreaterThan(quiet)
  for (const [how, repeated] of Object.entries(repeats)) {
    await world.send(repeated(event))
    expect([how, count()]).toEqual([how, once])
  }
})
