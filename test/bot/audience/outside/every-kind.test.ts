import { expect, test } from 'vitest'
import {
  portalProjectCardSchema,
  type ProjectCardFacts,
  type ProjectLineFacts,
} from '../../../../src/bot/kit/project-card.ts'
import { taskCard, type TaskCardFacts, taskCardSchema } from '../../../../src/bot/kit/task-card.ts'
import { kinds as rows, type PostKind } from '../../../../src/bot/sync/kinds/kinds.ts'
import { kind } from '../../../../src/bot/sync/kinds/kind.ts'
import { actions } from '../../../../src/bot/kit/ids.ts'
import { onHome, soon } from '../../support/acts.ts'
import { project as standIn } from '../../support/stand-in-tracker.ts'
import { dayMs } from '../../../../src/bot/kit/time.ts'
import { postRows } from '../../support/rows/post-rows.ts'
import { subtaskEvent } from '../../support/listening.ts'
import { channel, commentEvent, dana } from '../../support/running-bot.ts'
import { threadOfPeople } from '../../support/thread-of-people.ts'
import { daily, saturday } from '../../support/digesting.ts'
import { leakIn, notForAll, type SecretWorld, secretWorld } from './secret-world.ts'

type Bring = (world: SecretWorld) => Promise<unknown>

/** The same with internal objects and fields at each step. */
const commented: Bring = async ({ commented, tells }) => {
  await tells('comment_new')
  await commented()
}

const changedComment = async (world: SecretWorld, name: 'comment_updated' | 'comment_deleted') => {
  const comment = await world.commented()
  if (name === 'comment_deleted') world.tracker.comments.delete(comment.uuid)
  else Object.assign(world.tracker.comments.get(comment.uuid) ?? {}, { message_plain: 'Where do we begin?' })
  await world.tells(name)
  await world.send(commentEvent(comment, name))
}

const editedReply =
  (...texts: readonly string[]): Bring =>
  async (world) => {
    await world.commented()
    const comment = await world.replied()
    for (const text of texts) {
      Object.assign(world.tracker.comments.get(comment.uuid) ?? {}, { message_plain: text })
      await world.send(commentEvent({ ...comment, message_plain: text }, 'comment_updated'))
    }
  }

const cardOfProject: Bring = ({ tells }) => tells('project_created')

const synced = async (world: SecretWorld) => {
  const thread = await threadOfPeople(world)
  await thread.sync()
  return thread
}

const steps = (...names: readonly string[]) =>
  names.map((uuid) => subtaskEvent('subtask_completed', { uuid, name: `Step ${uuid}` }))

/** How a message of each kind comes to be in a channel. A new kind does not compile without an entry. */
const kinds: Readonly<Record<PostKind, Bring>> = {
  task_card: commented,
  task_completed: ({ complete }) => complete(),
  subtask_line: async ({ tells, send }) => {
    await tells('subtask_updated')
    await tells('subtask_completed')
    await send(...steps('a'))
  },
  comment: commented,
  project_card: cardOfProject,
  project_completed: async ({ complete, completeProject }) => {
    await complete()
    await completeProject()
  },
  missed: async (world) => {
    await world.complete()
    const facts = { project_state: 'Completed', completed_date: '2026-11-20' }
    world.change(facts)
    world.clock.now = Date.parse('2026-11-21T03:00:00Z')
    await world.restart()
    await world.idle()
  },
  project_line: async ({ tells, change }) => {
    await tells('module_updated')
    await tells('project_created')
    change({ project_owner: { full_name: 'Lee Wong', email_address: 'lee@vendor.example' } })
    await tells('project_updated')
  },
  reply_changed: editedReply('On Tuesday'),
  digest: async (world) => {
    await world.set({ digest: daily })
    await world.tells('task_updated')
    await commented(world)
    await world.digestAt(saturday)
    await world.complete()
    await world.digestAt(saturday + dayMs)
  },
  thread_synced: synced,
  comment_burst: async (world) => {
    await world.tells('comment_new')
    for (let n = 0; n < 11; n += 1) await world.commented()
  },
  burst: ({ send, tells }) => tells('subtask_completed').then(() => send(...steps('a', 'b', 'c'))),
}

/** A card that somebody pinned, whose project becomes overdue without an event. */
const pinned: Bring = async (world) => {
  const { clock, pass, press, slack, tells, until } = world
  await cardOfProject(world)
  await press(actions.pin, standIn.uuid)
  await until(() => expect(slack.made('pins.add')).toHaveLength(1))
  await tells('task_updated')
  await pass(clock.now + 60_000)
  await pass(Date.parse('2027-01-02T12:00:00Z'))
}

/** How a message that is there comes to say something else. */
const changes: readonly (readonly [PostKind, Bring])[] = [
  [
    'task_card',
    async (world) => {
      await commented(world)
      Object.assign(world.tracker.tasks.values().next().value ?? {}, { status: 'Waiting for legal' })
      await world.tells('task_updated')
    },
  ],
  ['comment', (world) => changedComment(world, 'comment_updated')],
  ['comment', (world) => changedComment(world, 'comment_deleted')],
  ['reply_changed', editedReply('On Tuesday', 'On Wednesday')],
  [
    'project_card',
    async (world) => {
      await cardOfProject(world)
      // The card names open tasks that the bot knows.
      await world.tells('task_updated')
      world.change({ due_date: '2027-01-31', percentage: 77 })
      await world.tells('project_updated')
    },
  ],
  ['project_card', pinned],
  [
    'thread_synced',
    async (world) => {
      const thread = await synced(world)
      const [line] = await postRows(world.database, { kind: 'thread_synced', state: 'posted' })
      await thread.pressed('stop_syncing', line?.object_uuid ?? '')
      await world.until(() => expect(world.shown()).toContain('stopped syncing'))
      await world.idle()
    },
  ],
  [
    'burst',
    ({ send, tells }) => tells('subtask_completed').then(() => send(...steps('a', 'b', 'c', 'd', 'e'))),
  ],
]

const brought = async (kind: PostKind, bring: Bring, options: Parameters<typeof secretWorld>[0]) => {
  const more = {
    ...(kind === 'burst' && { burstSize: 1 }),
    // A task has no card where messages are flat.
    ...(kind === 'task_card' && { layout: 'threads' as const }),
  }
  const world = await secretWorld({ shared: true, ...options, ...more })
  await bring(world)
  const rows = await postRows(world.database, { kind, state: 'posted' })
  const apps = new Set(world.slack.messages.filter((one) => one.channel === channel).map((one) => one.bot_id))
  expect(apps.size).toBe(options?.both ? 2 : 1)
  return { shown: world.shown(), reads: world.reads(), most: Math.max(...rows.map((row) => row.shown)) }
}

/** Where a channel is read: with the app in one of its workspaces, or in both. */
const worlds = {
  'threads, one workspace': {},
  'flat, both workspaces': { engine: 'postgres', both: true, layout: 'flat' },
} as const
type World = keyof typeof worlds

const posts = (Object.keys(kinds) as PostKind[]).map((kind) => [kind, 'posted', 1, kinds[kind]] as const)
const changed = changes.map(([kind, bring]) => [kind, 'changed', 2, bring] as const)

const everywhere = (Object.keys(worlds) as World[]).flatMap((world) =>
  [...posts, ...changed].map((row) => [world, ...row] as const),
)

test.each(everywhere)(
  'a reader from outside finds (%s) no internal word in a message of the kind %s that is %s, and reads what they would if nothing were internal',
  async (where, kind, _, least, bring) => {
    const plain = await brought(kind, bring, { ...worlds[where], secret: false })
    const { shown, reads, most } = await brought(kind, bring, worlds[where])
    expect(most).toBeGreaterThanOrEqual(least)
    expect(leakIn(shown)).toBeUndefined()
    expect(notForAll(shown)).toEqual([])
    expect(reads).toEqual(plain.reads)
  },
)

test('your day says what is internal to a colleague, and nothing once they are a guest', async () => {
  const world = await secretWorld()
  const { tracker, slack, clock, presses, pass, slackEvent, tells, until, restart } = world
  const me = tracker.users.find(({ full_name: name }) => name === 'Dana Smith') ?? {}
  Object.assign(me, { email_address: 'dana@vendor.example' })
  for (const one of tracker.tasks.values()) Object.assign(one, { assignee_name: 'Dana Smith' })
  await tells('task_updated')
  await presses(actions.homeYourDay, 'on', onHome)
  await until(() => expect(JSON.stringify(slack.made('views.publish'))).toContain('Every morning'))
  const told = () =>
    slack
      .roots(dana)
      .map(({ text }) => text)
      .join()
  await pass(clock.now + dayMs)
  await until(() => expect(leakIn(told())).toBeDefined())
  const before = told()
  Object.assign(slack.users[dana] ?? {}, { is_admin: false, is_restricted: true })
  await slackEvent({ type: 'user_change', user: slack.users[dana], event_ts: soon(clock.now) })
  await pass(clock.now + dayMs)
  await pass(clock.now + dayMs)
  await restart()
  expect(told()).toBe(before)
})

test('no kind says to outsiders what was not made from the portal’s facts: with the team’s project, task or module it does not compile', () => {
  const project: ProjectCardFacts = { uuid: 'p', name: 'Launch', status: 'At risk' }
  const task: TaskCardFacts = {
    uuid: 't',
    name: 'Call',
    projectName: 'Launch',
    existedBefore: false,
    deleted: false,
  }
  const module: ProjectLineFacts = {
    change: 'module-completed',
    projectName: 'Launch',
    moduleName: 'Kickoff',
  }
  // @ts-expect-error -- the team's project
  expect(rows.project_card.sayToOutsiders(project).text).toContain('At risk')
  // @ts-expect-error -- the team's task
  expect(rows.task_card.sayToOutsiders(task).text).toContain('Call')
  // @ts-expect-error -- the team's module
  expect(rows.project_line.sayToOutsiders(module).text).toContain('Kickoff')
  const row = { schema: taskCardSchema, say: taskCard, about: 'task' as const }
  // @ts-expect-error -- a kind whose outsiders would get the team's facts
  kind({ ...row, forOutsiders: taskCardSchema })
  // @ts-expect-error -- a kind that does not say what outsiders get
  kind(row)
  const shown = rows.project_card.sayToOutsiders(portalProjectCardSchema.parse(project))
  expect(shown.text).not.toContain('At risk')
})
