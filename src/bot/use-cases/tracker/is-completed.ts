import { saysCompleted } from '../../../contract/completed.ts'

/** Whether a task's status says so; undefined where the tracker tells none. */
export const isDone = (status: string | null | undefined): boolean | undefined =>
  status === undefined || status === null ? undefined : saysCompleted(status)
