import type { EventName } from '../../../src/contract/event.ts'
import { envelope } from '../../bot/support/start-node.ts'
import { project, standInTracker, task as aTask } from '../../bot/support/stand-in-tracker.ts'
import { trackerOverHttp } from '../../bot/support/tracker-over-http.ts'
import type { Notes } from '../faults.ts'
import { internalTask, taskNames } from '../plan.ts'
import { type Change, type MadeComment, newComment, newMade, type ToldComment, wordsOf } from '../story.ts'
import type { Courier } from './couriers.ts'

export const taskUuid = (task: number): string => `22222222-2222-4222-8222-00000000000${task}`

/** How a tracker carries out what its people do. There is no time limit for any of it. */
interface Carrier {
  /** Returns the comment's uuid, or an empty text if the tracker is down. */
  readonly comment: (told: ToldComment, words: string) => Promise<string>
  readonly edit: (told: ToldComment, words: string) => Promise<unknown>
  readonly remove: (told: ToldComment) => Promise<unknown>
  readonly editMade: (made: MadeComment, words: string) => Promise<unknown>
  readonly removeMade: (made: MadeComment) => Promise<unknown>
  /** Who gets a task that the plan gives to this person. */
  readonly assignee: (wanted: string) => string
  readonly assign: (change: Change) => Promise<unknown>
  readonly complete: (task: number) => Promise<unknown>
  readonly hide: (task: number) => Promise<unknown>
}

export const peopleOf = ({ story, timeline }: Notes, carrier: Carrier) => {
  const known = (key: string) => {
    const told = story.comments.get(key)
    return told && told.uuid !== '' && !told.isDeleted ? told : undefined
  }
  const knownMade = (key: string) =>
    story.made.find(({ words, isDeleted }) => words.includes(key) && !isDeleted)
  return {
    comment: async (key: string, task: number, isLong = false): Promise<void> => {
      const isSecret = task === internalTask || story.hidden.has(task)
      const told = newComment(key, task, timeline.now(), isSecret)
      story.comments.set(key, told)
      timeline.add('a customer', `comments ${key} v0 on ${taskNames[task]}`)
      told.uuid = await carrier.comment(told, wordsOf(key, 'v0', isLong))
    },
    editComment: async (key: string): Promise<void> => {
      const told = known(key)
      if (!told) return
      told.version += 1
      timeline.add('a customer', `edits ${key} v${told.version}`)
      await carrier.edit(told, wordsOf(key, `v${told.version}`))
    },
    deleteComment: async (key: string): Promise<void> => {
      const told = known(key)
      if (!told) return
      told.isDeleted = true
      timeline.add('a customer', `deletes ${key}`)
      await carrier.remove(told)
    },
    editMade: async (key: string): Promise<void> => {
      const made = knownMade(key)
      if (!made) return
      made.isEdited = true
      const words = made.words.replace(/ v\d+[^]*/, ' t1')
      timeline.add('the team', `edits the comment of a reply: ${words}`)
      await carrier.editMade(made, words)
    },
    deleteMade: async (key: string): Promise<void> => {
      const made = knownMade(key)
      if (!made) return
      made.isDeleted = true
      timeline.add('the team', `deletes the comment of the reply ${key}`)
      await carrier.removeMade(made)
    },
    changeTask: async (task: number, wanted: string): Promise<void> => {
      const change = { task, assignee: carrier.assignee(wanted), isHeard: false }
      story.changes.push(change)
      timeline.add('the team', `gives ${taskNames[task]} to ${change.assignee}`)
      await carrier.assign(change)
    },
    completeTask: async (task: number): Promise<void> => {
      timeline.add('the team', `completes ${taskNames[task]}`)
      await carrier.complete(task)
    },
    hideTask: async (task: number): Promise<void> => {
      story.hidden.set(task, Date.now())
      timeline.add('the team', `makes ${taskNames[task]} internal`)
      await carrier.hide(task)
    },
  }
}

export interface TrackerSide extends ReturnType<typeof peopleOf> {
  readonly url: string
  /** How links to the team's pages begin. */
  readonly internalPage: string
  readonly isIdle: () => boolean
  readonly close: () => Promise<void>
}

export interface Call {
  readonly name: string
  readonly input: Record<string, unknown>
}

/** Remembers each attempt to comment. */
export const troubleIn =
  ({ faults, story }: Notes) =>
  ({ name, input }: Call) => {
    const fault = faults.ofCall('tracker', name)
    if (name === 'createComment')
      story.attempts.push({ words: String(input['message_plain']), fault: fault?.name })
    return fault?.trouble
  }

interface Surroundings {
  readonly notes: Notes
  readonly courier: Courier
  readonly send: (body: string, signal: AbortSignal) => Promise<number>
}

/** The stand-in as the tracker. Sends events to the bot for what its people do. */
export const trackerSide = async ({ notes, courier, send }: Surroundings): Promise<TrackerSide> => {
  const { story, timeline } = notes
  const tracker = standInTracker()
  tracker.tasks.clear()
  for (const [n, name] of taskNames.entries())
    tracker.tasks.set(taskUuid(n), { ...aTask, uuid: taskUuid(n), name, is_internal: n === internalTask })
  const server = await trackerOverHttp(tracker, troubleIn(notes))
  let at = Date.now()
  const emit = (name: EventName, what: string, payload: object, onAcknowledged: () => void) => {
    at = Math.max(at + 1, Date.now())
    const body = JSON.stringify(envelope(name, payload, { timestamp: new Date(at).toISOString() }))
    courier.deliver({ name: `${name} ${what}`, send: (signal) => send(body, signal), onAcknowledged })
  }
  const change = (name: EventName, task: number, facts: object, onAcknowledged: () => void) => {
    const changed = { ...tracker.tasks.get(taskUuid(task)), ...facts }
    tracker.tasks.set(taskUuid(task), changed as typeof aTask)
    const of = { project_uuid: project.uuid, project_name: project.name }
    emit(name, taskNames[task] ?? '', { ...of, task: changed }, onAcknowledged)
  }
  const edit = (uuid: string, what: string, words: string, onAcknowledged: () => void) => {
    const comment = tracker.comments.get(uuid)
    if (!comment) return
    const edited = { ...comment, message_plain: words, edited_at: new Date().toISOString() }
    tracker.comments.set(uuid, edited)
    emit('comment_updated', what, { comment: edited }, onAcknowledged)
  }
  const remove = (uuid: string, what: string, onAcknowledged: () => void) => {
    const comment = tracker.comments.get(uuid)
    tracker.comments.delete(uuid)
    if (comment) emit('comment_deleted', what, { comment }, onAcknowledged)
  }
  tracker.control.onCreated = async (comment) => {
    const words = comment.message_plain
    const made = newMade(comment.uuid, words)
    story.made.push(made)
    timeline.add('tracker', `has the comment “${words}”`)
    emit('comment_new', `(echo of “${words.slice(0, 60)}”)`, { comment }, () => (made.isEchoHeard = true))
  }
  const people = peopleOf(notes, {
    comment: async (told, words) => {
      const comment = tracker.addComment({
        message_plain: words,
        associated_object_uuid: taskUuid(told.task),
        created_at: new Date().toISOString(),
      })
      emit('comment_new', told.key, { comment }, () => (told.announced = ++story.acknowledged))
      return comment.uuid
    },
    edit: async (told, words) => {
      const { uuid, key, version } = told
      edit(uuid, `${key} v${version}`, words, () => (told.editHeard = Math.max(told.editHeard, version)))
    },
    remove: async (told) => remove(told.uuid, told.key, () => (told.deletionHeard = true)),
    editMade: async (made, words) => edit(made.uuid, words, words, () => (made.isEditHeard = true)),
    removeMade: async (made) =>
      remove(made.uuid, `“${made.words.slice(0, 60)}”`, () => (made.isDeletionHeard = true)),
    assignee: (wanted) => wanted,
    assign: async (wanted) =>
      change('task_updated', wanted.task, { assignee_name: wanted.assignee }, () => (wanted.isHeard = true)),
    complete: async (task) =>
      change('task_completed', task, { status: 'Completed' }, () => void story.completed.add(task)),
    hide: async (task) => change('task_updated', task, { is_internal: true }, () => undefined),
  })
  return {
    ...people,
    url: server.url,
    internalPage: 'https://tracker.example/projects/',
    isIdle: () => courier.isIdle(),
    close: async () => {
      courier.end()
      await server.close()
    },
  }
}
