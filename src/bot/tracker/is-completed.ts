import { saysCompleted, saysOver } from '../../contract/completed.ts'
import type { ProjectItem } from '../../contract/project.ts'

/** Undefined if the tracker returns no status. */
export const isDone = (status: string | null | undefined): boolean | undefined =>
  status === undefined || status === null ? undefined : saysCompleted(status)

/** A project at 100 % that is still Active is not completed. */
export const isCompleted = ({ item }: { item: ProjectItem }): boolean =>
  saysCompleted(item.project_state) || saysCompleted(item.status?.name)

/** Completed or archived. */
export const isOver = (item: ProjectItem): boolean =>
  saysOver(item.project_state) || saysCompleted(item.status?.name)
