import { saysCompleted, saysOver } from '../../contract/completed.ts'
import { ifSet } from '../../contract/text/folded.ts'
import type { ProjectItem } from '../../contract/project.ts'
import type { KnownTask } from '../store/known-tasks.ts'

/** Undefined if the tracker returns no status. */
export const isDone = (status: string | null | undefined): boolean | undefined =>
  ifSet(status) === undefined ? undefined : saysCompleted(status)

/** A project at 100 % that is still Active is not completed. */
export const isCompleted = ({ item }: { item: ProjectItem }): boolean =>
  saysCompleted(item.project_state) || saysCompleted(item.status?.name)

/** Completed or archived. */
export const isOver = (item: ProjectItem): boolean =>
  saysOver(item.project_state) || saysCompleted(item.status?.name)

/** Whether a task is open and its day is over. `today`: where its readers are, as `dayAt` says. */
export const isLate = (
  { completed, dueDate }: Pick<KnownTask, 'completed' | 'dueDate'>,
  today: string,
): boolean => !completed && dueDate !== undefined && dueDate.slice(0, 10) < today

/** The same of a project. The interface shows no due date: where the tracker gives none, its own word counts. */
export const isProjectLate = (item: ProjectItem, today: string): boolean => {
  const dueDate = ifSet(item.due_date)
  return dueDate
    ? isLate({ completed: isOver(item), dueDate }, today)
    : !isOver(item) && item.is_overdue === true
}
