import type { Comment } from '../../../src/contract/comment.ts'
import type { EventName } from '../../../src/contract/event.ts'
import { project, standInTracker, task as aTask } from '../../bot/support/stand-in-tracker.ts'
import { trackerOverHttp } from '../../bot/support/tracker-over-http.ts'
import { envelope } from '../../bot/support/start-node.ts'
import type { Courier } from './couriers.ts'
import type { Faults } from '../faults.ts'
import { internalTask, taskNames } from '../plan.ts'
import type { Story } from '../story.ts'
import type { Timeline } from '../timeline.ts'
import { wordsOf } from '../words.ts'

const taskUuid = (task: number): string => `22222222-2222-4222-8222-00000000000${task}`

interface Surroundings {
  readonly faults: Faults
  readonly story: Story
  readonly timeline: Timeline
  readonly courier: Courier
  readonly send: (body: string, signal: AbortSignal) => Promise<number>
}

/** A tracker for the storm. There is no time limit for what its people do. */
export interface TrackerSide {
  /** Where the bot finds it. */
  readonly url: string
  /** How links to the team's pages begin. */
  readonly internalPage: string
  /** Whether every event was delivered. */
  readonly isIdle: () => boolean
  readonly close: () => Promise<void>
  readonly comment: (key: string, task: number, isLong?: boolean) => Promise<void>
  readonly editComment: (key: string) => Promise<void>
  readonly deleteComment: (key: string) => Promise<void>
  readonly editMade: (key: string) => Promise<void>
  readonly deleteMade: (key: string) => Promise<void>
  readonly changeTask: (task: number, assignee: string) => Promise<void>
  readonly completeTask: (task: number) => Promise<void>
}

/** The tracker and its people. Sends events to the bot for what they do, and remembers it. */
export const trackerSide = async ({ faults, story, timeline, courier, send }: Surroundings) => {
  const tracker = standInTracker()
  tracker.tasks.clear()
  for (const [n, name] of taskNames.entries())
    tracker.tasks.set(taskUuid(n), { ...aTask, uuid: taskUuid(n), name, is_internal: n === internalTask })
  const server = await trackerOverHttp(tracker, ({ name, input }) => {
    const fault = faults.ofCall('tracker', name)
    if (name === 'createComment')
      story.attempts.push({ words: String(input['message_plain']), fault: fault?.name })
    return fault?.trouble
  })
  let at = Date.now()
  const emit = (name: EventName, what: string, payload: object, onAcknowledged: () => void) => {
    at = Math.max(at + 1, Date.now())
    const body = JSON.stringify(envelope(name, payload, { timestamp: new Date(at).toISOString() }))
    courier.deliver({ name: `${name} ${what}`, send: (signal) => send(body, signal), onAcknowledged })
  }
  const emitOfTask = (name: EventName, task: number, onAcknowledged: () => void) => {
    const of = { project_uuid: project.uuid, project_name: project.name }
    const now = { ...tracker.tasks.get(taskUuid(task)) }
    emit(name, taskNames[task] ?? '', { ...of, task: now }, onAcknowledged)
  }
  tracker.control.onCreated = async (comment: Comment) => {
    const made = {
      uuid: comment.uuid,
      words: comment.message_plain,
      isEchoHeard: false,
      isEdited: false,
      isDeleted: false,
      isEditHeard: false,
      isDeletionHeard: false,
    }
    story.made.push(made)
    timeline.add('tracker', `has the comment “${comment.message_plain}”`)
    emit(
      'comment_new',
      `(echo of “${comment.message_plain.slice(0, 60)}”)`,
      { comment },
      () => (made.isEchoHeard = true),
    )
  }
  const known = (key: string) => {
    const told = story.comments.get(key)
    const comment = told && tracker.comments.get(told.uuid)
    return told && comment ? { told, comment } : undefined
  }
  const knownMade = (key: string) => {
    const made = story.made.find(({ words, isDeleted }) => words.includes(key) && !isDeleted)
    const comment = made && tracker.comments.get(made.uuid)
    return made && comment ? { made, comment } : undefined
  }
  const side: TrackerSide = {
    url: server.url,
    internalPage: 'https://tracker.example/projects/',
    isIdle: () => courier.isIdle(),
    close: async () => {
      courier.end()
      await server.close()
    },
    comment: async (key, task, isLong = false) => {
      const comment = tracker.addComment({
        message_plain: wordsOf(key, 'v0', isLong),
        associated_object_uuid: taskUuid(task),
        created_at: new Date().toISOString(),
      })
      const { uuid } = comment
      const told = { key, uuid, task, version: 0, isDeleted: false, editHeard: 0, deletionHeard: false }
      const entry = { ...told, announced: undefined as number | undefined }
      story.comments.set(key, entry)
      timeline.add('a customer', `comments ${key} v0 on ${taskNames[task]}`)
      emit('comment_new', key, { comment }, () => (entry.announced = ++story.acknowledged))
    },
    editComment: async (key) => {
      const { told, comment } = known(key) ?? {}
      if (!told || !comment) return
      told.version += 1
      const { version } = told
      const edited = {
        ...comment,
        message_plain: wordsOf(key, `v${version}`),
        edited_at: new Date().toISOString(),
      }
      tracker.comments.set(told.uuid, edited)
      timeline.add('a customer', `edits ${key} v${version}`)
      emit('comment_updated', `${key} v${version}`, { comment: edited }, () => {
        told.editHeard = Math.max(told.editHeard, version)
      })
    },
    deleteComment: async (key) => {
      const { told, comment } = known(key) ?? {}
      if (!told || !comment) return
      told.isDeleted = true
      tracker.comments.delete(told.uuid)
      timeline.add('a customer', `deletes ${key}`)
      emit('comment_deleted', key, { comment }, () => (told.deletionHeard = true))
    },
    editMade: async (key) => {
      const { made, comment } = knownMade(key) ?? {}
      if (!made || !comment) return
      made.isEdited = true
      const words = comment.message_plain.replace(/ v\d+[^]*/, ' t1')
      const edited = { ...comment, message_plain: words, edited_at: new Date().toISOString() }
      tracker.comments.set(made.uuid, edited)
      timeline.add('a customer', `edits the comment of a reply: ${words}`)
      emit('comment_updated', words, { comment: edited }, () => (made.isEditHeard = true))
    },
    deleteMade: async (key) => {
      const { made, comment } = knownMade(key) ?? {}
      if (!made || !comment) return
      made.isDeleted = true
      tracker.comments.delete(made.uuid)
      timeline.add('a customer', `deletes the comment of the reply ${key}`)
      emit('comment_deleted', `of the reply ${key}`, { comment }, () => (made.isDeletionHeard = true))
    },
    changeTask: async (task, assignee) => {
      const before = tracker.tasks.get(taskUuid(task))
      if (before) tracker.tasks.set(taskUuid(task), { ...before, assignee_name: assignee })
      timeline.add('the team', `gives ${taskNames[task]} to ${assignee}`)
      const change = { task, assignee, isHeard: false }
      story.changes.push(change)
      emitOfTask('task_updated', task, () => (change.isHeard = true))
    },
    completeTask: async (task) => {
      const before = tracker.tasks.get(taskUuid(task))
      if (before) tracker.tasks.set(taskUuid(task), { ...before, status: 'Completed' })
      timeline.add('the team', `completes ${taskNames[task]}`)
      emitOfTask('task_completed', task, () => void story.completed.add(task))
    },
  }
  return side
}
