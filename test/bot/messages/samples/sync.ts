import type { ChosenTask } from '../../../../src/bot/kit/task-card.ts'
import * as tasks from '../../../../src/bot/sync/messages/task.ts'
import * as projects from '../../../../src/bot/sync/messages/project.ts'
import * as digests from '../../../../src/bot/sync/messages/digest.ts'
import * as reply from '../../../../src/bot/sync/messages/reply.ts'
import * as dialogs from '../../../../src/bot/sync/messages/task-dialogs.ts'
import { kinds } from '../../../../src/bot/sync/kinds/kinds.ts'
import { projectName, taskName, taskUrl, taskUuid, threadUrl, url } from './facts.ts'
import { built, marked, samplesOf, when } from './sample.ts'

const synced = kinds.thread_synced.example.team
const edited = kinds.reply_changed.example.team
const digestProject = {
  uuid: '3f0c8a52-0000-4000-8000-000000000001',
  name: projectName,
  url,
  percentage: 45,
  overdue: true,
  done: {
    total: 5,
    named: [{ name: taskName, url: taskUrl }, { name: 'Data import' }, { name: 'Contract' }],
  },
  late: { total: 1, named: [{ name: 'Security review', url: taskUrl, detail: '3 days' }] },
  waiting: { total: 1, named: [{ name: 'Upload logo', url: taskUrl, detail: 'since Nov 18, 2026' }] },
  comments: { total: 7, named: [{ name: taskName, url: taskUrl, detail: '6', standsFor: 6 }] },
  next: { name: 'Go-live rehearsal', url: taskUrl, detail: 'due Nov 30, 2026' },
}
const thread = { channel: 'C0ACME', threadTs: '1763600000.000100' }

/** What channels and threads receive of projects, tasks and comments; also threads that people began. */
export const samplesOfSync = [
  samplesOf(tasks)({
    mentionedAgain: {
      authorName: 'Casey Jones',
      comments: 3,
      tasks: [{ name: 'Kick-off call', url: 'https://tracker.example/tasks/1' }, { name: 'Data import' }],
    },
    mentioned: marked({ prose: ['text'] })({
      authorName: 'Casey Miller',
      text: '@Dana Smith, is Tuesday better?',
      taskName,
      projectName,
      taskUrl,
      threadUrl,
      readers: 'customers',
      accountName: 'Acme Corp',
    }),
    taskCompletedLine: marked({ prose: ['answer'] })({
      taskName,
      completedBy: 'Casey Miller',
      completedDate: '2026-11-20T09:30:00Z',
      answers: [
        { name: 'Go-live date', answer: '2027-01-15' },
        { name: 'Which regions?', answer: ['EMEA', 'APAC'] },
      ],
      nextTaskName: 'Send the data export',
      nextTaskUrl: 'https://tracker.example/tasks/next',
    }),
    taskCompletedAlone: marked({ prose: ['answer'], reports: true })({
      taskName,
      completedBy: 'Casey Miller',
      answers: [{ name: 'Go-live date', answer: '2027-01-15' }],
      nextTaskName: 'Send the data export',
      task: { readers: 'customers', accountName: 'Acme Corp', projectName, url: taskUrl },
    }),
    subtaskLine: marked({ prose: ['answer'] })(kinds.subtask_line.example.team),
    threadSynced: [
      { ...synced, accountName: 'Acme Corp', readers: 'customers' },
      when('with an internal task', { ...synced, readers: 'team' }),
      when('where replies stay in Slack', { ...synced, readers: 'unknown', replies: 'stay' }),
      when('no longer', { ...synced, endedBy: 'U0LEE', readers: 'customers' }),
    ],
    notShownHere: marked({ reports: true })({ replies: 'shared' }),
    threadLocked: [{ taskName }, when('of a task without its name', {})],
  }),
  samplesOf(projects)({
    projectCompleted: [
      marked({ prose: ['answer'], cut: ['thanked'] })({
        uuid: taskUuid,
        name: projectName,
        accountName: 'Acme Corp',
        completedBy: 'Lee Wong',
        startDate: '2026-09-01',
        dueDate: '2026-11-17',
        completedDate: '2026-11-20',
        openItems: {
          total: 7,
          named: [{ name: 'Send the data export', assignee: 'Casey Miller' }, { name: 'Sign the contract' }],
        },
        answers: {
          total: 9,
          first: [
            { name: 'Which region?', answer: 'EMEA' },
            { name: 'Single sign-on?', answer: 'Yes' },
            { name: 'Go-live', answer: 'Nov 20, 2026' },
          ],
        },
        thanked: ['Dana Smith', 'Lee Wong', 'Sam Ode'],
        url,
        portalUrl: 'https://tracker.example/portal/projects/3f0c8a52',
      }),
      when('with something left', { uuid: taskUuid, name: projectName, percentage: 92 }),
    ],
    commentBurst: { ...kinds.comment_burst.example.team, url },
    burst: { ...kinds.burst.example.team, url },
    missed: marked({ reports: true })(kinds.missed.example.team),
  }),
  samplesOf(digests)({
    digest: {
      every: 'daily',
      sinceAt: '2026-11-20T08:00:00.000Z',
      total: 9,
      projects: [
        { ...digestProject, waiting: { total: 4 } },
        {
          uuid: '3f0c8a52-0000-4000-8000-000000000002',
          name: 'Globex – Enterprise Rollout',
          completedDate: '2026-11-20',
          done: { total: 1 },
          late: { total: 2 },
          waiting: { total: 1 },
          comments: { total: 1 },
        },
      ],
    },
  }),
  samplesOf(reply)({
    replyChanged: [
      marked({ when: 'edited', prose: ['text'] })(edited),
      when('deleted', { ...edited, what: 'deleted', text: undefined }),
    ],
    threadNotKnown: {},
    nothingToRead: {},
    restNotShared: marked({ prose: ['text'] })({ text: 'And the kick-off is on Monday.' }),
    digestReply: {},
    whichTask: marked({ fixed: ['text'] })({
      tasks: [
        { name: 'Hold the kick-off call', uuid: taskUuid },
        { name: 'Export your data', uuid: 'b1b1b1b1-0000-4000-8000-000000000001' },
      ],
      text: 'On Tuesday.',
    }),
    commentPosted: { taskName, threadUrl, readers: { readers: 'customers', accountName: 'Acme Corp' } },
    replyRefused: marked({ prose: ['text'], fixed: ['replyId'] })({
      replyId: 7,
      kind: 'invalid',
      reason: 'Validation failed.',
      fields: [{ field: 'message_plain', message: 'Too long' }],
      requestId: 'req-81',
      taskName,
      taskUrl,
      text: 'We are ready.',
    }),
    replyUnconfirmed: marked({ prose: ['text'], fixed: ['replyId'] })({
      replyId: 7,
      taskName,
      taskUrl,
      text: 'We are ready.',
    }),
    replyEditNotPossible: [
      marked({ when: 'edit', fixed: ['replyId'] })({
        what: 'edit',
        replyId: 7,
        taskUuid,
        taskName,
        taskUrl,
        readers: { readers: 'customers', accountName: 'Acme Corp' },
      }),
      marked({ when: 'delete', fixed: ['replyId'] })({
        what: 'delete',
        replyId: 7,
        taskUuid,
        taskName,
        taskUrl,
      }),
    ],
    alreadySent: marked({ reports: true })({}),
    replyWithdrawn: marked({ reports: true })({ taskName }),
    threadOfDeletedTask: { taskName },
    oneWay: { taskName },
    taskNotShared: {},
  }),
  samplesOf(dialogs)({
    syncedForYou: [
      { taskName, taskUrl, accountName: 'Acme Corp', readers: 'customers' },
      when('where replies stay in Slack', { taskName, readers: 'customers', replies: 'stay' }),
    ],
    alreadySynced: marked({ fixed: ['key'] })({ key: '1763700000.000900@t@1', taskName }),
    whichThread: {},
    notReceived: { taskName, projectName, projectUuid: '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77' },
    internalNotHere: { taskName },
    threadOfOther: { taskName },
    commentStored: { taskName, readers: 'customers', accountName: 'Acme Corp' },
    commentToSend: marked({ prose: ['text'], fixed: ['value'] })({
      taskName,
      text: 'We are ready.',
      value: '7 0a1b2c',
      readers: 'customers',
      replies: 'shared',
      accountName: 'Acme Corp',
    }),
    commentDialog: [
      {
        taskUuid,
        chosen: {
          choice: { value: taskUuid, text: taskName },
          readers: 'customers',
          accountName: 'Acme Corp',
        },
      },
      when('from a message', { channel: 'C0ACME', draft: 'Casey Miller wrote: can we move the call?' }),
    ],
    syncDialog: [
      thread,
      built(
        (chosen: ChosenTask) => dialogs.syncDialog(thread, chosen),
        { choice: { value: taskUuid, text: taskName }, projectName, readers: 'team' as const },
        { when: 'with a task' },
      ),
    ],
  }),
]
