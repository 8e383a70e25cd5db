import { type EventName, familyOf } from '../../../../src/contract/event.ts'
import type { Comment } from '../../../../src/contract/comment.ts'
import { acme, globex, internal } from '../../audience/two-customers.ts'
import { envelope } from '../../support/start-node.ts'
import { apiUser, customer, project } from '../../support/stand-in-tracker.ts'
import { commentUuids, pick, type Tracker } from './side.ts'

const tasks = [acme.task, acme.task, internal.task, globex.task]
const projectOf = (task: string) => (task === globex.task ? globex.uuid : acme.uuid)

/** No two events of a tracker have the same time. */
const stampOf = (tracker: Tracker) => {
  tracker.events += 1
  return { timestamp: new Date(1_763_700_000_000 + tracker.events * 1_000).toISOString() }
}

export const echoOf = (tracker: Tracker, comment: Comment): object =>
  envelope('comment_new', { comment: { ...comment } }, { object_name: tracker.mark, ...stampOf(tracker) })

/** The same uuids and times as at every other tracker. */
export const eventOf = (tracker: Tracker, at: number, name: EventName): object => {
  const { mark } = tracker
  const task = pick(tasks, at) ?? acme.task
  const inProject = { project_uuid: projectOf(task), project_name: project.name }
  const aboutTask = {
    uuid: task,
    name: `Call ${mark}`,
    status: 'Completed',
    completed_by_name: `Casey ${mark}`,
  }
  const payloads = {
    project: () => ({
      project: { uuid: projectOf(task), name: project.name, completed_by_name: `Dana ${mark}` },
    }),
    task: () => ({ ...inProject, task: aboutTask }),
    subtask: () => ({
      ...inProject,
      parent_task_uuid: task,
      parent_task_name: `Call ${mark}`,
      subtask: {
        uuid: '33333333-3333-4333-8333-333333333333',
        name: `Choose ${mark}`,
        status_name: 'Completed',
        action_response: `Answer ${mark}`,
      },
    }),
    module: () => ({
      ...inProject,
      module: { uuid: 'm1', name: `Kickoff ${mark}`, completion_progress: at % 2 ? '100' : '40' },
    }),
    comment: () => ({ comment: commentOf(tracker, at) }),
  }
  const stamp = stampOf(tracker)
  if (name === 'project_invitation') {
    const person = { uuid: 'u9', full_name: `Robin ${mark}`, email_address: 'robin@globex.example' }
    return envelope(name, { ...inProject, project: payloads.project().project, invited_user: person }, stamp)
  }
  return envelope(name, payloads[familyOf(name)](), { object_name: mark, ...stamp })
}

/** One of a few comments, as it is now. Some were made through the API. */
const commentOf = (tracker: Tracker, at: number) => {
  const uuid = pick(commentUuids, at) ?? acme.comment
  const known = tracker.comments.get(uuid)
  if (known) return { ...known }
  const task = pick(tasks, at) ?? acme.task
  return tracker.addComment({
    uuid,
    message_plain: `${'All is well. '.repeat(at % 5 === 0 ? 400 : 1)}${tracker.mark}`,
    created_by_name: `Casey ${tracker.mark}`,
    created_by_uuid: at % 7 === 0 ? apiUser : customer,
    associated_object_uuid: task,
    parent_object_uuid: projectOf(task),
    replied_to_comment_uuid: at % 3 === 0 ? acme.comment : null,
  })
}
