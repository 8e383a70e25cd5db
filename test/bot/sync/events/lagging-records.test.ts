import { expect, test } from 'vitest'
import { outcomes } from '../../support/rows/post-rows.ts'
import { taskUuid } from '../../support/stand-in-tracker.ts'
import { jobRows } from '../../../support/lane-rows.ts'
import { listening } from '../../support/listening.ts'
import { botWithThread, commentEvent, envelope, projectEvent, taskEvent } from '../../support/running-bot.ts'

const recordLagMs = 10_000
const soon = { timeout: 25_000 }
type Running = Pick<Awaited<ReturnType<typeof listening>>, 'database'>

const jobsLeft = ({ database }: Running) => jobRows(database, { kind: 'event', state: 'waiting' })

/** Resolves when an event has been compared with a record that is behind it. */
const hasWaited = async (running: Running) => {
  const reasons = async () => (await jobsLeft(running)).map(({ last_error: why }) => why).join()
  await expect.poll(reasons, soon).toContain('may be behind its event')
}

/** Replicas: for a moment, the record is what it was before the event. */
test.each<[string, (running: Awaited<ReturnType<typeof botWithThread>>) => Promise<() => unknown>, string]>([
  [
    'a new comment that is not found yet is shown',
    async ({ tracker, hook }) => {
      const comment = tracker.addComment({ message_plain: 'new words' })
      tracker.comments.delete(comment.uuid)
      await hook(commentEvent(comment))
      return () => tracker.comments.set(comment.uuid, comment)
    },
    'new words',
  ],
  [
    'an edited comment that has its old words yet is changed',
    async ({ tracker, hook, comment }) => {
      const edited = { ...comment, message_plain: 'the new words' }
      await hook(envelope('comment_updated', { comment: edited }))
      return () => tracker.comments.set(comment.uuid, edited)
    },
    'the new words',
  ],
  [
    'a deleted comment that is still there becomes a tombstone',
    async ({ tracker, hook, comment }) => {
      await hook(envelope('comment_deleted', { comment }))
      return () => tracker.comments.delete(comment.uuid)
    },
    'was deleted',
  ],
  [
    'a completed task that is not completed yet is shown',
    async ({ changeTask, hook }) => {
      changeTask({ status: 'Not started' })
      await hook(taskEvent('task_completed'))
      return () => changeTask({ status: 'Completed' })
    },
    'ask completed',
  ],
  [
    'a completed project that is active yet is shown',
    async ({ change, hook }) => {
      await hook(projectEvent('project_completed'))
      return () => change({ project_state: 'Completed' })
    },
    'Project completed',
  ],
])('%s once the record says so', async (_, behind, words) => {
  const running = await botWithThread({ recordLagMs })
  const catchUp = await behind(running)
  await hasWaited(running)
  catchUp()
  await expect.poll(() => running.slack.messages.map(({ text }) => text).join(), soon).toContain(words)
})

test.each([
  ['status', { status: 'Blocked' }, 'Blocked'],
  ['name', { name: 'Collect the new logo' }, 'Collect the new logo'],
  ['assignee', { assignee_name: 'Lee Wong' }, 'Lee Wong'],
  ['due date', { due_date: '2031-12-05' }, 'Dec 5, 2031'],
])("a task's %s that its record doesn't have yet is shown once it has it", async (_, facts, words) => {
  const { slack, tracker, hook, database } = await botWithThread({ recordLagMs })
  const task = tracker.tasks.get(taskUuid) ?? {}
  Object.assign(task, { assignee_name: null, status: 'Not started', due_date: null })
  await hook(taskEvent('task_updated', { status: null, ...facts }))
  await hasWaited({ database })
  Object.assign(task, facts)
  await expect.poll(() => slack.messages.map(({ text }) => text).join(), soon).toContain(words)
})

test.each([
  ['status', { status: 'At risk' }, { status: { id: '7', name: 'At risk' } }, 'At risk'],
  ['owner', { owner_name: 'Lee Wong' }, { project_owner: { full_name: 'Lee Wong' } }, 'Lee Wong'],
])(
  "a project's %s that its record doesn't have yet is shown once it has it",
  async (_, said, facts, words) => {
    const { slack, change, hook, send, database } = await listening({ recordLagMs })
    change({ status: { id: '1', name: 'On track' }, project_owner: { full_name: 'Dana Smith' } })
    await send(projectEvent('project_created'))
    await hook(projectEvent('project_updated', said))
    await hasWaited({ database })
    change(facts)
    await expect.poll(() => slack.messages.map(({ text }) => text).join(), soon).toContain(words)
  },
)

test('a record with the state of a later event is not waited for', async () => {
  const { hook, changeTask, database } = await listening({ recordLagMs: 600_000 })
  changeTask({ status: 'Completed' })
  await hook(taskEvent('task_updated', { status: 'In progress' }))
  await hasWaited({ database })
  await hook(taskEvent('task_updated', { status: 'Completed' }))
  await expect.poll(() => jobsLeft({ database }), soon).toEqual([])
  expect(await outcomes(database)).toEqual(['no channel receives it', 'no channel receives it'])
})

test('after that time, the record counts', async () => {
  const { database, tracker, send } = await listening({ recordLagMs: 1 })
  const comment = tracker.addComment({ message_plain: 'never there' })
  tracker.comments.delete(comment.uuid)
  await send(commentEvent(comment))
  expect(await outcomes(database)).toContain('not verified: the tracker has no such comment')
})
