import { expect, test } from 'vitest'
import { pinning } from './pinning.ts'
import { channel, commentEvent, dana, taskEvent, withMore } from '../../support/running-bot.ts'
import { project, task } from '../../support/stand-in-tracker.ts'

/** A channel with the project's pinned card, and those who say and do something. */
const carded = async (changes: Parameters<typeof pinning>[0] = {}) => {
  const running = await pinning(changes)
  const { slack, tracker, idle, clock, soon, card, pin, writes } = running
  clock.now = Date.parse('2026-11-21T12:00:00Z')
  await pin()
  const send = async (event: object) => {
    await running.send(event)
    await soon()
  }
  const comments = (at: string, facts: object = {}) =>
    send(commentEvent(tracker.addComment({ message_plain: 'Monday', created_at: at, ...facts })))
  const completes = (name: string, by: string) => {
    const uuid = crypto.randomUUID()
    tracker.tasks.set(uuid, { ...task, uuid, name, status: 'Completed' })
    return send(taskEvent('task_completed', { uuid, name, completed_by_name: by }))
  }
  const replies = async (text: string) => {
    const card = slack.roots(channel).find((one) => one.text.startsWith('Task '))
    await writes(text, card?.ts)
    await idle()
    const comment = tracker.newest()
    await send(commentEvent(comment))
  }
  /** What it says of the last activity, without links and times. */
  const last = (text = card()?.text ?? '') =>
    /Last activity: .*/
      .exec(text)?.[0]
      .replaceAll(/<https?:[^|]*\|([^>]*)>/g, '$1')
      .replace(/, <!date.*/, '')
  return withMore(running, { comments, completes, replies, last })
}

test('a project’s card says who did what last, in the same words wherever it is', async () => {
  const { comments, completes, replies, card, last, command, slackEvent, slack, until } = await carded()
  expect(last()).toBeUndefined()
  await comments('2026-11-21T09:00:00Z')
  expect(last()).toBe('Last activity: Casey Jones commented on Kick-off call')
  await replies('We start on Monday')
  expect(last()).toBe('Last activity: Dana Smith commented on Kick-off call')
  await completes('Security review', 'Dana Smith')
  expect(last()).toBe('Last activity: Dana Smith completed Security review')

  const lines = (text: string | undefined) => text?.split('\n').slice(0, 4)
  const answer = await command(`project ${project.uuid}`)
  expect(lines(answer.text)).toEqual(lines(card()?.text))
  await slackEvent({ type: 'app_home_opened', user: dana, channel: 'D0DANA', tab: 'home', event_ts: '1.0' })
  await until(() => expect(slack.made('views.publish')).toHaveLength(1))
  expect(JSON.stringify(slack.made('views.publish'))).toMatch(
    /Last activity: Dana Smith completed .*Security review/,
  )
})

test('a script with a key of its own is nobody, on a task and in a comment', async () => {
  const { comments, completes, last, replies } = await carded()
  await completes('Security review', 'API User')
  expect(last()).toBe('Last activity: Security review was completed')
  await comments('2026-11-21T13:00:00Z')
  // Its comment tells who the API user is.
  await replies('We start on Monday')
  const script = { created_by_uuid: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', created_by_name: 'API User' }
  await comments('2026-11-22T10:00:00Z', script)
  expect(last()).toBe('Last activity: A comment on Kick-off call')
})

test('in a shared channel the last activity is none on an internal task', async () => {
  const { comments, last, tracker, hook, soon } = await carded({ shared: true })
  await comments('2026-11-21T09:00:00Z')
  const inside = crypto.randomUUID()
  tracker.tasks.set(inside, { ...task, uuid: inside, name: 'Margin check', is_internal: true })
  await hook(taskEvent('task_updated', { uuid: inside, name: 'Margin check', is_internal: true }))
  await comments('2026-11-21T09:30:00Z', { associated_object_uuid: inside })
  await soon()
  expect(last()).toBe('Last activity: Casey Jones commented on Kick-off call')
})

test('a deleted comment is no last activity', async () => {
  const { comments, last, tracker, hook, soon } = await carded()
  await comments('2026-11-21T09:00:00Z')
  const [comment] = [...tracker.comments.values()]
  if (!comment) throw new Error('there is no comment')
  tracker.comments.delete(comment.uuid)
  await hook(commentEvent(comment, 'comment_deleted'))
  await soon()
  expect(last()).toBeUndefined()
})
