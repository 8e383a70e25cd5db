import type { FastifyInstance } from 'fastify'
import { listProjects } from '../../store/projects/projects.ts'
import { type Deps, today } from '../../deps.ts'
import {
  customerPercentageOf,
  isOverdue,
  percentageOf,
  statusOf,
} from '../../store/projects/project-status.ts'
import { type Entrance, type Page, pageFor } from '../kit/page.ts'
import { pagesOf, wantedPage, withQuery } from '../kit/paging.ts'
import type { Render } from '../kit/render.ts'
import { shortDate } from '../kit/words.ts'
import type { Side } from '../kit/viewer.ts'

const size = 25
const states = ['Active', 'Completed', 'Archived'] as const

type Query = Readonly<Record<string, unknown>>

const textIn = (query: Query) => (typeof query['q'] === 'string' ? query['q'].trim().slice(0, 150) : '')

const projectsFacts = async (deps: Deps, page: Page, query: Query) => {
  const day = today(deps)
  const isPortal = page.side === 'portal'
  const [text, at] = [textIn(query), wantedPage(query, 'page')]
  const state = states.find((one) => one === query['state'])
  const { projects, total } = await listProjects(deps.database.sql, page.actor.org, day, {
    limit: size,
    offset: at * size,
    name: text || undefined,
    state,
    accountUuid: isPortal ? (page.person.account_uuid ?? '') : undefined,
  })
  const way = (wanted: string | undefined) => withQuery(query, { state: wanted, page: undefined })
  return {
    title: 'Projects',
    text,
    state,
    filters: [undefined, ...states].map((one) => ({
      name: one ?? 'All',
      href: way(one),
      current: one === state,
    })),
    pages: pagesOf(query, 'page', { page: at, size, total }),
    projects: projects.map((project) => ({
      uuid: project.uuid,
      name: project.name,
      account: project.account_name,
      status: statusOf(project),
      percent: isPortal ? customerPercentageOf(project.progress) : percentageOf(project),
      owner: `${project.owner_first} ${project.owner_last}`.trim(),
      due: shortDate(project.due_date),
      overdue: isOverdue(project, day),
      late: project.state === 'Active' && !isPortal ? project.progress.late : 0,
    })),
  }
}

/** The projects that this person may see, the newest first. */
export const mountProjects = (
  app: FastifyInstance,
  deps: Deps,
  { org, render, entrance }: { org: string; render: Render; entrance: Entrance },
  { side, base }: { side: Side; base: string },
): void => {
  app.get(base, async (request, reply) => {
    const page = await pageFor(deps, request, reply, { side, base, org, entrance, accountUuid: undefined })
    const facts = { ...page, path: base, ...(await projectsFacts(deps, page, request.query as Query)) }
    const fragment = request.headers['hx-request'] === 'true'
    return render
      .html(reply)
      .send(fragment ? render.part('projects/projects', facts) : render.page('projects/projects', facts))
  })
}
