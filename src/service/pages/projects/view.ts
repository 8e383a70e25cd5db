import { daysBetween, isoDate, type IsoDate } from '../../../contract/dates.ts'
import { startOf } from '../../../contract/text.ts'
import { isOffered, fullName, mostOptions, peopleAround, peopleByUuid } from '../../store/people.ts'
import { isCompleted, percent, isOverdue, percentageOf, statusOf } from '../../store/projects.ts'
import type { PersonRow } from '../../store/rows.ts'
import { waitingTasks } from '../../store/turns.ts'
import { answersOf, questionsOf, commentCounts, unanswered } from '../../store/work.ts'
import { type AnySubtask, type AnyTask, type TeamsWork, type Work, readWork } from '../../app/tree.ts'
import { isCustomer, type Acting } from '../../acting.ts'
import type { Comment } from '../../../contract/comment.ts'
import type { Turn } from '../../../contract/waiting.ts'
import { answeredBy, authorsOf, commentView, face, mostComments, type Names, withTraces } from './comments.ts'
import { shortDate, timeView } from '../kit/words.ts'
import type { Page } from '../kit/page.ts'

interface Viewer {
  readonly person: PersonRow
  readonly today: string
  readonly base: string
}

type ProjectData = Awaited<ReturnType<typeof readProjectData>>

const mostOfAnswer = 2_000

const shownAnswer = (text: string): string =>
  text.length > mostOfAnswer ? `${startOf(text, mostOfAnswer)}… (${text.length} characters)` : text

const subtaskView = (subtask: AnySubtask, names: Names) => {
  const by = subtask.answered_by === null ? undefined : names.get(subtask.answered_by)
  return {
    ...subtask,
    done: isCompleted(subtask),
    questions: questionsOf(subtask),
    answers: answersOf(subtask).map(({ name, answer }) => ({
      name,
      answer: shownAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer)),
    })),
    answeredBy: by ? fullName(by) : undefined,
  }
}

const relativeDay = (days: number) => {
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days === -1 ? 'yesterday' : undefined
}

export const dueView = (due: string | null, isOpen: boolean, today: string) => {
  if (due === null) return undefined
  const days = daysBetween(today as IsoDate, due as IsoDate)
  const late = isOpen && days < 0
  return {
    text: shortDate(due),
    label: `${late ? 'Was due' : 'Due'} ${(isOpen && relativeDay(days)) || shortDate(due)}`,
    late,
    soon: isOpen && days >= 0 && days <= 3,
  }
}

interface Sorted {
  readonly data: ProjectData
  readonly viewer: Viewer
  readonly tasks: ReadonlyMap<string, readonly AnyTask[]>
  readonly subtasks: ReadonlyMap<string, readonly AnySubtask[]>
  readonly comments: ReadonlyMap<string, readonly Comment[]>
  readonly removed: ReadonlyMap<string, readonly Work['removed'][number][]>
  /** The first task that the viewer has begun. */
  readonly next: AnyTask | undefined
}

const groupedBy = <T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> =>
  Map.groupBy(rows, keyOf)

const turnView = (turn: Turn | undefined) =>
  turn && {
    isOurs: turn.whose === 'team',
    text: `Waits for ${turn.whose === 'team' ? 'us' : 'the customer'} since ${shortDate(isoDate(turn.since))}`,
  }

const taskView = ({ data, viewer, ...sorted }: Sorted, task: AnyTask) => {
  const { names, counts, answered, turns } = data
  const subtasks = sorted.subtasks.get(task.uuid) ?? []
  const comments = sorted.comments.get(task.uuid) ?? []
  const commentCount = counts.get(task.uuid) ?? comments.length
  const from = comments[0]?.created_at ?? undefined
  const allAt = `${viewer.base}/comments/${task.uuid}`
  const assignee = task.assignee_uuid === null ? undefined : names.get(task.assignee_uuid)
  return {
    ...task,
    done: isCompleted(task),
    due: dueView(task.due_date, !isCompleted(task), viewer.today),
    assignee: assignee && face(assignee, null),
    subtasks: subtasks.map((subtask) => subtaskView(subtask, names)),
    subtasksDone: subtasks.filter(isCompleted).length,
    missing: isCompleted(task) ? [] : unanswered(task, subtasks).map(({ name }) => name),
    comments: withTraces(
      comments.map((comment) => commentView(comment, answered, { ...viewer, names }, { allAt })),
      sorted.removed.get(task.uuid) ?? [],
      names,
      commentCount > comments.length && from !== undefined ? { from: Date.parse(from) } : {},
    ),
    shown: comments.length,
    commentCount,
    earlier: commentCount - comments.length,
    isNext: task === sorted.next,
    turn: turnView(turns.get(task.uuid)),
    isOpen: commentCount > 0 || task.status === 'In progress',
  }
}

const moduleView = (sorted: Sorted, module: Work['modules'][number]) => {
  const tasks = sorted.tasks.get(module.uuid) ?? []
  const done = tasks.filter(isCompleted).length
  return {
    uuid: module.uuid,
    name: module.name,
    tasks: tasks.map((task) => taskView(sorted, task)),
    done,
    total: tasks.length,
    percent: percent(done, tasks.length),
  }
}

export const projectView = (data: ProjectData, viewer: Viewer) => {
  const { work, names } = data
  const { project } = work
  const isOpen = project.state === 'Active'
  const tasks = groupedBy<AnyTask>(work.tasks, (task) => task.module_uuid)
  const isBegun = (one: AnyTask) => one.status === 'In progress' && one.assignee_uuid === viewer.person.uuid
  const sorted: Sorted = {
    data,
    viewer,
    tasks,
    next: work.modules.flatMap(({ uuid }) => tasks.get(uuid) ?? []).find(isBegun),
    subtasks: groupedBy<AnySubtask>(work.subtasks, (subtask) => subtask.task_uuid),
    removed: groupedBy<Work['removed'][number]>(work.removed, (one) => one.task_uuid ?? ''),
    comments: groupedBy<Comment>(work.comments, (comment) => comment.associated_object_uuid ?? ''),
  }
  return {
    ...project,
    status: statusOf(project),
    percent: percentageOf(project),
    done: project.progress.completed,
    total: project.progress.total,
    overdue: isOverdue(project, viewer.today),
    start: shortDate(project.start_date),
    due: dueView(project.due_date, isOpen, viewer.today),
    owner: face(names.get(project.owner_uuid), null),
    modules: work.modules.map((module) => moduleView(sorted, module)),
  }
}

export type View = ReturnType<typeof projectView>
type Task = View['modules'][number]['tasks'][number]

interface Line {
  readonly at: number
  readonly who: string
  readonly did: string
  readonly task?: Task
}

const mostLines = 30

export const activityOf = ({ project, tasks }: TeamsWork, view: View, names: Names) => {
  const rows = new Map(tasks.map((task) => [task.uuid, task]))
  const lines: Line[] = []
  const add = (at: number | null, by: string | null, did: string, task?: Task) => {
    const { name, via } = face(names.get(by ?? ''), null)
    if (at !== null) lines.push({ at, who: via ? 'The API' : name, did, ...(task && { task }) })
  }
  add(project.created_at, project.created_by, 'created the project')
  add(project.completed_at, project.completed_by, 'completed the project')
  add(project.archived_at, project.archived_by, 'archived the project')
  for (const task of view.modules.flatMap((module) => module.tasks)) {
    const row = rows.get(task.uuid)
    if (row && row.created_at > project.created_at) add(row.created_at, row.created_by, 'added', task)
    if (row) add(row.completed_at, row.completed_by, 'completed', task)
    for (const one of task.comments)
      if (!one.removed) lines.push({ at: one.at, who: one.author.name, did: 'commented on', task })
    for (const one of task.subtasks) add(one.answered_at, one.answered_by, `answered “${one.name}” of`, task)
  }
  return lines
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostLines)
    .map(({ at, ...line }) => ({ ...line, time: timeView(at) }))
}

const actorsIn = ({ project, tasks }: TeamsWork) => [
  project.created_by,
  project.completed_by,
  project.archived_by,
  ...tasks.flatMap((task) => [task.created_by, task.completed_by]),
]

const peopleIn = (work: Work, comments: Iterable<Comment>) => [
  work.project.owner_uuid,
  ...work.tasks.map((task) => task.assignee_uuid),
  ...work.subtasks.map((subtask) => subtask.answered_by),
  ...authorsOf(comments),
  ...work.removed.map((one) => one.removed_by),
  ...(work.side === 'vendor' ? actorsIn(work) : []),
]

/** The names that a comment may mention. A customer gets only names that the page shows. */
export const mentionable = async ({ person, acting }: Page, { work, names }: ProjectData) => {
  const { project, tasks, comments } = work
  const seen = [
    project.owner_uuid,
    ...tasks.map((one) => one.assignee_uuid),
    ...comments.map((one) => one.created_by_uuid),
  ]
  const people = isCustomer(person)
    ? seen.map((uuid) => names.get(uuid ?? ''))
    : await peopleAround(acting, project.account_uuid, mostOptions)
  const others = people.filter((one) => one && one.uuid !== person.uuid && isOffered(one))
  return [...new Set(others.map((one) => (one ? fullName(one) : '')))]
}

export const readProjectData = async (acting: Acting, uuid: string) => {
  const work = await readWork(acting, uuid, mostComments)
  const answered = await answeredBy(acting, work.comments)
  // Whose turn it is, the team's pages say, not the customer's.
  const waiting = work.side === 'vendor' ? await waitingTasks(acting, work.project.uuid) : []
  return {
    work,
    names: await peopleByUuid(acting, peopleIn(work, answered.values())),
    counts: await commentCounts(acting, work.project.uuid),
    answered,
    turns: new Map(waiting.map((task) => [task.uuid, task])),
  }
}
