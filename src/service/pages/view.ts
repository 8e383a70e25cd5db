import type { Comment } from '../../contract/comment.ts'
import { daysBetween, type IsoDate } from '../../contract/dates.ts'
import { fullName } from '../../store/service/people.ts'
import { percent } from '../../store/service/progress.ts'
import type { ModuleRow, PersonRow, SubtaskRow, TaskRow } from '../../store/service/rows.ts'
import { answersOf, questionsOf } from '../answers.ts'
import type { Work } from '../app/tree.ts'
import { isCustomer, mayChangeComment } from '../access.ts'
import { customerPercentageOf, isOverdue, percentageOf, statusOf } from '../project-status.ts'
import { initials, linked, shortDate, shortTime, tone } from './words.ts'

export interface Viewer {
  readonly person: PersonRow
  /** Everybody whom the switch offers. */
  readonly others: readonly PersonRow[]
  readonly names: ReadonlyMap<string, PersonRow>
  readonly today: string
}

const face = (person: PersonRow | undefined, name: string | null) => ({
  name: person ? fullName(person) : (name ?? 'Somebody'),
  initials: initials(person ? fullName(person) : (name ?? '?')),
  tone: tone(person?.uuid ?? ''),
  isCustomer: person ? isCustomer(person) : false,
  isApi: person?.role === 'API User',
})

const commentView = (comment: Comment, all: readonly Comment[], { person, names }: Viewer) => {
  const answered = all.find(({ uuid }) => uuid === comment.replied_to_comment_uuid)
  return {
    uuid: comment.uuid,
    author: face(names.get(comment.created_by_uuid), comment.created_by_name ?? null),
    text: comment.message_plain,
    html: linked(comment.message_plain),
    at: comment.created_at ?? '',
    time: shortTime(comment.created_at ?? ''),
    edited: comment.edited_at !== null && comment.edited_at !== undefined,
    isReply: Boolean(comment.replied_to_comment_uuid),
    answers: answered
      ? { name: answered.created_by_name ?? 'somebody', text: answered.message_plain.slice(0, 90) }
      : undefined,
    mayChange: mayChangeComment(person, { created_by: comment.created_by_uuid }),
  }
}

const subtaskView = (subtask: SubtaskRow, { names }: Viewer) => {
  const by = subtask.answered_by === null ? undefined : names.get(subtask.answered_by)
  return {
    uuid: subtask.uuid,
    name: subtask.name,
    description: subtask.description,
    done: subtask.status === 'Completed',
    questions: questionsOf(subtask),
    answers: answersOf(subtask).map(({ key, name, answer }) => ({
      key,
      name,
      answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
    })),
    answeredBy: by ? fullName(by) : undefined,
  }
}

const dueView = (due: string | null, isOpen: boolean, today: string) => {
  if (due === null) return undefined
  const days = daysBetween(today as IsoDate, due as IsoDate)
  return { date: due, text: shortDate(due), late: isOpen && days < 0, soon: isOpen && days >= 0 && days <= 3 }
}

const taskView = (work: Work, task: TaskRow, viewer: Viewer) => {
  const subtasks = work.subtasks.filter((one) => one.task_uuid === task.uuid)
  const comments = work.comments.filter((one) => one.associated_object_uuid === task.uuid)
  const assignee = task.assignee_uuid === null ? undefined : viewer.names.get(task.assignee_uuid)
  return {
    uuid: task.uuid,
    name: task.name,
    detail: task.detail,
    status: task.status,
    done: task.status === 'Completed',
    started: task.status === 'In progress',
    isInternal: task.is_internal === 1,
    inOrder: task.in_order === 1,
    needsAnswers: task.require_all_answered === 1,
    due: dueView(task.due_date, task.status !== 'Completed', viewer.today),
    assignee: assignee && face(assignee, null),
    role: task.role,
    subtasks: subtasks.map((subtask) => subtaskView(subtask, viewer)),
    subtasksDone: subtasks.filter(({ status }) => status === 'Completed').length,
    comments: comments.map((comment) => commentView(comment, comments, viewer)),
    isOpen: comments.length > 0 || task.status === 'In progress',
  }
}

const moduleView = (work: Work, module: ModuleRow, viewer: Viewer) => {
  const tasks = work.tasks.filter((task) => task.module_uuid === module.uuid)
  const done = tasks.filter(({ status }) => status === 'Completed').length
  return {
    uuid: module.uuid,
    name: isCustomer(viewer.person) ? module.portal_name : module.name,
    tasks: tasks.map((task) => taskView(work, task, viewer)),
    done,
    total: tasks.length,
    percent: percent(done, tasks.length),
  }
}

/** Everything the project page shows, for this person. Pure: rows in, words out. */
export const projectView = (work: Work, viewer: Viewer) => {
  const { project } = work
  const customer = isCustomer(viewer.person)
  const isOpen = project.state === 'Active'
  return {
    uuid: project.uuid,
    name: project.name,
    description: project.description,
    account: project.account_name,
    state: project.state,
    status: statusOf(project),
    version: project.version,
    percent: customer ? customerPercentageOf(project.progress) : percentageOf(project),
    done: customer ? project.progress.customerCompleted : project.progress.completed,
    total: customer ? project.progress.customerTotal : project.progress.total,
    overdue: isOverdue(project, viewer.today),
    start: shortDate(project.start_date),
    due: dueView(project.due_date, isOpen, viewer.today),
    owner: face(viewer.names.get(project.owner_uuid), null),
    modules: work.modules.map((module) => moduleView(work, module, viewer)),
  }
}
export type ProjectView = ReturnType<typeof projectView>
