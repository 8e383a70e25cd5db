import type { EventName } from '../../../../src/contract/event.ts'
import * as answers from '../../../../src/bot/answers/messages/answers.ts'
import * as reply from '../../../../src/bot/sync/messages/reply.ts'
import { commentStored } from '../../../../src/bot/sync/messages/task-dialogs.ts'
import * as tryAgain from '../../../../src/bot/answers/messages/try-again.ts'
import { choices } from '../../../../src/bot/kit/buttons.ts'
import { fieldList } from '../../../../src/bot/features/projects/messages/lists.ts'
import { failuresSettled, status, why } from '../../../../src/bot/features/status/messages/status.ts'
import * as notHere from '../../../../src/bot/audience/messages/not-here.ts'
import { missed } from '../../../../src/bot/sync/messages/project.ts'
import * as subscriptions from '../../../../src/bot/audience/messages/subscribed.ts'
import * as projects from '../../../../src/bot/features/projects/messages/project-made.ts'
import { settingsSaved } from '../../../../src/bot/audience/messages/settings-words.ts'
import { subscriptionList } from '../../../../src/bot/features/channels/messages/subscription-list.ts'
import { subscriptionPaused } from '../../../../src/bot/audience/messages/paused.ts'
import {
  choice,
  customSettings,
  milestones,
  projectName,
  taskName,
  taskUrl,
  taskUuid,
  threadUrl,
  url,
} from './facts.ts'
import { type Sample, sample } from './sample.ts'

const events: EventName[] = ['comment_new', 'task_completed']
const target = { scope: 'project' as const, label: projectName, url }
/** What commands, dialogs and replies are answered with. */
export const samplesOfAnswers: readonly Sample[] = [
  sample('subscribed', subscriptions.subscribed, {
    ...target,
    by: 'U0DANA',
    settings: milestones,
    ownEvents: false,
    changed: false,
  }),
  sample('subscription changed', subscriptions.subscribed, {
    ...target,
    by: 'U0DANA',
    settings: { ...milestones, events },
    ownEvents: true,
    changed: true,
  }),
  sample('unsubscribed', subscriptions.unsubscribed, {
    ...target,
    by: 'U0DANA',
    stillBy: { scope: 'account', label: 'Acme Corp' },
  }),
  sample('subscription list', subscriptionList, {
    channel: 'C0ACME',
    mixed: true,
    settings: milestones,
    total: 21,
    offset: 0,
    subscriptions: [
      {
        ...target,
        target: projectName,
        events,
        createdBy: 'U0DANA',
        createdAt: '2026-11-01T10:00:00Z',
        paused: { reason: 'is_archived' },
      },
    ],
  }),
  sample('nothing subscribed', subscriptions.nothingSubscribed, { target: projectName }),
  sample('status', status, {
    lastEventAt: '2026-11-21T10:00:00Z',
    lagMs: 420,
    waiting: { events: 2, messages: 3, comments: 1, oldestMs: 700 },
    failures: [
      { what: 'message', cause: 'chat.postMessage: is_archived', count: 2, latestAt: '2026-11-21T09:00:00Z' },
    ],
    paused: 1,
    reasons: ['the tracker isn’t responding'],
    usage: { used: 1_234, quota: 100_000 },
  }),
  sample('failures settled', failuresSettled, { done: 'retried', count: 2 }),
  sample('why', why, {
    eventName: 'comment_new',
    objectUuid: taskUuid,
    receivedAt: '2026-11-21T10:00:00Z',
    postedAt: '2026-11-21T10:00:01Z',
    verified: 'the app read the comment and its task from the tracker by their uuids.',
    subscriptions: [projectName],
    change: { eventName: 'comment_updated', at: '2026-11-21T11:00:00Z' },
  }),
  sample({ title: 'missed', reports: true }, missed, { projects: 2 }),
  sample('not ours', answers.notOurs, {}),
  sample('settings saved', settingsSaved, { by: 'U0DANA', ...milestones }),
  sample('settings saved by hand', settingsSaved, { by: 'U0DANA', ...customSettings }),
  sample('subscription paused', subscriptionPaused, {
    channel: 'C0ACME',
    labels: [projectName, 'Globex'],
    reason: 'not_in_channel',
  }),
  sample({ title: 'field list', prose: ['value'] }, fieldList, {
    projectUuid: taskUuid,
    projectName,
    url,
    total: 31,
    offset: 0,
    valuesKnown: true,
    fields: [{ name: 'Region', value: 'EMEA' }, { name: 'Phone' }],
  }),
  sample({ title: 'field choice', fixed: ['run', 'of'] }, choices, { ...choice, of: 'data field' }),
  sample('help in short', answers.shortHelp, { may: true }),
  sample('no task seen', answers.noTaskSeen, {}),
  sample('help', answers.help, {
    entries: [
      { name: 'projects', summary: 'Lists projects.', usage: 'projects [text]', examples: ['projects Acme'] },
      { name: 'task', summary: 'Shows a task.', usage: 'task <text>', examples: ['task kick-off'] },
    ],
  }),
  sample('comment stored', commentStored, { taskName }),
  sample('comment posted', reply.commentPosted, { taskName, threadUrl }),
  sample({ title: 'reply refused', prose: ['text'], fixed: ['replyId'] }, reply.replyRefused, {
    replyId: 7,
    kind: 'invalid',
    reason: 'Validation failed.',
    fields: [{ field: 'message_plain', message: 'Too long' }],
    requestId: 'req-81',
    taskName,
    taskUrl,
    text: 'We are ready.',
  }),
  sample({ title: 'reply unconfirmed', prose: ['text'], fixed: ['replyId'] }, reply.replyUnconfirmed, {
    replyId: 7,
    taskName,
    taskUrl,
    text: 'We are ready.',
  }),
  sample('reply edited', reply.replyEditNotPossible, { what: 'edit', taskUuid, taskName, taskUrl }),
  sample('reply deleted', reply.replyEditNotPossible, { what: 'delete', taskUuid, taskName, taskUrl }),
  sample({ title: 'reply withdrawn', reports: true }, reply.replyWithdrawn, { taskName }),
  sample('thread of a deleted task', reply.threadOfDeletedTask, { taskName }),
  sample('one-way channel', reply.oneWay, { taskName }),
  sample('not found', answers.notFound, { what: 'project', query: 'Initrode' }),
  sample({ title: 'account unknown', cut: ['nearest'] }, answers.accountUnknown, {
    typed: 'Acme Crop',
    nearest: ['Acme Corp', 'Acme Labs'],
  }),
  sample('account unlike any', answers.accountUnknown, { typed: 'Nope', nearest: [] }),
  sample('tracker unreachable', tryAgain.trackerUnreachable, {
    reference: 'a1b2',
    requestId: 'req-81',
    run: 'projects',
  }),
  sample('tracker slow', tryAgain.trackerSlow, {}),
  sample('tracker unauthorized', tryAgain.trackerUnauthorized, { reference: 'a1b2', onHome: false }),
  sample('quota reached', tryAgain.quotaReached, { reference: 'a1b2' }),
  sample('rate limited', tryAgain.rateLimited, { run: 'projects' }),
  sample('unknown subcommand', answers.unknownSubcommand, { word: 'subscrib', nearest: 'subscribe' }),
  sample('bad arguments', answers.badArguments, {
    problem: 'Which task?',
    usage: 'task <URL | uuid | text>',
    example: 'task kick-off',
  }),
  sample('not in channel', notHere.notInChannel, {}),
  sample('internal task in a shared channel', notHere.internalTaskInSharedChannel, {}),
  sample('not for a shared channel', notHere.notForSharedChannel, {}),
  sample('not allowed', notHere.notAllowed, {}),
  sample('a guest', notHere.guestsMayNot, {}),
  sample('an unknown person', notHere.notKnownWho, {}),
  sample('a task not shared', reply.taskNotShared, {}),
  sample('dialog too late', tryAgain.dialogLate, { run: 'create' }),
  sample('press for a dialog', tryAgain.pressForDialog, { run: 'create' }),
  sample({ title: 'project made', reports: true }, projects.projectMade, {
    projectName,
    url,
    channel: 'C0ACME',
    by: 'U0DANA',
  }),
  sample('project made, with a channel', projects.projectMade, {
    projectName,
    url,
    newChannel: 'onb-acme-2',
  }),
  sample({ title: 'project refused', fixed: ['formId'] }, projects.projectRefused, {
    projectName,
    problems: ['Due date: Must be a date in the format MM/DD/YYYY.'],
    requestId: 'req-81',
    formId: 7,
  }),
  sample('project waiting', projects.projectWaiting, { projectName }),
  sample('project unconfirmed', projects.projectUnconfirmed, { projectName }),
  sample('stale button', tryAgain.staleButton, {}),
  sample('unexpected', tryAgain.unexpected, { reference: 'a1b2' }),
]
