import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Deps, today, scopeOf } from '../../deps.ts'
import { maySeeNotes } from '../../access.ts'
import { notFound } from '../../refusals.ts'
import { findPerson, offeredPeople } from '../../store/people/people.ts'
import { findProject, versionOf, type ProjectRecord } from '../../store/projects/projects.ts'
import type { FormOptions } from '../kit/forms.ts'
import { organizationOf, type Page, pageFor } from '../kit/page.ts'
import { type Refused, refusalFacts, refusalIn } from '../kit/refused.ts'
import { signedIn } from '../kit/session.ts'
import { formIn, isHtmx, paramsIn, queryIn, sameOrigin } from '../kit/request.ts'
import type { Side } from '../../store/people/sessions.ts'
import { act } from './actions.ts'
import { historyFacts } from './history.ts'
import { sheetFacts, sheetOf } from './sheets.ts'
import { activityOf } from './activity.ts'
import { fieldsView } from './fields-view.ts'
import { mentionable, notesView, readProjectData } from './project-data.ts'
import { projectView } from './view.ts'

/** In the open demo, people look at it as a customer's contact, if there is one. */
const hasPortal = async (deps: Deps, { actor, others }: Page, { account_uuid: accountUuid }: ProjectRecord) =>
  others.length > 0 &&
  (await offeredPeople(scopeOf(deps, actor), { isCustomer: true, accountUuid, limit: 1 })).length > 0

const projectUuid = (request: FastifyRequest) => (paramsIn(request)['uuid'] ?? '').toLowerCase()
const objectUuid = (request: FastifyRequest) => (paramsIn(request)['object'] ?? '').toLowerCase()

const accountOf = async (deps: Deps, org: string, uuid: string) => {
  const project = await findProject({ sql: deps.database.sql, org }, uuid, today(deps))
  if (!project) throw notFound('Project')
  return project.account_uuid
}

const showProject = async (
  deps: Deps,
  { render }: FormOptions,
  page: Page,
  uuid: string,
  { fragment, refused }: { fragment: boolean; refused?: Refused },
) => {
  const data = await readProjectData(deps, page.actor, uuid)
  const { project } = data.work
  const isVendor = page.side === 'vendor'
  const view = projectView(data, {
    person: page.person,
    actor: page.actor,
    today: today(deps),
    base: `${page.base}/${uuid}`,
  })
  const facts = {
    ...page,
    ...refusalFacts(refused),
    project: view,
    activity: isVendor ? activityOf(view, data.names) : [],
    fields: isVendor ? await fieldsView(deps, page, project.uuid) : undefined,
    mentionable: await mentionable(deps, page, data),
    hasPortal: isVendor && (await hasPortal(deps, page, project)),
    notes: maySeeNotes(page.person) ? await notesView(deps, page, project.uuid) : undefined,
    edits: isVendor,
    base: `${page.base}/${uuid}`,
  }
  return fragment
    ? render.part('projects/project', facts)
    : render.page('projects/project-page', { ...facts, title: project.name, path: facts.base })
}

const showSheet = async (
  deps: Deps,
  { render }: FormOptions,
  page: Page,
  uuid: string,
  { fragment, refused, ...which }: { kind: string; uuid: string; fragment: boolean; refused?: Refused },
) => {
  const facts = {
    ...page,
    ...refusalFacts(refused),
    ...(await sheetFacts(deps, page, uuid, which)),
    isPart: fragment,
    base: `${page.base}/${uuid}`,
    path: `${page.base}/${uuid}`,
  }
  return render.page('projects/sheet', facts, fragment)
}

export const mountProject = (
  app: FastifyInstance,
  deps: Deps,
  options: FormOptions,
  { side, base }: { side: Side; base: string },
): void => {
  const { org, entrance, render } = options
  const pageOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const wanted = { side, org, entrance }
    const asked = await organizationOf(deps, request, wanted)
    const accountUuid = side === 'vendor' ? undefined : await accountOf(deps, asked, projectUuid(request))
    return pageFor(deps, request, reply, { ...wanted, base, accountUuid })
  }
  /** Whether the project is of the signed-in contact's account. Counts as no call. */
  const mayPoll = async (request: FastifyRequest, asked: string) => {
    const session = await signedIn(deps, request, side)
    if (entrance.open && !session) return true
    const scope = { sql: deps.database.sql, org: asked }
    const person = session && (await findPerson(scope, session.personUuid))
    return person?.account_uuid === (await accountOf(deps, asked, projectUuid(request)))
  }

  app.get(`${base}/:uuid`, async (request, reply) => {
    const page = await pageOf(request, reply)
    const shown = await showProject(deps, options, page, projectUuid(request), { fragment: false })
    return render.html(reply).send(shown)
  })
  app.get(`${base}/:uuid/live`, async (request, reply) => {
    const uuid = projectUuid(request)
    const asked = await organizationOf(deps, request, { side, org, entrance })
    const version = await versionOf({ sql: deps.database.sql, org: asked }, uuid)
    // Also of somebody else's project, as of none: whose it is shows only with the page.
    const isKnown = version !== undefined && (side === 'vendor' || (await mayPoll(request, asked)))
    if (!isKnown || String(version) === queryIn(request)['v']) return reply.status(204).send()
    const page = await pageOf(request, reply)
    return render.html(reply).send(await showProject(deps, options, page, uuid, { fragment: true }))
  })
  app.get(`${base}/:uuid/edit/:kind/:object`, async (request, reply) => {
    const { kind = '' } = paramsIn(request)
    const page = await pageOf(request, reply)
    const which = { kind, uuid: objectUuid(request), fragment: isHtmx(request) }
    return render.html(reply).send(await showSheet(deps, options, page, projectUuid(request), which))
  })
  app.get(`${base}/:uuid/comments/:object`, async (request, reply) => {
    const page = await pageOf(request, reply)
    const asked = { task: objectUuid(request), query: queryIn(request) }
    const facts = await historyFacts(deps, page, projectUuid(request), asked)
    return render.html(reply).send(render.page('projects/history', { ...page, ...facts }))
  })
  app.get(`${base}/:uuid/notes`, async (request, reply) => {
    const page = await pageOf(request, reply)
    const facts = await historyFacts(deps, page, projectUuid(request), { query: queryIn(request) })
    return render.html(reply).send(render.page('projects/history', { ...page, ...facts }))
  })
  app.post(`${base}/:uuid/act/:action/:object`, async (request, reply) => {
    sameOrigin(request)
    const { action = '', object = '' } = paramsIn(request)
    const uuid = projectUuid(request)
    const page = await pageOf(request, reply)
    const form = formIn(request)
    const fragment = isHtmx(request)
    const sheet = Object.hasOwn(sheetOf, action) ? sheetOf[action] : undefined
    // A subtask's forms are on the sheet of its task, and name that task in `of`.
    const of = typeof form['of'] === 'string' ? form['of'].toLowerCase() : objectUuid(request)
    const onSheet = (refused?: Refused) => {
      if (fragment) reply.header('hx-retarget', '#sheet').header('hx-reswap', 'innerMorph')
      const which = { kind: sheet?.kind ?? '', uuid: of, fragment, ...(refused && { refused }) }
      return showSheet(deps, options, page, uuid, which)
    }
    try {
      await act(deps, page.actor, { action, uuid: object, form })
    } catch (error) {
      const refused = refusalIn(error, form)
      const isGone = refused.field === 'form'
      const shown =
        sheet && !isGone
          ? await onSheet(refused)
          : await showProject(deps, options, page, uuid, { fragment, refused })
      return render.html(reply).status(422).send(shown)
    }
    if (!fragment) {
      const back = sheet?.stays ? `${base}/${uuid}/edit/${sheet.kind}/${of}` : `${base}/${uuid}`
      return reply.redirect(`${back}${page.query}`, 303)
    }
    if (sheet?.stays) return render.html(reply).send(await onSheet())
    return render.html(reply).send(await showProject(deps, options, page, uuid, { fragment: true }))
  })
}
