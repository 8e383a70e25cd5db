import type { TrackerEvent } from '../../../contract/event.ts'
import type { ProjectChannel } from '../../store/channels/project-channels.ts'
import { deliveriesAbout } from '../../store/ledger/deliveries.ts'
import type { SubtaskLineFacts } from '../../messages/events/subtask-line.ts'
import type { BotDeps } from '../../deps.ts'
import { audience } from '../../access/audience.ts'
import { type Decision, dropped, handled, type Planned } from '../ledger/decision.ts'
import { taskSubject } from '../ledger/subject.ts'
import { taskCardUpdates } from '../ledger/task-card-updates.ts'
import { lookAtTask, type TaskInView } from '../tracker/task-in-view.ts'
import { cardIn, channelsOfTask } from '../ledger/planned-card.ts'

type Event = Extract<
  TrackerEvent,
  { name: 'subtask_created' | 'subtask_updated' | 'subtask_completed' | 'subtask_deleted' }
>

const isAnswer = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** One value as it is; an answer for each question's key under the question's own name. */
const answerOf = ({ action_response: response, configuration }: Event['payload']['subtask']): unknown => {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return response
  const questions = (configuration ?? []) as { key?: unknown; name?: unknown }[]
  return Object.entries(response).map(([key, value]) => {
    const name = questions.find((question) => question?.key === key)?.name
    const said = typeof value === 'string' ? value : JSON.stringify(value)
    return typeof name === 'string' ? `${name}: ${said}` : said
  })
}

/** Told by its answer's own date, so that a later change of the subtask does not repeat the answer. */
const answeredKey = ({ objectUuid, payload: { subtask } }: Event) =>
  `answered:${objectUuid}@${subtask.answered_date ?? JSON.stringify(subtask.action_response).slice(0, 200)}`

interface Change {
  key: string
  facts: SubtaskLineFacts
}

const changeOf = async (deps: BotDeps, event: Event): Promise<Change | undefined> => {
  const { subtask } = event.payload
  const answered = isAnswer(subtask.action_response)
  const told =
    answered && (await deliveriesAbout(deps.database.sql, 'subtask_line', answeredKey(event))).length > 0
  const by = event.modifiedBy?.full_name || undefined
  if (event.name === 'subtask_completed') {
    const facts = { name: subtask.name, change: 'completed' as const, byName: by }
    const answer = answered && !told ? { answer: answerOf(subtask) } : {}
    return { key: `completed:${subtask.uuid}@${event.timestamp}`, facts: { ...facts, ...answer } }
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
    ...cardIn(view, reader, true),
    {
      channel: reader.channel,
      kind: 'subtask_line',
      objectUuid: change.key,
      op: 'post',
      on: { kind: 'task_card', uuid: view.uuid },
      facts: change.facts,
    },
  ])
}

/**
 * A line in the task's thread when a subtask is completed or answered; the card is brought up to date whatever
 * happened. A subtask cannot be read back: its task is confirmed by the tracker, and only the subtask's own name
 * and answer are the event's word.
 */
export const onSubtask = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const taskUuid = event.payload.parent_task_uuid ?? event.payload.subtask.parent_task_uuid
  if (!taskUuid) return dropped('not verified: no task is named')
  const view = await lookAtTask(deps, taskUuid, event.projectUuid)
  if (!view) return dropped('not verified: the tracker has no such task')
  const change = await changeOf(deps, event)
  const channels = change ? await channelsOfTask(deps, view) : []
  const said = change ? await lines(deps, event, view, channels, change) : []
  const cards = await taskCardUpdates(deps, view, event.timestamp)
  return handled([...said, ...cards], { task: view, subject: taskSubject(view, event), policies: channels })
}
