import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitingNow } from '../../../../src/bot/features/digests/digest-project-facts.ts'
import { actions } from '../../../../src/bot/kit/ids.ts'
import { eachEngine } from '../../../support/databases.ts'
import { replyDueIn } from '../../../../src/bot/store/key-values.ts'
import { workingDaysAfter } from '../../../../src/bot/kit/time.ts'
import { onHome } from '../../support/acts.ts'
import { digesting } from '../../support/digesting.ts'
import { subtaskEvent } from '../../support/listening.ts'
import { channel, commentEvent, dana, taskEvent } from '../../support/running-bot.ts'
import { customer, project, taskUuid } from '../../support/stand-in-tracker.ts'

const elsewhere = { channel_id: 'C0ELSE' }

type Changes = Parameters<typeof digesting>[1]

/** Two tasks wait: one is assigned to a customer, and the vendor's question on the other has no answer. */
const waitingTasks = async (changes: Changes = {}) => {
  const running = await digesting({}, changes)
  const { addTask, taskSays, vendorAsks } = running
  const asked = addTask('Security review')
  const internal = addTask('Margin', { is_internal: true, assignee_name: 'Casey Jones' })
  const ours = addTask('Data import')
  for (const uuid of [taskUuid, asked, internal, ours]) await taskSays('task_updated', uuid)
  await vendorAsks(asked, { created_at: '2026-11-03T11:00:00Z' })
  return { ...running, asked }
}

test('a task of which nobody says whether it is open waits for an answer, until an event says that it is done', async () => {
  const { addTask, tracker, command, send, vendorAsks } = await digesting()
  const silent = addTask('Security review')
  Object.assign(tracker.tasks.get(silent) ?? {}, { status: undefined })
  await vendorAsks(silent)
  expect((await command('waiting')).text).toMatch(/\n1 task that the app knows is waiting[^]*Security review/)
  await send(taskEvent('task_completed', { uuid: silent, name: 'Security review' }))
  expect((await command('waiting')).text).toMatch(/\nNo tasks that the app knows are waiting/)
})

const withoutLinks = (text: string) => text.replace(/<[^|>]*\|([^>]*)>/g, '$1')

eachEngine('what waits on customers', (_, engine) => {
  test('is listed longest first, in any channel of one’s own, without internal tasks', async () => {
    const { command } = await waitingTasks({ engine })
    for (const place of [{}, elsewhere])
      expect(withoutLinks((await command('waiting', place)).text)).toMatchInlineSnapshot(`
        "No tasks that the app knows wait for us.
        2 tasks that the app knows are waiting on customers, longest first:
        Security review · Acme Corp – Standard Onboarding · since Nov 3, 2026 · Dana Smith
        Kick-off call · Acme Corp – Standard Onboarding · since Nov 20, 2026 · Casey Jones"
      `)
  })
})

test('a task that is done, archived or gone by now is not listed, though no event said so', async () => {
  const { command, tracker, asked, changeTask } = await waitingTasks()
  Object.assign(tracker.tasks.get(asked) ?? {}, { is_archived: true })
  expect((await command('waiting')).text).toMatch(/\n1 task that the app knows is waiting/)
  tracker.tasks.delete(asked)
  changeTask({ status: 'Completed' })
  expect((await command('waiting')).text).toBe(
    'No tasks that the app knows wait for us.\nNo tasks that the app knows are waiting on customers.',
  )
})

test('nothing that a completed or archived project left open is waiting', async () => {
  const { command, change } = await waitingTasks()
  for (const state of ['Completed', 'Archived']) {
    change({ project_state: state })
    expect((await command('waiting')).text).toMatch(/\nNo tasks that the app knows are waiting/)
  }
})

test('a shared channel gets its own projects’, with customers’ links; a guest elsewhere gets none', async () => {
  const { command, slack } = await waitingTasks({ shared: true })
  const here = (await command('waiting')).text
  expect(here).toContain('2 tasks that the app knows are waiting')
  expect(here).not.toContain(project.internal_project_url)
  slack.guests.add(channel).add(elsewhere.channel_id)
  const guest = { user_id: 'U0GUEST' }
  expect((await command('waiting', guest)).text).toContain('2 tasks that the app knows are waiting')
  expect((await command('waiting', { ...guest, ...elsewhere })).text).toContain(
    'No tasks that the app knows are waiting',
  )
})

/** What a day can bring to a task, with the one who does it. */
const happenings = [
  'customer writes',
  'customer writes',
  'team writes',
  'customer answers',
  'team answers',
  'to the customer',
  'to the team',
  'no answer needed',
  'completed',
] as const
type Happening = (typeof happenings)[number]

interface Seen {
  isInternal: boolean
  done?: boolean
  /** Since when the customer waits for words of the team. */
  owed?: number | undefined
  /** Since when the team waits for words of the customer. */
  asked?: number | undefined
  /** Since when the task is the customer's to do. */
  theirs?: number | undefined
}

/** The reference: one step after the other, as people would keep a list on paper. */
const keepList = (task: Seen, what: Happening, at: number): void => {
  if (what === 'completed') task.done = true
  if (what === 'customer writes' || what === 'customer answers') {
    task.owed ??= at
    task.asked = undefined
  }
  if (what === 'team writes') {
    if (task.theirs !== undefined && task.owed !== undefined && task.theirs <= task.owed) task.theirs = at
    task.owed = undefined
    task.asked ??= at
  }
  if (what === 'no answer needed' && task.owed !== undefined) {
    if (task.theirs !== undefined && task.theirs <= task.owed) task.theirs = at
    task.owed = undefined
  }
  if (what === 'to the customer') task.theirs ??= at
  if (what === 'to the team') task.theirs = undefined
}

const turnByList = ({ isInternal, done, owed, asked, theirs }: Seen) => {
  if (done) return undefined
  if (owed !== undefined) return { whose: 'team', since: owed }
  const since = Math.min(asked ?? Infinity, theirs ?? Infinity)
  return isInternal || since === Infinity ? undefined : { whose: 'customer', since }
}

eachEngine('a day of three customers', (_, engine) => {
  test('forty events: who waits for whom is what a list on paper says', async () => {
    const running = await digesting({}, { target: 'all', engine })
    const { addTask, taskSays, tracker, send, clock, command, press, bot } = running
    const sites = ['Acme Corp', 'Globex', 'Initech'].map((name, at) => {
      const site = { uuid: `3333333${at}-3333-4333-8333-333333333333`, name: `${name} – Rollout` }
      tracker.projects.push({ ...project, ...site, account: { ...project.account, name } })
      return site
    })
    const tasks = new Map<string, Seen>()
    for (const site of sites)
      for (const isInternal of [false, false, true]) {
        const uuid = addTask(`Task ${tasks.size} of ${site.name}`, { project: site, is_internal: isInternal })
        tasks.set(uuid, { isInternal })
        await taskSays('task_updated', uuid)
      }
    const uuids = [...tasks.keys()]
    const says = (uuid: string, isCustomer: boolean) => {
      const site = sites.find(({ name }) => name === tracker.tasks.get(uuid)?.project.name)
      const comment = tracker.addComment({
        message_plain: 'Words.',
        created_by_uuid: isCustomer ? customer : (tracker.users.at(-1)?.uuid ?? ''),
        associated_object_uuid: uuid,
        parent_object_uuid: site?.uuid ?? '',
        created_at: new Date(clock.now).toISOString(),
      })
      const modified_by = { full_name: isCustomer ? 'Casey Jones' : 'Dana Smith', is_customer: isCustomer }
      return send(commentEvent(comment, 'comment_new', { modified: { modified_by } }))
    }
    const answers = async (uuid: string, is_customer: boolean) => {
      const { project: site } = tracker.tasks.get(uuid) ?? {}
      const facts = { uuid: crypto.randomUUID(), action_response: 'CSV' }
      const parent = { parent_task_uuid: uuid, project_uuid: site?.uuid, project_name: site?.name }
      const modified = { modified_by: { full_name: 'Somebody', is_customer } }
      await send({ ...subtaskEvent('subtask_updated', facts, parent), modified })
    }
    const assigns = (uuid: string, assignee_name: string) => {
      Object.assign(tracker.tasks.get(uuid) ?? {}, { assignee_name })
      return taskSays('task_updated', uuid)
    }
    const does: Record<Happening, (uuid: string) => Promise<unknown>> = {
      'customer writes': (uuid) => says(uuid, true),
      'team writes': (uuid) => says(uuid, false),
      'customer answers': (uuid) => answers(uuid, true),
      'team answers': (uuid) => answers(uuid, false),
      'to the customer': (uuid) => assigns(uuid, 'Casey Jones'),
      'to the team': (uuid) => assigns(uuid, 'Dana Smith'),
      'no answer needed': (uuid) => press(actions.noAnswer, uuid),
      completed: (uuid) => taskSays('task_completed', uuid),
    }
    const story = fc.sample(fc.tuple(fc.nat(uuids.length - 1), fc.constantFrom(...happenings)), 40)
    for (const [at, what] of story) {
      clock.now += 1_200_000
      const uuid = uuids[at] ?? ''
      await does[what](uuid)
      await running.idle()
      keepList(tasks.get(uuid) ?? { isInternal: false }, what, clock.now)
      const found = await waitingNow(bot.deps, new Set())
      const byTask = new Map(found.map((one) => [one.uuid, { whose: one.whose, since: one.since }]))
      for (const [one, seen] of tasks) expect(byTask.get(one), `after ${what}`).toEqual(turnByList(seen))
    }
    const owed = [...tasks].flatMap(([uuid, seen]) =>
      turnByList(seen)?.whose === 'team' ? [{ uuid, ...seen }] : [],
    )
    const oldestFirst = owed.sort((one, other) => (one.owed ?? 0) - (other.owed ?? 0))
    expect(owed.length).toBeGreaterThan(1)
    const { text } = await command('waiting', { user_id: dana })
    const [ours = ''] = text.split(/waiting on customers/)
    const shown = [...ours.matchAll(/\|(Task \d[^>]*)>/g)].map(([, name]) => name)
    expect(shown).toEqual(oldestFirst.map(({ uuid }) => tracker.tasks.get(uuid)?.name))
  })
})

test.each([
  ['UTC', '2026-11-19T12:00:00Z', 1, '2026-11-20T12:00:00Z'],
  ['UTC', '2026-11-20T12:00:00Z', 1, '2026-11-23T12:00:00Z'],
  ['UTC', '2026-11-21T12:00:00Z', 1, '2026-11-24T00:00:00Z'],
  ['UTC', '2026-11-20T12:00:00Z', 5, '2026-11-27T12:00:00Z'],
  // Saturday there already; and the clocks go back on the weekend between.
  ['Asia/Tokyo', '2026-11-20T16:00:00Z', 1, '2026-11-23T15:00:00Z'],
  ['Europe/Berlin', '2026-10-23T10:00:00Z', 1, '2026-10-26T11:00:00Z'],
])('in %s, words of %s are overdue after %i working days at %s', (timeZone, from, days, due) => {
  expect(new Date(workingDaysAfter(timeZone, Date.parse(from), days)).toISOString()).toBe(
    new Date(due).toISOString(),
  )
})

test('a reply is overdue after one working day, or after as many as an admin chose', async () => {
  const { customerSays, clock, command, presses, database } = await digesting()
  await customerSays('Which format?', { created_at: '2026-11-20T10:00:00Z' })
  clock.now = Date.parse('2026-11-23T11:00:00Z')
  expect((await command('waiting')).text).toContain('Waits for us, 1 overdue for a reply')
  await presses(actions.replyDue, '2', onHome)
  await expect.poll(() => replyDueIn(database.sql)).toBe(2)
  const { text } = await command('waiting')
  expect(text).toContain('Which format?')
  expect(text).not.toContain('overdue')
})
