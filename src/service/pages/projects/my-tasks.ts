import type { FastifyInstance } from 'fastify'
import { today } from '../../deps.ts'
import type { Side } from '../../store/people/sign-in.ts'
import { openTasksOf } from '../../store/projects/work.ts'
import { type Asked, mountPage } from '../kit/mount-page.ts'
import type { Site } from '../kit/site.ts'
import { pagesOf, wantedPage } from '../kit/paging.ts'
import { dueView } from './view.ts'

const size = 50

const tasksFacts = async ({ page: { acting, person }, query }: Asked) => {
  const at = wantedPage(query, 'page')
  const { tasks, total } = await openTasksOf(acting, person, { limit: size, offset: at * size })
  const day = today(acting.deps)
  return {
    title: 'My tasks',
    tasks: tasks.map((task) => ({ ...task, due: dueView(task.due_date, true, day) })),
    pages: pagesOf(query, 'page', { page: at, size, total }),
  }
}

export const mountMyTasks = (app: FastifyInstance, site: Site, side: Side): void => {
  const path = side === 'portal' ? '/portal/my-tasks' : '/my-tasks'
  mountPage(app, site, { path, side, template: 'projects/my-tasks', facts: tasksFacts })
}
