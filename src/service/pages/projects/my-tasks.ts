import type { FastifyInstance } from 'fastify'
import { type Deps, scopeOf, today } from '../../deps.ts'
import type { Side } from '../../store/people/sessions.ts'
import { openTasksOf } from '../../store/projects/work.ts'
import type { FormOptions } from '../kit/forms.ts'
import { pageFor } from '../kit/page.ts'
import { pagesOf, wantedPage } from '../kit/paging.ts'
import { queryIn } from '../kit/request.ts'
import { dueView } from './view.ts'

const size = 50

/** The open tasks of the person who looks, in all projects. */
export const mountMyTasks = (
  app: FastifyInstance,
  deps: Deps,
  { org, render, entrance }: FormOptions,
  { side, base }: { side: Side; base: string },
): void => {
  const path = side === 'portal' ? '/portal/my-tasks' : '/my-tasks'
  app.get(path, async (request, reply) => {
    const page = await pageFor(deps, request, reply, { side, base, org, entrance })
    const query = queryIn(request)
    const at = wantedPage(query, 'page')
    const wanted = { limit: size, offset: at * size }
    const { tasks, total } = await openTasksOf(scopeOf(deps, page.actor), page.person, wanted)
    const facts = {
      ...page,
      path,
      title: 'My tasks',
      tasks: tasks.map((task) => ({ ...task, due: dueView(task.due_date, true, today(deps)) })),
      pages: pagesOf(query, 'page', { page: at, size, total }),
    }
    return render.html(reply).send(render.page('projects/my-tasks', facts))
  })
}
