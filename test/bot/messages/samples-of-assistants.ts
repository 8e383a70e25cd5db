import {
  confirmComment,
  confirmField,
  requestCanceled,
  requestOver,
  tooManyRequests,
  waitsForPerson,
} from '../../../src/bot/messages/assistants/confirm.ts'
import { waitingTasks } from '../../../src/bot/messages/digests/waiting-tasks.ts'
import { projectName, taskName, taskUrl } from './facts.ts'
import { type Sample, sample } from './sample.ts'

const asked = { requestUuid: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427', untilAt: '2026-11-22T10:30:00Z' }

/** What a person reads about their assistant, and what it reads alone. */
export const samplesOfAssistants: readonly Sample[] = [
  sample('an assistant’s comment', confirmComment, {
    ...asked,
    taskName,
    projectName,
    internal: false,
    text: 'We are ready on Tuesday.\n\nShall we bring the security team?',
  }),
  sample('an assistant’s comment on an internal task', confirmComment, {
    ...asked,
    taskName,
    projectName,
    internal: true,
    text: 'They are late again.',
  }),
  sample('an assistant’s change of a field', confirmField, {
    ...asked,
    projectName,
    fieldName: 'Region',
    from: 'EMEA',
    to: 'APAC',
  }),
  sample('an assistant is told to wait', waitsForPerson, asked),
  sample('too many requests of an assistant', tooManyRequests, { most: 10 }),
  sample('a request is over', requestOver, {}),
  sample('a request is canceled', requestCanceled, {}),
  sample('waiting on customers', waitingTasks, {
    total: 12,
    tasks: [
      {
        name: taskName,
        url: taskUrl,
        projectName,
        assigneeName: 'Casey Jones',
        sinceDay: '2026-11-03',
      },
      { name: 'Sign the contract', projectName: 'Globex – Rollout', sinceDay: '2026-11-18' },
    ],
  }),
  sample('nothing waits on customers', waitingTasks, { total: 0, tasks: [] }),
]
