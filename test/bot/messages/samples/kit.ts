import * as blocks from '../../../../src/bot/kit/block-words.ts'
import * as facts from '../../../../src/bot/kit/facts.ts'
import * as formElements from '../../../../src/bot/kit/form-elements.ts'
import * as ids from '../../../../src/bot/kit/ids.ts'
import * as messages from '../../../../src/bot/kit/message.ts'
import * as mrkdwn from '../../../../src/bot/kit/mrkdwn.ts'
import * as settings from '../../../../src/bot/kit/setting-rows.ts'
import * as texts from '../../../../src/bot/kit/text.ts'
import * as time from '../../../../src/bot/kit/time.ts'
import * as workObjects from '../../../../src/bot/kit/work-object.ts'
import * as buttons from '../../../../src/bot/kit/buttons.ts'
import * as comments from '../../../../src/bot/kit/comment.ts'
import * as taskCards from '../../../../src/bot/kit/task-card.ts'
import * as projectCards from '../../../../src/bot/kit/project-card.ts'
import { card, choice, project, projectName, taskUrl, taskUuid, url } from './facts.ts'
import { marked, samplesOf, when } from './sample.ts'

const ofProject = { projectName, url }
const byLee = { ...ofProject, by: 'Lee Wong' }
const author = { uuid: taskUuid, authorName: 'Casey Miller' }

/** What the kit makes whole: cards, lines of comments and projects, choices. */
export const samplesOfKit = [
  samplesOf(messages)({ fitMessage: 'helper', message: 'helper', messageOfMost: 'helper' }),
  samplesOf(formElements)({ modal: 'helper', notice: 'helper' }),
  samplesOf(buttons)({
    controlsForAll: 'helper',
    pageOf: 'helper',
    choices: [
      marked({ when: 'of a project', fixed: ['run', 'of'] })({ ...choice, of: 'project' }),
      marked({ when: 'of a task', fixed: ['run', 'of'] })({ ...choice, of: 'task' }),
      marked({ when: 'of a data field', fixed: ['run', 'of'] })({ ...choice, of: 'data field' }),
      marked({ when: 'of a subscription', fixed: ['run', 'of'] })({ ...choice, of: 'subscription' }),
    ],
  }),
  samplesOf(taskCards)({
    chosenTask: 'helper',
    inFlat: 'helper',
    taskCard: [
      marked({ prose: ['text'] })({
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
      marked({ when: 'in a shared channel', reports: true })({
        ...card,
        readers: 'unknown',
        accountName: 'Acme Corp',
        replies: 'shared',
      }),
    ],
  }),
  samplesOf(comments)({
    commentLine: [
      marked({ prose: ['text'] })({
        ...author,
        text: 'Can we move the call?\n\nTuesday is better.',
        editedAt: '2026-11-20T09:30:00Z',
        quote: { authorName: 'Dana Smith', text: 'See you on Monday.' },
      }),
      marked({ when: 'formatted', prose: ['text'] })({
        ...author,
        text: 'We still need:\n1. *access* to https://vendor.example/setup\n2. the file `customers.csv`\n  - one line a customer\n```\nid,name\n1,Acme <Corp>\n```\n> Robin: by Friday',
      }),
    ],
    commentRest: marked({ prose: ['text'], fixed: ['offset'] })({
      ...author,
      text: 'The whole of it.',
      offset: 0,
    }),
    commentDeleted: [
      { authorName: 'Casey Miller' },
      when('by an admin', {
        authorName: 'Casey Miller',
        deletedBy: 'Dana Smith',
        deletedAt: '2026-11-20T09:30:00Z',
      }),
    ],
  }),
  samplesOf(projectCards)({
    projectCard: project,
    projectLine: [
      when('archived', { ...byLee, change: 'archived', at: '2026-11-20T09:30:00Z' }),
      when('invited', {
        ...byLee,
        change: 'invited',
        person: 'Casey Miller',
        role: 'Sponsor',
        customer: true,
      }),
      marked({ when: 'status', prose: ['from', 'to'] })({
        ...byLee,
        change: 'status',
        from: 'On track',
        to: 'At risk',
      }),
      marked({ when: 'owner', prose: ['from', 'to'] })({
        ...byLee,
        change: 'owner',
        from: 'Dana Smith',
        to: 'Sam Ray',
      }),
      when('module completed', { ...ofProject, change: 'module-completed', moduleName: 'Kick-off' }),
    ],
  }),
  samplesOf(blocks)({}),
  samplesOf(facts)({}),
  samplesOf(ids)({}),
  samplesOf(mrkdwn)({}),
  samplesOf(settings)({}),
  samplesOf(texts)({}),
  samplesOf(time)({}),
  samplesOf(workObjects)({}),
]
