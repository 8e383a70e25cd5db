import type { ProjectRecord } from './projects.ts'
import { percent, type Progress } from './progress.ts'

/** The interface doesn't list the statuses, so these are ours. Their ids never change: clients can compare them. */
export const projectStatuses = {
  'Not started': { uuid: '7d1a1c5e-4d0b-4c4e-9a55-5b2f7f5f0001', legacy: 1 },
  'In progress': { uuid: '7d1a1c5e-4d0b-4c4e-9a55-5b2f7f5f0002', legacy: 2 },
  Completed: { uuid: '7d1a1c5e-4d0b-4c4e-9a55-5b2f7f5f0003', legacy: 3 },
  Archived: { uuid: '7d1a1c5e-4d0b-4c4e-9a55-5b2f7f5f0004', legacy: 4 },
} as const
type ProjectStatus = keyof typeof projectStatuses

export const statusOf = ({ state, progress }: ProjectRecord): ProjectStatus => {
  if (state !== 'Active') return state
  return progress.completed > 0 ? 'In progress' : 'Not started'
}

/** A completed project without tasks is at 100%. */
export const percentageOf = ({ state, progress }: Pick<ProjectRecord, 'state' | 'progress'>): number =>
  progress.total === 0 && state === 'Completed' ? 100 : percent(progress.completed, progress.total)

export const customerPercentageOf = (progress: Progress): number =>
  percent(progress.customerCompleted, progress.customerTotal)

export const isOverdue = ({ state, due_date: due }: ProjectRecord, today: string): boolean =>
  state === 'Active' && due < today

/** YELLOW when a task is late, RED when the project is. */
export const performanceOf = (project: ProjectRecord, today: string): 'GREEN' | 'YELLOW' | 'RED' => {
  if (isOverdue(project, today)) return 'RED'
  return project.state === 'Active' && project.progress.late > 0 ? 'YELLOW' : 'GREEN'
}
