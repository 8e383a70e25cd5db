import type { FastifyInstance } from 'fastify'
import { type Deps, scopeOf, today } from '../../deps.ts'
import {
  customerPercentageOf,
  isOverdue,
  percentageOf,
  statusOf,
} from '../../store/projects/project-status.ts'
import { projectsOnPage } from '../../store/projects/projects.ts'
import { projectStates } from '../../store/tables.ts'
import type { FormOptions } from '../kit/forms.ts'
import { type Page, pageFor } from '../kit/page.ts'
import { filtersOf, pagesOf, wantedPage } from '../kit/paging.ts'
import { type Form, isHtmx, queryIn, textIn } from '../kit/request.ts'
import type { Side } from '../../store/people/sessions.ts'
import { shortDate } from '../kit/words.ts'

const size = 25

const projectsFacts = async (deps: Deps, page: Page, query: Form) => {
  const day = today(deps)
  const isPortal = page.side === 'portal'
  const [text, at] = [textIn(query, 'q', 150), wantedPage(query, 'page')]
  const state = projectStates.find((one) => one === query['state'])
  const filter = {
    limit: size,
    offset: at * size,
    name: text || undefined,
    state,
    accountUuid: isPortal ? (page.person.account_uuid ?? '') : undefined,
  }
  const { projects, total } = await projectsOnPage(scopeOf(deps, page.actor), day, filter)
  return {
    title: 'Projects',
    text,
    state,
    filters: filtersOf(
      query,
      state,
      projectStates.map((one) => [one, one]),
    ),
    pages: pagesOf(query, 'page', { page: at, size, total }),
    projects: projects.map((project) => ({
      ...project,
      status: statusOf(project),
      percent: isPortal ? customerPercentageOf(project.progress) : percentageOf(project),
      due: shortDate(project.due_date),
      overdue: isOverdue(project, day),
      late: project.state === 'Active' && !isPortal ? project.progress.late : 0,
    })),
  }
}

export const mountProjects = (
  app: FastifyInstance,
  deps: Deps,
  { org, render, entrance }: FormOptions,
  { side, base }: { side: Side; base: string },
): void => {
  app.get(base, async (request, reply) => {
    const page = await pageFor(deps, request, reply, {
      side,
      base,
      org,
      entrance,
      accountUuid: undefined,
    })
    const facts = { ...page, path: base, ...(await projectsFacts(deps, page, queryIn(request))) }
    return render.html(reply).send(render.page('projects/projects', facts, isHtmx(request)))
  })
}
