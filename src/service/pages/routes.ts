import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import { fullName } from '../../store/service/people.ts'
import { findProject, listProjects, versionOf } from '../../store/service/projects.ts'
import { readWork, type Work } from '../app/tree.ts'
import { type Deps, today } from '../deps.ts'
import { isOverdue, percentageOf, customerPercentageOf, statusOf } from '../project-status.ts'
import { answerError } from '../http/errors.ts'
import { notFound } from '../refusals.ts'
import { act } from './actions.ts'
import { mountDataFields } from './data-fields.ts'
import { mountDeliveries } from './deliveries.ts'
import { mountAssets } from './assets.ts'
import { type Entrance, type Page, pageFor, SignInNeeded } from './page.ts'
import { headers, type Render } from './render.ts'
import { mountPeople } from './people.ts'
import { mountPlaybooks } from './playbooks.ts'
import { mountSettings } from './settings.ts'
import { mountSignIn, signInLink } from './sign-in.ts'
import { sameOrigin } from './same-origin.ts'
import { projectView } from './view.ts'
import { shortDate } from './words.ts'
import type { Side } from './viewer.ts'

export interface PageOptions {
  readonly org: string
  readonly render: Render
  readonly entrance: Entrance
  readonly monthlyQuota: number
}

interface Options extends PageOptions {
  readonly linkFor: (who: { personUuid: string; projectUuid: string; now: number }) => string
}

const sides: Record<Side, string> = { vendor: '/projects', portal: '/portal/projects' }

const projectUuid = (request: FastifyRequest) => (request.params as { uuid: string }).uuid.toLowerCase()

/** Where people sign in, the vendor sends each of the customer's contacts their own way in. */
const waysIn = (deps: Deps, { entrance, linkFor }: Options, { side, viewer }: Page, work: Work) => {
  if (side === 'portal' || entrance.open) return []
  const contacts = [...viewer.names.values()].filter((one) => one.account_uuid === work.project.account_uuid)
  return contacts.map(({ uuid, ...person }) => ({
    name: fullName(person),
    href: linkFor({ personUuid: uuid, projectUuid: work.project.uuid, now: deps.now() }),
  }))
}

const showProject = async (
  deps: Deps,
  options: Options,
  page: Page,
  uuid: string,
  how: { fragment: boolean; notice?: string },
) => {
  const work = await readWork(deps, page.actor, uuid)
  const facts = {
    ...page,
    project: projectView(work, page.viewer),
    notice: how.notice,
    waysIn: waysIn(deps, options, page, work),
    base: `${page.base}/${uuid}`,
  }
  const { render } = options
  return how.fragment
    ? render.part('project', facts)
    : render.page('project-page', { ...facts, title: work.project.name, path: facts.base })
}

const showList = async (deps: Deps, { org, render }: PageOptions, page: Page) => {
  const day = today(deps)
  const isPortal = page.side === 'portal'
  const { projects } = await listProjects(deps.database.sql, org, day, {
    limit: 200,
    offset: 0,
    accountUuid: isPortal ? (page.viewer.person.account_uuid ?? '') : undefined,
  })
  return render.page('projects', {
    ...page,
    title: 'Projects',
    path: page.base,
    projects: projects.map((project) => ({
      uuid: project.uuid,
      name: project.name,
      account: project.account_name,
      status: statusOf(project),
      percent: isPortal ? customerPercentageOf(project.progress) : percentageOf(project),
      owner: `${project.owner_first} ${project.owner_last}`.trim(),
      due: shortDate(project.due_date),
      overdue: isOverdue(project, day),
    })),
  })
}

/** The account whose contacts may look at a project's portal. */
const accountOf = async (deps: Deps, org: string, uuid: string) => {
  const project = await findProject(deps.database.sql, org, uuid, today(deps))
  if (!project) throw notFound('Project')
  return project.account_uuid
}

const html = (reply: FastifyReply) => reply.headers(headers).type('text/html; charset=utf-8')

const isHtmx = (request: FastifyRequest) => request.headers['hx-request'] === 'true'

/** A refusal is shown on the page itself, above what it is about. */
const words = (error: unknown): string => {
  if (!(error instanceof ApiProblem)) throw error
  return error.fields[0]?.message ?? error.message
}

/** A refusal with no page to show it on is a page of its own; what is not a refusal is everybody's. */
const pageProblem =
  (deps: Deps, { render }: PageOptions) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof SignInNeeded) {
      if (isHtmx(request)) return reply.header('hx-redirect', '/sign-in').status(204).send()
      const to = request.method === 'GET' ? request.url : '/projects'
      return reply.redirect(`/sign-in?to=${encodeURIComponent(to)}`, 303)
    }
    if (!(error instanceof ApiProblem)) return answerError(deps.log)(error, request, reply)
    if (isHtmx(request)) reply.header('hx-reswap', 'none')
    const facts = { title: 'This page cannot be shown', text: words(error) }
    return html(reply)
      .status(error.status ?? 400)
      .send(render.part('message', facts))
  }

const mountSide = (app: FastifyInstance, deps: Deps, options: Options, side: Side) => {
  const base = sides[side]
  const pageOf = async (request: FastifyRequest, reply: FastifyReply, uuid?: string) =>
    pageFor(deps, request, reply, {
      side,
      base,
      org: options.org,
      entrance: options.entrance,
      accountUuid:
        uuid === undefined || side === 'vendor' ? undefined : await accountOf(deps, options.org, uuid),
    })

  app.get(base, async (request, reply) =>
    html(reply).send(await showList(deps, options, await pageOf(request, reply))),
  )
  app.get(`${base}/:uuid`, async (request, reply) => {
    const uuid = projectUuid(request)
    const page = await pageOf(request, reply, uuid)
    return html(reply).send(await showProject(deps, options, page, uuid, { fragment: false }))
  })
  app.get(`${base}/:uuid/live`, async (request, reply) => {
    const uuid = projectUuid(request)
    const version = await versionOf(deps.database.sql, options.org, uuid)
    if (version === undefined || String(version) === (request.query as { v?: string }).v)
      return reply.status(204).send()
    const page = await pageOf(request, reply, uuid)
    return html(reply).send(await showProject(deps, options, page, uuid, { fragment: true }))
  })
  app.post(`${base}/:uuid/act/:action/:object`, async (request, reply) => {
    sameOrigin(request)
    const { action, object } = request.params as { action: string; object: string }
    const uuid = projectUuid(request)
    const page = await pageOf(request, reply, uuid)
    const form = (request.body ?? {}) as Record<string, string>
    const fragment = isHtmx(request)
    try {
      await act(deps, page.actor, { action, uuid: object, form })
    } catch (error) {
      const shown = await showProject(deps, options, page, uuid, { fragment, notice: words(error) })
      return html(reply).status(422).send(shown)
    }
    if (!fragment) return reply.redirect(`${base}/${uuid}${page.query}`, 303)
    return html(reply).send(await showProject(deps, options, page, uuid, { fragment: true }))
  })
}

/** The web application: the vendor's pages, and the customer's portal. */
export const mountPages = async (app: FastifyInstance, deps: Deps, options: PageOptions): Promise<void> => {
  await app.register(async (pages) => {
    await pages.register(formbody)
    pages.setErrorHandler(pageProblem(deps, options))
    await mountAssets(pages)
    pages.get('/', (_request, reply) => reply.redirect('/projects', 302))
    pages.get('/portal', (_request, reply) => reply.redirect('/portal/projects', 302))
    const linked: Options = { ...options, linkFor: (who) => signInLink(pages, who) }
    mountSide(pages, deps, linked, 'vendor')
    mountSide(pages, deps, linked, 'portal')
    mountDeliveries(pages, deps, options)
    mountSettings(pages, deps, options)
    mountPlaybooks(pages, deps, options)
    mountDataFields(pages, deps, options)
    mountPeople(pages, deps, options)
    mountSignIn(pages, deps, options)
  })
}
