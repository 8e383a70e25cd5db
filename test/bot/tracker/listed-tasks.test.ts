import { expect, test, vi } from 'vitest'
import { tasksOf } from '../../../src/bot/store/known-projects.ts'
import { engines } from '../../support/databases.ts'
import { channel, commentEvent, dana, projectEvent, runningBot, taskEvent } from '../support/running-bot.ts'
import { project, task, taskUuid } from '../support/stand-in-tracker.ts'

const dayMs = 86_400_000

/** A bot whose clock is in hand. Its tracker lists tasks, unless said otherwise. */
const listing = async (changes: Parameters<typeof runningBot>[0] & { lists?: boolean } = {}) => {
  const { lists = true, ...options } = changes
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const running = await runningBot({ now: () => clock.now, laneOptions: { sweepMs: 20 }, ...options })
  const { tracker, command, idle } = running
  Object.assign(tracker.control, { lists })
  const addTask = (name: string, facts: object = {}) => {
    const uuid = crypto.randomUUID()
    tracker.tasks.set(uuid, { ...task, name, ...facts })
    return uuid
  }
  const subscribe = async () => {
    await command(`subscribe "${project.name}"`)
    await idle()
  }
  /** The comparison with the tracker, at two in the morning. */
  const night = async () => {
    clock.now = (Math.floor(clock.now / dayMs) + 1) * dayMs + 3 * 3_600_000
    await running.restart()
    await running.idle()
  }
  const known = async () => {
    const tasks = await tasksOf(running.database.sql, project.uuid)
    return tasks.map(({ name }) => name).toSorted()
  }
  return { ...running, addTask, subscribe, night, known, pass: (ms: number) => (clock.now += ms) }
}

test.each(engines)(
  'on %s: a project that is subscribed has all its tasks at once, and each night',
  async (engine) => {
    const { tracker, addTask, subscribe, night, known } = await listing({ engine })
    for (let n = 0; n < 210; n += 1) addTask(`Step ${n}`)
    await subscribe()
    expect(await known()).toHaveLength(211)
    tracker.tasks.delete(taskUuid)
    addTask('Go-live')
    await night()
    const names = await known()
    expect(names).toHaveLength(211)
    expect(names).toContain('Go-live')
    expect(names).not.toContain('Kick-off call')
  },
)

test('a task that no event told of is found by its name, and counted without a word about what the app knows', async () => {
  const { addTask, subscribe, command } = await listing()
  addTask('Security review', { due_date: '2026-11-01' })
  await subscribe()
  expect((await command('task security')).text).toContain('Security review')
  const card = (await command('project')).text
  expect(card).toContain('1 task overdue')
  expect(card).not.toContain('knows')
  expect((await command('waiting')).text).toContain('\nNo tasks are waiting on customers.')
})

test('a task that is no longer listed counts no more, also if the tracker still has it', async () => {
  const { tracker, subscribe, known, night } = await listing()
  await subscribe()
  const { listTasks } = tracker.api
  Object.assign(tracker.api, {
    listTasks: async (query: Parameters<typeof listTasks>[0]) => ({
      ...(await listTasks(query)),
      tasks: [],
      pagination: { total: 0 },
    }),
  })
  await night()
  expect(await known()).toEqual([])
})

test('a project whose tasks are all completed has none to choose from', async () => {
  const { subscribe, command, changeTask } = await listing()
  changeTask({ status: 'Completed' })
  await subscribe()
  expect((await command('task')).text).toContain('This channel’s projects have no open task.')
})

test('a project that is looked up is listed, once an hour', async () => {
  const { tracker, command, idle, known, pass } = await listing()
  let asked = 0
  tracker.control.onListTasks = () => (asked += 1)
  const lookUp = async () => {
    await command(`project ${project.name}`)
    await idle()
    return asked
  }
  const first = await lookUp()
  expect(await known()).toEqual(['Kick-off call'])
  expect(await lookUp()).toBe(first)
  pass(2 * 3_600_000)
  expect(await lookUp()).toBe(first + 1)
})

const completes = async ({ change, send, slack }: Awaited<ReturnType<typeof listing>>) => {
  change({ project_state: 'Completed', completed_date: '2026-11-20', percentage: 60 })
  await send(projectEvent('project_completed'))
  return slack.roots(channel).find(({ text }) => text.startsWith('Project completed'))?.text ?? ''
}

test('a completed project says how many of its tasks are open, by the tracker’s own figures', async () => {
  const running = await listing()
  await running.subscribe()
  for (let n = 0; n < 6; n += 1) running.addTask(`Step ${n}`)
  for (let n = 0; n < 3; n += 1) running.addTask(`Done ${n}`, { status: 'Completed' })
  const text = await completes(running)
  expect(text).toContain('7 of 10 tasks are still open, among them:\n• ')
  expect(text).not.toMatch(/knows|more task/)
})

test('an outage of the list delays no announcement, which then names what the app knows', async () => {
  const running = await listing()
  await running.subscribe()
  await running.send(taskEvent('task_updated', { status: 'In progress' }))
  Object.assign(running.tracker.api, { listTasks: () => running.tracker.api.getTask({ task_uuid: 'none' }) })
  expect(await completes(running)).toContain('of the tasks that the app knows:\n• Kick-off call')
})

test('what an event told while the list was read is newer than the list', async () => {
  const running = await listing()
  const { tracker, subscribe, hook, idle, pass, command, changeTask } = running
  await subscribe()
  const stored = async () => (await tasksOf(running.database.sql, project.uuid))[0]
  const { listTasks } = tracker.api
  Object.assign(tracker.api, {
    listTasks: async (query: Parameters<typeof listTasks>[0]) => {
      const listed = await listTasks(query)
      pass(1_000)
      changeTask({ status: 'Completed' })
      await hook(taskEvent('task_completed'))
      await vi.waitFor(async () => expect((await stored())?.completed).toBe(true))
      return listed
    },
  })
  pass(2 * 3_600_000)
  await command(`project ${project.name}`)
  await idle()
  expect(await stored()).toMatchObject({ completed: true, doneBy: 'Casey Jones' })
})

test('a tracker without lists is asked once a day, and one that gets them, or loses them, is noticed', async () => {
  const { tracker, subscribe, command, night, known, idle, pass } = await listing({ lists: false })
  let asked = 0
  tracker.control.onListTasks = () => (asked += 1)
  await subscribe()
  await command(`project ${project.name}`)
  pass(3 * 3_600_000)
  await command(`project ${project.name}`)
  await idle()
  expect([asked, await known()]).toEqual([1, []])
  expect((await command('waiting')).text).toContain('\nNo tasks that the app knows are waiting on customers.')
  tracker.control.lists = true
  await night()
  expect(await known()).toEqual(['Kick-off call'])
  expect((await command('waiting')).text).toContain('\nNo tasks are waiting on customers.')
  tracker.control.lists = false
  for (let nights = 0; nights < 2; nights += 1) await night()
  expect((await command('waiting')).text).toContain('\nNo tasks that the app knows are waiting on customers.')
})

/** What the channel reads from now on, the first line of each message. */
const readsIn = ({ slack }: Awaited<ReturnType<typeof listing>>, where = channel) => {
  const before = slack.messages.length
  return () =>
    slack.messages
      .slice(before)
      .filter((one) => one.channel === where)
      .map(({ text }) => (text.split('\n')[0] ?? '').replace(/^(?:Task )?<[^|>]*\|([^>]*)>.*/, '$1'))
}
const divider = expect.stringContaining('that the tracker hadn’t announced')
const after = { created_at: '2026-11-20T13:00:00.000Z' }
const later = { created_at: '2026-11-20T14:00:00.000Z' }

test.each(engines)(
  'on %s: comments that no event told of are posted in the night, once, under a divider',
  async (engine) => {
    const running = await listing({ engine })
    const { tracker, night, send } = running
    tracker.addComment({ message_plain: 'From before', created_at: '2026-11-20T08:00:00.000Z' })
    await running.subscribe()
    tracker.addComment({ message_plain: 'First', ...after })
    const second = tracker.addComment({ message_plain: 'Second', ...later })
    const reads = readsIn(running)
    await night()
    const expected = [divider, 'Kick-off call', 'Casey Jones: First', 'Casey Jones: Second']
    expect(reads()).toEqual(expected)
    await send(commentEvent(second))
    await night()
    expect(reads()).toEqual(expected)
  },
)

test('comments of which events told, or may still tell, are not said to be missed', async () => {
  const running = await listing()
  const { tracker, subscribe, night, customerSays } = running
  await subscribe()
  await customerSays('Heard', after)
  const reads = readsIn(running)
  // The comparison comes at three.
  tracker.addComment({ message_plain: 'A moment ago', created_at: '2026-11-21T02:50:00.000Z' })
  await night()
  expect(reads()).toEqual([])
  await night()
  expect(reads()).toEqual([divider, 'Casey Jones: A moment ago'])
})

test.each<[string, (running: Awaited<ReturnType<typeof listing>>) => unknown, object]>([
  [
    'is muted',
    ({ database }) =>
      database.sql
        .insertInto('channel_mute')
        .values({ channel, muted_until: null, muted_by: dana, muted_at: 0 })
        .execute(),
    {},
  ],
  ['leaves comments out', ({ command }) => command(`subscribe "${project.name}" -comments`), {}],
  ['is one of outsiders, of an internal task', ({ shares }) => shares(), { is_internal: true }],
])('a channel that %s gets no missed comment, and no divider', async (_, change, facts) => {
  const running = await listing()
  const { tracker, subscribe, night, changeTask, idle } = running
  await subscribe()
  changeTask(facts)
  await change(running)
  await idle()
  tracker.addComment({ message_plain: 'Secret', ...after })
  const reads = readsIn(running)
  await night()
  expect(reads().filter((text) => /Secret|announced/.test(text))).toEqual([])
})

test('a reply whose echo was lost is posted in the project’s other channels, in its author’s name', async () => {
  const running = await listing()
  const { tracker, slack, command, customerSays, writes, idle, night, subscribe } = running
  await subscribe()
  await command(`subscribe "${project.name}"`, { channel_id: 'C0OTHER' })
  await customerSays('Monday?')
  const root = slack.roots(channel).find(({ text }) => text.includes('Kick-off call'))
  await writes('Tuesday works', root?.ts)
  await idle()
  tracker.newest().created_at = after.created_at
  const [here, there] = [readsIn(running), readsIn(running, 'C0OTHER')]
  await night()
  expect(here()).toEqual([])
  expect(there()).toEqual([divider, 'Dana Smith (Slack): Tuesday works'])
})

test('after a gap without the bot, missed comments are looked for as soon as the tracker has given up', async () => {
  const running = await listing()
  const { tracker, subscribe, restart, idle, pass } = running
  await subscribe()
  await running.bot.signOfLife()
  pass(3_600_000)
  tracker.addComment({ message_plain: 'Unheard', created_at: '2026-11-20T12:30:00.000Z' })
  const reads = readsIn(running)
  await restart()
  await idle()
  expect(reads()).toEqual([])
  pass(3_600_000)
  await restart()
  await idle()
  expect(reads()).toEqual([divider, 'Kick-off call', 'Casey Jones: Unheard'])
})
