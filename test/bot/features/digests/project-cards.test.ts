import { expect, test } from 'vitest'
import { pinning } from './pinning.ts'
import { buttonOf } from '../../support/pressing.ts'
import { channel, commentEvent, projectEvent, taskEvent, dana, withMore } from '../../support/running-bot.ts'
import { project, task } from '../../support/stand-in-tracker.ts'

test('Pin posts the project’s card and pins it; the card says what is overdue, who is waited on, and what comes next', async () => {
  const { command, pin, card, pins, send, soon, change, slack, addLate } = await pinning()
  const answer = await command(`project ${project.uuid}`)
  expect(buttonOf(answer, 'Pin')).toEqual({ action: 'pin_card', value: project.uuid })
  expect((await pin()).text).toContain('is pinned')
  expect(pins()).toEqual([card()?.ts])
  await send(addLate('Security review'), taskEvent('task_updated'))
  change({ percentage: 55, is_overdue: true, due_date: '2026-11-19' })
  await send(addLate('Go-live rehearsal', '2026-11-30'), projectEvent('project_updated'))
  await soon()
  expect(
    card()
      ?.text.replaceAll(project.internal_project_url, 'URL')
      .replaceAll(/#task-[\w-]+/g, '#TASK'),
  ).toMatchInlineSnapshot(`
    "Project <URL|Acme Corp – Standard Onboarding> · Acme Corp · Owner Dana Smith
    ▰▰▰▰▰▱▱▱▱▱ 55% done · Overdue: was due Nov 19, 2026 · Active
    1 task overdue: <URL#TASK|Security review> (due Nov 18, 2026) · Waiting on Casey Jones: <URL#TASK|Kick-off call> (since Nov 20, 2026) · Next: <URL#TASK|Go-live rehearsal> (due Nov 30, 2026) · The app knows 3 tasks"
  `)
  expect(slack.roots(channel).filter(({ text }) => text.startsWith('Project <'))).toHaveLength(1)
})

test('however many tasks change, a card is changed once in a few seconds; with nothing new, not at all', async () => {
  const { pin, card, updates, send, soon, addLate } = await pinning()
  await pin()
  await soon()
  const before = updates()
  for (let n = 0; n < 5; n++) await send(addLate(`Late ${n}`))
  expect(updates()).toBe(before)
  await soon()
  await expect.poll(updates).toBe(before + 1)
  expect(card()?.text).toContain('5 tasks overdue')
  await send(taskEvent('task_deleted', { uuid: 'nobody' }))
  await soon()
  expect(updates()).toBe(before + 1)
})

test('a task that becomes overdue without an event is overdue on the card after midnight', async () => {
  const { card, send, soon, addLate } = await pinning()
  await send(projectEvent('project_created'), addLate('Security review', '2026-11-21'))
  await soon()
  await expect.poll(() => card()?.text).toContain('Next: ')
  expect(card()?.text).not.toContain('task overdue')
  await soon(86_400_000)
  expect(card()?.text).not.toContain('task overdue')
  await soon(86_400_000)
  await expect.poll(() => card()?.text).toContain('1 task overdue')
})

test('the customer’s answer ends the wait that the card shows', async () => {
  const { pin, card, send, soon, tracker, addLate } = await pinning()
  await send(addLate('Security review', '2026-12-21'))
  const [on = ''] = [...tracker.tasks].find(([, { name }]) => name === 'Security review') ?? []
  const says = (full_name: string, isCustomer: boolean, at: string) => {
    const said = { message_plain: 'Monday', created_at: at, associated_object_uuid: on }
    const modified = { modified_by: { full_name, is_customer: isCustomer } }
    return commentEvent(tracker.addComment(said), 'comment_new', { modified })
  }
  await send(says('Dana Smith', false, '2026-11-20T10:00:00Z'))
  await pin()
  await soon()
  expect(card()?.text).toMatch(/Waiting on the customer: .*Security review/)
  await send(says('Casey Jones', true, '2026-11-20T11:00:00Z'))
  await soon()
  await expect.poll(() => card()?.text).not.toContain('Waiting on')
})

test('without the scope for pins the card is posted, and the person is told which scope to add', async () => {
  const { pin, slack, card, send, soon, change } = await pinning()
  const lacking = { body: { ok: false, error: 'missing_scope', needed: 'pins:write' } }
  slack.answers(({ method }) => method.startsWith('pins.'), lacking)
  expect((await pin()).text).toMatch(/isn’t pinned[^]*pins:write/)
  change({ percentage: 70 })
  await send(projectEvent('project_updated'))
  await soon()
  expect(card()?.text).toContain('70% done')
})

test('a channel with too many pins: the person is told to pin by hand', async () => {
  const { pin, slack } = await pinning()
  slack.refuses('pins.add', 'too_many_pins')
  expect((await pin()).text).toMatch(/too_many_pins[^]*yourself/)
})

test('pressed twice, or by two people: one card, one pin', async () => {
  const { pin, slack, press } = await pinning()
  const answers = await Promise.all([pin(), press('pin_card', project.uuid)])
  expect(answers.map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('is pinned')))
  await pin()
  expect(slack.roots(channel).filter(({ text }) => text.startsWith('Project <'))).toHaveLength(1)
  expect(new Set(slack.made('pins.add').map(({ timestamp }) => timestamp)).size).toBe(1)
})

test('Pin posts a card that was deleted in Slack again', async () => {
  const { pin, slack, send, soon, change, card, pins } = await pinning()
  await pin()
  slack.messages.splice(0)
  const isGone = ({ args }: { args: Record<string, unknown> }) =>
    !slack.messages.some(({ ts }) => ts === args['timestamp'])
  slack.refuses((call) => call.method === 'pins.add' && isGone(call), 'message_not_found')
  change({ percentage: 80 })
  await send(projectEvent('project_updated'))
  await soon()
  expect(card()).toBeUndefined()
  await pin()
  expect(card()?.text).toContain('80% done')
  expect(pins().at(-1)).toBe(card()?.ts)
})

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
  expect(last()).toBe('Last activity: Casey Jones, Acme Corp commented on Kick-off call')
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
  expect(last()).toBe('Last activity: Casey Jones, Acme Corp commented on Kick-off call')
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
