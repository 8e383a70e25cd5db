import { defaultSettings, putChannelSettings, putMute } from '../../../../src/bot/store/channel-settings.ts'
import { pauseSubscriptions } from '../../support/rows/subscription-rows.ts'
import { daily } from '../../support/digesting.ts'
import { moveProjects, tasksAreInternal } from '../../support/rows/known-rows.ts'
import { channel, dana } from '../../support/running-bot.ts'
import { leaveThread } from '../../../../src/bot/sync/store/task-threads.ts'
import { joined, thread, type World } from './world-of-kinds.ts'

interface Situation {
  shared?: true
  /** After the posts were decided, before they are sent. */
  meanwhile?: (world: World) => Promise<unknown> | void
  /** What becomes of every kind, but for some. */
  all: string
  but?: Readonly<Record<string, string>>
}

const isInternal = 'the task is internal or may be, and others read the channel'
export const notReceived = 'the channel does not receive the project'
const muted = 'left out: the channel was muted'
const toDigest = 'left to the digest, which is all that the channel receives'
const paused = 'withheld: the channel was paused'
/** The comment needs its task’s card. */
const ownPasses = {
  'task_card by hand': 'posted',
  'comment by hand': 'posted',
  'thread_synced by hand': 'posted',
}
const ofTask = ['task_card', 'task_completed', 'subtask_line', 'comment', 'project_line', 'reply_changed']
/** Kinds whose example names a task, or which are about one. */
const withTask = [...ofTask, 'thread_synced', 'project_card', 'digest', 'burst']
export const each = (names: readonly string[], says: string) =>
  Object.fromEntries(names.map((one) => [one, says]))

/** What happens between the decision of a post and its job. */
export const situations: Readonly<Record<string, Situation>> = {
  'nothing happens, among the team': { all: 'posted' },
  'nothing happens, with outsiders': { shared: true, all: 'posted' },
  'Slack does not say who reads the channel': {
    meanwhile: ({ slack, deps }) => {
      slack.answers('conversations.members', { body: { ok: false, error: 'brand_new_error' } })
      deps.slack.forgetChannel(channel)
    },
    all: paused,
    but: {
      task_card: `${paused}: readers_unknown`,
      'task_card by hand': paused,
      ...each(['comment by hand', 'thread_synced by hand'], notReceived),
    },
  },
  'nobody says whether the tasks are internal': {
    shared: true,
    meanwhile: ({ database }) => tasksAreInternal(database, undefined),
    all: 'posted',
    but: each(withTask, isInternal),
  },
  'the tasks become internal': {
    shared: true,
    meanwhile: ({ database }) => tasksAreInternal(database, true),
    all: 'posted',
    but: each(withTask, isInternal),
  },
  'the tasks become internal, among the team': {
    meanwhile: ({ database }) => tasksAreInternal(database, true),
    all: 'posted',
  },
  'the channel becomes shared': {
    meanwhile: ({ shares }) => shares(),
    all: paused,
    but: each(['comment by hand', 'thread_synced by hand'], notReceived),
  },
  'the project moves to another customer': {
    shared: true,
    meanwhile: ({ database }) => moveProjects(database, 'Globex'),
    all: notReceived,
    but: { missed: 'posted' },
  },
  'the channel unsubscribes': {
    meanwhile: ({ command }) => command('unsubscribe account:"Acme Corp"'),
    all: notReceived,
    but: { ...ownPasses, 'project_card by hand': 'posted', missed: 'posted' },
  },
  'the channel is muted': {
    meanwhile: ({ database }) =>
      database.transaction((tx) => putMute(tx, { channel, until: undefined, by: dana, at: 1 })),
    all: muted,
    but: { ...ownPasses, 'project_card by hand': 'posted', project_completed: 'posted', missed: 'posted' },
  },
  'the channel gets digests': {
    meanwhile: ({ database }) =>
      database.transaction((tx) =>
        putChannelSettings(tx, channel, { ...defaultSettings, digest: daily }, { user: dana, at: 1 }),
      ),
    all: toDigest,
    but: {
      ...ownPasses,
      'task_card by hand': toDigest,
      ...each(['project_completed', 'missed', 'digest'], 'posted'),
    },
  },
  'the thread that people began is synced no more': {
    meanwhile: ({ database }) =>
      database.transaction((tx) => leaveThread(tx, { channel, threadTs: thread, taskUuid: joined })),
    all: 'posted',
    but: { thread_synced: 'the thread is no longer the task’s' },
  },
  'the channel is paused': {
    meanwhile: ({ database }) => pauseSubscriptions(database, 'shared'),
    all: paused,
    but: ownPasses,
  },
}
