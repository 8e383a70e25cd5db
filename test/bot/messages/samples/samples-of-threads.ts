import { burst, projectCompleted } from '../../../../src/bot/sync/messages/project.ts'
import { commentDeleted, commentLine, commentRest, taskCard } from '../../../../src/bot/kit/task-card.ts'
import { home } from '../../../../src/bot/features/home/messages/home.ts'
import * as tasks from '../../../../src/bot/sync/messages/task.ts'
import { playbookList, projectList } from '../../../../src/bot/features/projects/messages/lists.ts'
import { projectCard, projectLine } from '../../../../src/bot/kit/project-card.ts'
import { choices } from '../../../../src/bot/kit/buttons.ts'
import { card, choice, project, projectName, taskName, taskUrl, taskUuid, threadUrl, url } from './facts.ts'
import { type Sample, sample } from './sample.ts'
import * as syncing from '../../../../src/bot/sync/messages/task-dialogs.ts'

const ofProject = { projectName, url }
const byLee = { ...ofProject, by: 'Lee Wong' }
const author = { uuid: taskUuid, authorName: 'Casey Miller' }
const key = '1763600000.000100@8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11@1763700000000'
const synced = { key, by: 'U0DANA', taskName, taskUrl }

/** What channels and threads receive of projects, tasks and comments; also threads that people began. */
export const samplesOfThreads: readonly Sample[] = [
  sample({ title: 'home', reports: true }, home, {
    projects: [
      {
        name: projectName,
        accountName: 'Acme Corp',
        percentage: 34,
        overdue: true,
        dueDate: '2026-11-17',
        url,
      },
    ],
    total: 1,
    notAllSeen: true,
    work: {
      day: '2026-11-20',
      overdue: { total: 1, named: [{ name: taskName, url, detail: '2 days' }] },
      assigned: { total: 0 },
      mentioned: { total: 0 },
      waiting: [{ account: 'Globex', tasks: 2, since: '2026-11-12' }],
    },
    reasons: ['the tracker can’t be reached'],
  }),
  sample({ title: 'mentioned', prose: ['text'] }, tasks.mentioned, {
    authorName: 'Casey Miller',
    text: '@Dana Smith, is Tuesday better?',
    taskName,
    projectName,
    taskUrl,
    threadUrl,
  }),
  sample({ title: 'task card that says who reads in a shared channel', reports: true }, taskCard, {
    ...card,
    readers: 'unknown',
    accountName: 'Acme Corp',
    replies: 'shared',
  }),
  sample({ title: 'task card', prose: ['text'] }, taskCard, {
    ...card,
    moduleName: 'Kick-off',
    status: 'In progress',
    assigneeName: 'Casey Miller',
    dueDate: '2026-12-31',
    url: taskUrl,
    newest: { uuid: taskUuid, authorName: 'Robin Hill', text: 'Can we move it?' },
    internal: true,
    existedBefore: true,
  }),
  sample({ title: 'task completed', prose: ['answer'] }, tasks.taskCompletedLine, {
    taskName,
    completedBy: 'Casey Miller',
    completedDate: '2026-11-20T09:30:00Z',
    answers: [
      { name: 'Go-live date', answer: '2027-01-15' },
      { name: 'Which regions?', answer: ['EMEA', 'APAC'] },
    ],
    nextTaskName: 'Send the data export',
    nextTaskUrl: 'https://tracker.example/tasks/next',
    url: taskUrl,
  }),
  sample(
    { title: 'task completed without a thread', prose: ['answer'], reports: true },
    tasks.taskCompletedAlone,
    {
      taskName,
      completedBy: 'Casey Miller',
      answers: [{ name: 'Go-live date', answer: '2027-01-15' }],
      nextTaskName: 'Send the data export',
      task: { readers: 'customers', accountName: 'Acme Corp', projectName, url: taskUrl },
    },
  ),
  sample({ title: 'subtask line', prose: ['answer'] }, tasks.subtaskLine, {
    name: 'Choose a date',
    taskName,
    change: 'answered',
    byName: 'Casey Miller',
    answer: 'The 15th',
  }),
  sample({ title: 'comment', prose: ['text'] }, commentLine, {
    ...author,
    text: 'Can we move the call?\n\nTuesday is better.',
    editedAt: '2026-11-20T09:30:00Z',
    quote: { authorName: 'Dana Smith', text: 'See you on Monday.' },
  }),
  sample({ title: 'formatted comment', prose: ['text'] }, commentLine, {
    ...author,
    text: 'We still need:\n1. *access* to https://vendor.example/setup\n2. the file `customers.csv`\n  - one line a customer\n```\nid,name\n1,Acme <Corp>\n```\n> Robin: by Friday',
  }),
  sample({ title: 'rest of a comment', prose: ['text'], fixed: ['offset'] }, commentRest, {
    ...author,
    text: 'The whole of it.',
    offset: 0,
  }),
  sample('deleted comment', commentDeleted, { authorName: 'Casey Miller' }),
  sample('comment that an admin deleted', commentDeleted, {
    authorName: 'Casey Miller',
    deletedBy: 'Dana Smith',
    deletedAt: '2026-11-20T09:30:00Z',
  }),
  sample('project card', projectCard, project),
  sample({ title: 'project completed', prose: ['answer'], cut: ['thanked'] }, projectCompleted, {
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
  sample('project completed with something left', projectCompleted, {
    uuid: taskUuid,
    name: projectName,
    percentage: 92,
  }),
  sample('project archived', projectLine, { ...byLee, change: 'archived', at: '2026-11-20T09:30:00Z' }),
  sample('project invitation', projectLine, {
    ...byLee,
    change: 'invited',
    person: 'Casey Miller',
    role: 'Sponsor',
    customer: true,
  }),
  sample({ title: 'project status', prose: ['from', 'to'] }, projectLine, {
    ...byLee,
    change: 'status',
    from: 'On track',
    to: 'At risk',
  }),
  sample({ title: 'project owner', prose: ['from', 'to'] }, projectLine, {
    ...byLee,
    change: 'owner',
    from: 'Dana Smith',
    to: 'Sam Ray',
  }),
  sample('module completed', projectLine, {
    ...ofProject,
    change: 'module-completed',
    moduleName: 'Kick-off',
  }),
  sample('burst', burst, { projectName, url, tasks: 25, subtasks: 12, others: 3 }),
  sample('project list', projectList, { query: 'Onboarding', total: 31, offset: 0, projects: [project] }),
  sample({ title: 'playbook list', prose: ['description'], fixed: ['offset'] }, playbookList, {
    query: 'Onboarding',
    total: 31,
    offset: 0,
    playbooks: [{ name: 'Standard Onboarding', description: 'Kick-off to go-live.', versions: 3 }],
  }),
  sample({ title: 'project choice', fixed: ['run', 'of'] }, choices, { ...choice, of: 'project' }),
  sample({ title: 'task choice', fixed: ['run', 'of'] }, choices, { ...choice, of: 'task' }),
  sample('thread synced with a task', tasks.threadSynced, {
    ...synced,
    accountName: 'Acme Corp',
    readers: 'customers',
  }),
  sample('thread synced with an internal task', tasks.threadSynced, { ...synced, readers: 'team' }),
  sample('thread synced where replies stay in Slack', tasks.threadSynced, {
    ...synced,
    readers: 'unknown',
    replies: 'stay',
  }),
  sample('thread synced no longer', tasks.threadSynced, {
    ...synced,
    endedBy: 'U0LEE',
    readers: 'customers',
  }),
  sample('thread synced, for the person who did it', syncing.syncedForYou, {
    taskName,
    taskUrl,
    accountName: 'Acme Corp',
    readers: 'customers',
  }),
  sample('thread synced where replies stay in Slack, for the person', syncing.syncedForYou, {
    taskName,
    readers: 'customers',
    replies: 'stay',
  }),
  sample({ title: 'a card of an internal task that others read', reports: true }, tasks.notShownHere, {
    replies: 'shared',
  }),
  sample('a thread that Slack locked', tasks.threadLocked, { taskName }),
  sample('a thread of a task without its name', tasks.threadLocked, {}),
  sample('sync: which thread', syncing.whichThread, {}),
  sample('sync: not subscribed', syncing.notReceived, {
    taskName,
    projectName,
    projectUuid: '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77',
  }),
  sample('sync: internal task', syncing.internalNotHere, { taskName }),
  sample('sync: the thread of another task', syncing.threadOfOther, { taskName }),
]
