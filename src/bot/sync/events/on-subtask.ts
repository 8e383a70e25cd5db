import type { TrackerEvent } from '../../../contract/event.ts'
import type { ProjectChannel } from '../../audience/store/project-channels.ts'
import { postsAbout } from '../posts/store/posts.ts'
import type { SubtaskLineFacts } from '../posts/messages/task.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, dropped, handled, type Planned, taskSubject } from '../posts/decision.ts'
import { taskCardUpdates, cardIn, channelsOfTask } from '../posts/task-cards.ts'
import { lookAtTask, type TaskInView } from '../../tracker/task-in-view.ts'

type Event = Extract<
  TrackerEvent,
  { name: 'subtask_created' | 'subtask_updated' | 'subtask_completed' | 'subtask_deleted' }
>

const isAnswer = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** A single value stays as it is. A form's answers are listed under the names of their questions. */
const answerOf = ({ action_response: response, configuration }: Event['payload']['subtask']): unknown => {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return response
  const questions = (configuration ?? []) as { key?: unknown; name?: unknown }[]
  return Object.entries(response).map(([key, value]) => {
    const name = questions.find((question) => question?.key === key)?.name
    const said = typeof value === 'string' ? value : JSON.stringify(value)
    return typeof name === 'string' ? `${name}: ${said}` : said
  })
}

/** Includes the answer's own date, so that later changes of the subtask do not repeat the answer. */
const answeredKey = ({ objectUuid, payload: { subtask } }: Event) =>
  `answered:${objectUuid}@${subtask.answered_date ?? JSON.stringify(subtask.action_response).slice(0, 200)}`

interface Change {
  key: string
  facts: SubtaskLineFacts
}

const changeOf = async (deps: BotDeps, event: Event): Promise<Change | undefined> => {
  const { subtask } = event.payload
  const answered = isAnswer(subtask.action_response)
  const before = answered ? await postsAbout(deps.database.sql, 'subtask_line', answeredKey(event)) : []
  const told = before.some(({ state }) => state !== 'failed')
  const by = event.modifiedBy?.full_name || undefined
  if (event.name === 'subtask_completed') {
    const facts = { name: subtask.name, change: 'completed' as const, byName: by }
    const answer = answered && !told ? { answer: answerOf(subtask) } : {}
    return { key: `completed:${subtask.uuid}@${event.version}`, facts: { ...facts, ...answer } }
  }
  if (event.name !== 'subtask_updated' || !answered || told) return undefined
  const byName = subtask.answered_by_user_name || by
  return {
    key: answeredKey(event),
    facts: { name: subtask.name, change: 'answered', byName, answer: answerOf(subtask) },
  }
}

const lines = async (
  deps: BotDeps,
  event: Event,
  view: TaskInView,
  channels: readonly ProjectChannel[],
  change: Change,
): Promise<Planned[]> => {
  const readers = await audience(deps, channels, event.name, view.internal)
  return readers.flatMap((reader): Planned[] => [
    ...cardIn(view, reader),
    {
      channel: reader.channel,
      kind: 'subtask_line',
      objectUuid: change.key,
      on: { kind: 'task_card', uuid: view.uuid },
      facts: change.facts,
    },
  ])
}

/**
 * Posts a line in the task's thread when a subtask is completed or answered, and always updates the card. The
 * interface cannot look up a subtask: its task is verified, but the subtask's name and answer come from the
 * event.
 */
const onSubtask = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const taskUuid = event.payload.parent_task_uuid ?? event.payload.subtask.parent_task_uuid
  if (!taskUuid) return dropped('not verified: no task is named')
  const view = await lookAtTask(deps, taskUuid, event.projectUuid)
  if (!view) return dropped('not verified: the tracker has no such task')
  const change = await changeOf(deps, event)
  const channels = change ? await channelsOfTask(deps, view) : []
  const said = change ? await lines(deps, event, view, channels, change) : []
  const cards = await taskCardUpdates(deps, view)
  return handled([...said, ...cards], { task: view, subject: taskSubject(view, event), policies: channels })
}

export const subtaskHandlers = {
  subtask_created: onSubtask,
  subtask_updated: onSubtask,
  subtask_completed: onSubtask,
  subtask_deleted: onSubtask,
}
