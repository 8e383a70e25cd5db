import { saysCompleted } from '../../../contract/completed.ts'
import type { ProjectInView } from './project-in-view.ts'

/** Whether a task's status says so; undefined where the tracker tells none. */
export const isDone = (status: string | null | undefined): boolean | undefined =>
  status === undefined || status === null ? undefined : saysCompleted(status)

/** What the tracker says of completion. A project of 100 % that is still Active is not completed. */
export const isCompleted = ({ item }: Pick<ProjectInView, 'item'>): boolean =>
  saysCompleted(item.project_state) || saysCompleted(item.status?.name)
