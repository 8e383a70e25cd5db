import type { ProjectItem } from '../../contract/project.ts'
import type { KnownTask } from '../store/known/known-tasks.ts'
import { isOver } from './is-completed.ts'

/** Whether a task is open and its day is over. `today`: where its readers are, as `dayAt` says. */
export const isLate = (
  { completed, dueDate }: Pick<KnownTask, 'completed' | 'dueDate'>,
  today: string,
): boolean => !completed && dueDate !== undefined && dueDate.slice(0, 10) < today

/** The same of a project. The interface shows no due date: where the tracker gives none, its own word counts. */
export const isProjectLate = (item: ProjectItem, today: string): boolean => {
  const { due_date: dueDate } = item
  return dueDate
    ? isLate({ completed: isOver(item), dueDate }, today)
    : !isOver(item) && item.is_overdue === true
}
