import { expect, onTestFinished, test } from 'vitest'
import { type Answered, buttonOf } from '../../support/pressing.ts'
import { daily, digesting, friday, saturday } from '../../support/digesting.ts'
import { channel, dana, projectEvent, startNode } from '../../support/running-bot.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'

const day = 86_400_000

test('a daily digest tells what was done, is overdue, waits on the customer and comes next, with links', async () => {
  const { addTask, taskSays, customerSays, digestAt, vendorAsks, slack } = await digesting()
  const late = addTask('Security review', { due_date: '2026-11-18' })
  const next = addTask('Go-live rehearsal', { due_date: '2026-11-30' })
  const done = addTask('Data import')
  for (const uuid of [late, next, done, taskUuid]) await taskSays('task_updated', uuid)
  await taskSays('task_completed', done)
  await customerSays('When do we start?')
  await vendorAsks(next, { created_at: '2026-11-20T11:00:00Z' })
  const text = await digestAt(saturday)
  expect(text.replaceAll(project.internal_project_url, 'URL').replaceAll(/#task-[\w-]+/g, '#TASK'))
    .toMatchInlineSnapshot(`
      "Digest (daily): 1 project, since <!date^1795176000^{date_short_pretty} {time}|Nov 20, 2026, 12:00 UTC>
      <URL|Acme Corp – Standard Onboarding> · 40% done
      1 task waits for us: <URL#TASK|Kick-off call> (since Nov 21, 2026)
      1 task done: <URL#TASK|Data import>
      1 task overdue: <URL#TASK|Security review> (3 days)
      1 task waiting on the customer: <URL#TASK|Go-live rehearsal> (since Nov 20, 2026)
      2 comments: <URL#TASK|Kick-off call> (1), <URL#TASK|Go-live rehearsal> (1)
      Next: <URL#TASK|Go-live rehearsal> (due Nov 30, 2026)"
    `)
  expect(slack.roots(channel).at(-1)?.text).toBe(text)
})

test('an empty digest is not posted, and the next one tells of the whole time', async () => {
  const { addTask, completes, digests, pass, digestAt } = await digesting()
  await pass(saturday)
  await pass(saturday + day)
  expect(digests()).toEqual([])
  await completes(addTask('Data import'))
  expect(await digestAt(saturday + 2 * day)).toContain('1 task done')
  await pass(saturday + 3 * day)
  expect(digests()).toHaveLength(1)
})

test('a digest says only what is still true: tasks that it names are read anew', async () => {
  const { addTask, taskSays, digestAt, tracker } = await digesting()
  const reopened = addTask('Reopened')
  const gone = addTask('Gone')
  const archived = addTask('Archived since', { due_date: '2026-11-01' })
  const finished = addTask('Finished since', { due_date: '2026-11-01' })
  const renamed = addTask('Old name')
  for (const uuid of [reopened, gone, archived, finished, renamed]) await taskSays('task_updated', uuid)
  for (const uuid of [reopened, gone, renamed]) await taskSays('task_completed', uuid)
  Object.assign(tracker.tasks.get(reopened) ?? {}, { status: 'In progress' })
  Object.assign(tracker.tasks.get(renamed) ?? {}, { name: 'New name' })
  Object.assign(tracker.tasks.get(finished) ?? {}, { status: 'Completed' })
  Object.assign(tracker.tasks.get(archived) ?? {}, { is_archived: true })
  tracker.tasks.delete(gone)
  const text = await digestAt(saturday)
  expect(text).toContain('New name')
  expect(text).not.toMatch(/Old name|Reopened|Gone|Archived since|Finished since|overdue/)
})

test('a task that a digest names costs one call, also where a channel receives the whole account', async () => {
  const listsFor = async (...names: string[]) => {
    const { addTask, taskSays, digestAt, tracker, command } = await digesting()
    await command('subscribe account:Acme Corp')
    for (const name of names) await taskSays('task_updated', addTask(name, { due_date: '2026-11-01' }))
    let lists = 0
    tracker.control.onList = async () => void (lists += 1)
    expect(await digestAt(saturday)).toContain(`${names.length} task`)
    return lists
  }
  expect(await listsFor('One', 'Two', 'Three', 'Four')).toBe(await listsFor('One'))
})

test('what the app learns while a digest is composed is in the next one', async () => {
  const { addTask, taskSays, digestAt, tracker, clock } = await digesting()
  const open = addTask('Still open', { due_date: '2026-11-01' })
  const finished = addTask('Finished without an event', { due_date: '2026-11-02' })
  for (const uuid of [open, finished]) await taskSays('task_updated', uuid)
  Object.assign(tracker.tasks.get(finished) ?? {}, { status: 'Completed' })
  let now = clock.now
  const passing = { get: () => (now += 10), set: (to: number) => (now = to) }
  Object.defineProperty(clock, 'now', passing)
  expect(await digestAt(saturday)).not.toContain('Finished without an event')
  expect(await digestAt(saturday + day)).toMatch(/1 task done: .*Finished without an event/)
})

/** Fourteen projects, each with an overdue task. The digest shows ten. */
const manyProjects = async () => {
  const running = await digesting({}, { target: 'account:Acme Corp' })
  const { tracker, addTask, taskSays } = running
  for (let n = 1; n <= 14; n++) {
    const site = { uuid: `33333333-3333-4333-8333-33333333333${n.toString(16)}`, name: `Acme site ${n}` }
    tracker.projects.push({ ...project, ...site })
    await taskSays('task_updated', addTask(`Late ${n}`, { due_date: '2026-11-01', project: site }))
  }
  return running
}

test('a project that is over does not count in a digest for what it left open', async () => {
  const running = await manyProjects()
  const { tracker, digestAt } = running
  for (const at of [2, 7, 8, 9]) Object.assign(tracker.projects[at] ?? {}, { project_state: 'Completed' })
  const text = await digestAt(saturday)
  expect(text).toMatch(/^Digest \(daily\): 10 projects,/)
  const sites = [...text.matchAll(/Acme site (\d+)\|?/g)].map(([, n]) => Number(n))
  expect(sites).toEqual([1, 10, 11, 12, 13, 14, 3, 4, 5, 6])
  expect(text).not.toContain('more project')
  Object.assign(tracker.projects[8] ?? {}, { project_state: 'Active' })
  const next = await digestAt(saturday + day)
  expect(next).toMatch(/^Digest \(daily\): 11 projects,/)
  expect(next).toContain('And 1 more project with news: /onboard project shows one.')
})

test('a completed project is in one digest, wherever the channel is', async () => {
  const sydney = { ...daily, timeZone: 'Australia/Sydney' }
  const nine = Date.parse('2026-11-20T22:00:00Z')
  const { addTask, taskSays, pass, digests, digestAt, change, send } = await digesting({ digest: sydney })
  const done = addTask('Data import')
  for (const uuid of [done, addTask('Left open', { due_date: '2026-11-01' })])
    await taskSays('task_updated', uuid)
  await digestAt(nine)
  await pass(nine + 3_600_000)
  await taskSays('task_completed', done)
  change({ project_state: 'Completed', completed_date: '2026-11-20' })
  await send(projectEvent('project_completed'))
  expect(await digestAt(nine + day)).toMatch(/Completed Nov 20, 2026[^]*1 task done/)
  await pass(nine + 2 * day)
  expect(digests()).toHaveLength(2)
})

test('an archived project is in one digest, also without other news', async () => {
  const { addTask, taskSays, pass, digests, digestAt, change, send } = await digesting()
  await taskSays('task_updated', addTask('Left open'))
  change({ project_state: 'Archived' })
  await send(projectEvent('project_archived'))
  expect(await digestAt(saturday)).toContain('Archived Nov 20, 2026')
  await pass(saturday + day)
  expect(digests()).toHaveLength(1)
})

test('layout digest: nothing is posted as it happens but completed projects', async () => {
  const { customerSays, addTask, completes, slack, digestAt, change, send } = await digesting()
  await completes(addTask('Data import'))
  await customerSays('Not as it happens')
  expect(slack.roots(channel)).toEqual([])
  change({ project_state: 'Completed', completed_date: '2026-11-20' })
  await send(projectEvent('project_completed'))
  expect(slack.roots(channel).at(-1)?.text).toContain('Project completed')
  expect(await digestAt(saturday)).toMatch(/Completed Nov 20, 2026[^]*1 task done[^]*1 comment/)
})

test('a project that moved to another customer is not in the digest of the one before', async () => {
  const { addTask, taskSays, pass, digests, change } = await digesting({}, { target: 'account:Acme Corp' })
  await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
  change({ account: { id: 'a2', name: 'Globex', logo_path: null } })
  await pass(saturday)
  expect(digests()).toEqual([])
})

test('weekly: on its day; a digest that is late is posted once, and the next at its own time', async () => {
  const monday = Date.parse('2026-11-23T08:00:00Z')
  const { addTask, taskSays, pass, digests, digestAt, clock, restart } = await digesting({
    digest: { ...daily, every: 'weekly' },
  })
  await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
  await pass(saturday + day)
  expect(digests()).toEqual([])
  // Every node is down for three weeks.
  clock.now = monday + 21 * day + 5 * 3_600_000
  await restart()
  await expect.poll(digests).toHaveLength(1)
  await pass(monday + 27 * day)
  expect(digests()).toHaveLength(1)
  await digestAt(monday + 28 * day)
})

test.each(['restart', 'minute'])(
  'a clock that ran ahead and was set back: no digest twice, and the next ones come, from the next %s on',
  async (next) => {
    const { bot, addTask, taskSays, pass, digests, digestAt, restart, clock } = await digesting()
    await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
    await digestAt(saturday + 10 * day)
    await bot.signOfLife()
    clock.now = friday
    await (next === 'restart' ? restart() : bot.signOfLife())
    await pass(saturday)
    expect(digests()).toHaveLength(1)
    await digestAt(saturday + day)
  },
)

test('settings that change between two digests are kept to', async () => {
  const { addTask, taskSays, pass, digests, digestAt, set } = await digesting()
  await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
  await set({ digest: { ...daily, at: '11:00' } })
  await pass(saturday)
  expect(digests()).toEqual([])
  await digestAt(saturday + 2 * 3_600_000)
  await set({ digest: undefined })
  await pass(saturday + 5 * day)
  expect(digests()).toHaveLength(1)
})

test('two nodes post a digest once; an outage of the tracker delays it', async () => {
  const running = await digesting({}, { engine: 'postgres' })
  const { addTask, taskSays, digests, clock, tracker, idle } = running
  const second = await startNode(running, { now: () => clock.now, laneOptions: { sweepMs: 20 } })
  onTestFinished(second.close)
  await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
  tracker.control.down = 'unreachable'
  clock.now = saturday
  await Promise.all([idle(), second.bot.lanes.idle()])
  tracker.control.down = undefined
  clock.now = saturday + 60_000
  await expect.poll(digests, { timeout: 10_000 }).toHaveLength(1)
  await idle()
  await second.bot.lanes.idle()
  expect(digests()).toHaveLength(1)
})

test('a reply under a digest asks its author, each time, which task it is for, and a press comments with its words', async () => {
  const { addTask, taskSays, digestAt, digests, slackEvent, slack, tracker, idle, presses } =
    await digesting()
  const logo = addTask('Upload logo', { due_date: '2026-11-01', is_internal: false })
  await taskSays('task_updated', logo, { is_internal: false })
  await digestAt(saturday)
  const thread = { type: 'message', channel, user: dana, thread_ts: digests()[0]?.ts }
  for (const ts of ['1763800000.000900', '1763800001.000900']) {
    await slackEvent({ ...thread, text: 'Will do', ts })
    await idle()
  }
  expect(tracker.attempts).toEqual([])
  const asked = slack.ephemerals(dana)
  expect(asked).toHaveLength(2)
  expect(asked[0]?.['text']).toContain('Which task is it for?\n1. Upload logo')
  const { action, value } = buttonOf(asked[0] as unknown as Pick<Answered, 'blocks'>, '1. Upload logo')
  await presses(action, value)
  await idle()
  expect(tracker.attempts).toMatchObject([{ task_uuid: logo, message_plain: 'Dana Smith (Slack): Will do' }])
})
