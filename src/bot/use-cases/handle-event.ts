import { type EventName, readEvent, type TrackerEvent } from '../../contract/event.ts'
import { inboxRow, settleInbox } from '../store/events/inbox.ts'
import type { BotDeps } from '../deps.ts'
import type { BotJob } from '../payloads.ts'
import { collapseBursts } from './ledger/collapse-bursts.ts'
import { commitPlanned } from './ledger/commit-planned.ts'
import { type Decision, dropped } from './ledger/decision.ts'
import { indexEvent } from './tracker/index-event.ts'
import { onCommentDeleted } from './events/on-comment-deleted.ts'
import { onCommentUpdated } from './events/on-comment-updated.ts'
import { onComment } from './events/on-comment.ts'
import { onModule } from './events/on-module.ts'
import { onProjectArchived } from './events/on-project-archived.ts'
import { onProjectCompleted } from './events/on-project-completed.ts'
import { onProjectCreated } from './events/on-project-created.ts'
import { onProjectInvitation } from './events/on-project-invitation.ts'
import { onProjectUpdated } from './events/on-project-updated.ts'
import { onSubtask } from './events/on-subtask.ts'
import { onTaskChanged } from './events/on-task-changed.ts'
import { onTaskCompleted } from './events/on-task-completed.ts'
import { onTaskDeleted } from './events/on-task-deleted.ts'
import { touchLiveCards } from './digests/live-card.ts'
import { laneTrouble } from './tracker/lane-trouble.ts'
import { leaveOut, withLeftOut } from './ledger/leave-out.ts'
import { subjectOf } from './ledger/subject.ts'

type Handlers = {
  [N in EventName]: (deps: BotDeps, event: Extract<TrackerEvent, { name: N }>) => Promise<Decision>
}

const handlers: Handlers = {
  comment_new: onComment,
  comment_reply: onComment,
  comment_mention: onComment,
  comment_updated: onCommentUpdated,
  comment_deleted: onCommentDeleted,
  project_created: onProjectCreated,
  project_updated: onProjectUpdated,
  project_completed: onProjectCompleted,
  project_archived: onProjectArchived,
  project_invitation: onProjectInvitation,
  task_created: onTaskChanged,
  task_updated: onTaskChanged,
  task_completed: onTaskCompleted,
  task_deleted: onTaskDeleted,
  subtask_created: onSubtask,
  subtask_updated: onSubtask,
  subtask_completed: onSubtask,
  subtask_deleted: onSubtask,
  module_created: onModule,
  module_updated: onModule,
  module_deleted: onModule,
}

const decide = (deps: BotDeps, event: TrackerEvent): Promise<Decision> => {
  const handler = handlers[event.name] as (deps: BotDeps, event: TrackerEvent) => Promise<Decision>
  return handler(deps, event)
}

/** Lane `event`, one per project: the ledger rows and the event's end are one commit. */
export const handleEvent =
  (deps: BotDeps) =>
  async (job: BotJob<'event'>): Promise<void> => {
    const { inbox: id } = job.payload
    const row = await inboxRow(deps.database.sql, id)
    const read = row && readEvent(JSON.parse(row.body))
    try {
      const decision = read?.ok ? await decide(deps, read.event) : dropped('it cannot be read any more')
      const project = row?.project_uuid
      const wanted = read?.ok
        ? await leaveOut(deps, read.event.name, decision.subject ?? subjectOf(read.event), decision.planned)
        : decision.planned
      const planned = project ? await collapseBursts(deps, { uuid: project, event: id }, wanted) : wanted
      const outcome = withLeftOut(decision.outcome, planned)
      await deps.database.transaction(async (tx) => {
        await commitPlanned(deps, tx, id, planned)
        await decision.also?.(tx)
        if (read?.ok && project && decision.state === 'handled')
          await indexEvent(tx, read.event, project, deps.now())
        if (project) await touchLiveCards(deps, tx, project)
        await settleInbox(tx, id, decision.state, outcome, deps.now())
        await job.done(tx)
      })
      deps.metrics.settled(decision.state, decision.outcome)
      deps.log.debug({ inbox: id, event: row?.event_name, outcome }, 'event')
    } catch (error) {
      throw await laneTrouble(deps, job, error)
    }
  }
