import type { KnownTask } from '../store/known/known-tasks.ts'

/** Whether a task is open and its day is over. `today`: where its readers are, as `dayAt` says. */
export const isLate = (
  { completed, dueDate }: Pick<KnownTask, 'completed' | 'dueDate'>,
  today: string,
): boolean => !completed && dueDate !== undefined && dueDate.slice(0, 10) < today
