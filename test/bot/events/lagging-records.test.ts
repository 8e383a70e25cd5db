import { expect, test } from 'vitest'
import { outcomes } from '../support/ledger-rows.ts'
import { listening } from '../support/listening.ts'
import { botWithThread, commentEvent, envelope, projectEvent, taskEvent } from '../support/running-bot.ts'

const recordLagMs = 10_000
const soon = { timeout: 25_000 }

/** Replicas: for a moment, the record is what it was before the event. */
test.each<[string, (running: Awaited<ReturnType<typeof listening>>) => Promise<() => unknown>, string]>([
  [
    'a new comment that is not found yet',
    async ({ tracker, hook }) => {
      const comment = tracker.addComment({ message_plain: 'new words' })
      tracker.comments.delete(comment.uuid)
      await hook(commentEvent(comment))
      return () => tracker.comments.set(comment.uuid, comment)
    },
    'new words',
  ],
  [
    'a completed task that is not completed yet',
    async ({ changeTask, hook }) => {
      changeTask({ status: 'Not started' })
      await hook(taskEvent('task_completed'))
      return () => changeTask({ status: 'Completed' })
    },
    'ompleted',
  ],
  [
    'a completed project that is active yet',
    async ({ change, hook }) => {
      await hook(projectEvent('project_completed'))
      return () => change({ project_state: 'Completed' })
    },
    'Project completed',
  ],
])('%s is shown once it is', async (_, behind, words) => {
  const running = await listening({ recordLagMs })
  const catchUp = await behind(running)
  await expect
    .poll(async () => (await running.bot.deps.lanes.counts()).some(({ kind }) => kind === 'event'), soon)
    .toBe(true)
  catchUp()
  await expect.poll(() => running.slack.messages.map(({ text }) => text).join(), soon).toContain(words)
})

test('a comment whose record has the old words yet is changed once it has the new ones', async () => {
  const { slack, tracker, hook, comment } = await botWithThread({ recordLagMs })
  const event = envelope('comment_updated', { comment: { ...comment, message_plain: 'the new words' } })
  await hook(event)
  await new Promise((resolve) => setTimeout(resolve, 300))
  tracker.comments.set(comment.uuid, { ...comment, message_plain: 'the new words' })
  await expect.poll(() => slack.messages.map(({ text }) => text).join(), soon).toContain('the new words')
})

test('a deleted comment whose record is still there becomes a tombstone once it is gone', async () => {
  const { slack, tracker, hook, comment } = await botWithThread({ recordLagMs })
  await hook(envelope('comment_deleted', { comment }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  tracker.comments.delete(comment.uuid)
  await expect.poll(() => slack.messages.map(({ text }) => text).join(), soon).toMatch(/deleted/i)
})

test('after that time, the record counts', async () => {
  const { hook, database, tracker, idle } = await listening({ recordLagMs: 1 })
  const comment = tracker.addComment({ message_plain: 'never there' })
  tracker.comments.delete(comment.uuid)
  await hook(commentEvent(comment))
  await idle()
  expect(await outcomes(database)).toContain('not verified: the tracker has no such comment')
})
