import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maySeeNotes, today, notFound } from '../../acting.ts'
import { findPerson, offeredPeople } from '../../store/people.ts'
import type { Side } from '../../store/sign-in.ts'
import { findProject, type ProjectRecord, versionOf } from '../../store/projects.ts'
import type { Scope } from '../../store/rows.ts'
import { bases, beforeBody, type Page, pageFor, pageIn, scopeFor, findSession } from '../kit/page.ts'
import type { Site } from '../kit/site.ts'
import {
  type Refused,
  refusalFacts,
  refusalIn,
  formIn,
  isHtmx,
  paramsIn,
  queryIn,
  seeOther,
} from '../kit/request.ts'
import { act } from './actions.ts'
import { activityOf, mentionable, readProjectData, projectView } from './view.ts'
import { fieldsView, sheetFacts, sheetOf } from './sheets.ts'
import { historyFacts, notesView } from './comments.ts'

/** In the open demo, visitors see the portal as one of the customer's contacts. */
const hasPortal = async ({ acting, others }: Page, { account_uuid: accountUuid }: ProjectRecord) =>
  others.length > 0 && (await offeredPeople(acting, { isCustomer: true, accountUuid, limit: 1 })).length > 0

const paramIn = (request: FastifyRequest, name = 'uuid') => (paramsIn(request)[name] ?? '').toLowerCase()

interface Shown {
  readonly fragment: boolean
  readonly refused?: Refused | undefined
}

const showProject = async ({ render }: Site, page: Page, uuid: string, { fragment, refused }: Shown) => {
  const base = `${page.base}/${uuid}`
  const data = await readProjectData(page.acting, uuid)
  const { project } = data.work
  const isVendor = page.side === 'vendor'
  const view = projectView(data, { ...page, today: today(page.acting.deps), base })
  const facts = {
    ...page,
    ...refusalFacts(refused),
    project: view,
    activity: isVendor ? activityOf(view, data.names) : [],
    fields: isVendor ? await fieldsView(page.acting, project.uuid) : undefined,
    mentionable: await mentionable(page, data),
    hasPortal: isVendor && (await hasPortal(page, project)),
    notes: maySeeNotes(page.person) ? await notesView(page, project.uuid) : undefined,
    edits: isVendor,
    base,
  }
  return fragment
    ? render.part('projects/project', facts)
    : render.page('projects/project-page', { ...facts, title: project.name, path: base })
}

const showSheet = async (
  { render }: Site,
  page: Page,
  uuid: string,
  { fragment, refused, ...which }: Shown & { kind: string; uuid: string },
) => {
  const base = `${page.base}/${uuid}`
  const sheet = await sheetFacts(page, uuid, which)
  const facts = { ...page, ...refusalFacts(refused), ...sheet, isPart: fragment, base, path: base }
  return render.page('projects/sheet', facts, fragment)
}

export const mountProject = (app: FastifyInstance, site: Site, side: Side): void => {
  const { deps, entrance, render } = site
  const base = bases[side]
  const accountOf = async (scope: Scope, request: FastifyRequest) => {
    const project = await findProject(scope, paramIn(request), today(deps))
    if (!project) throw notFound('Project')
    return project.account_uuid
  }
  const pageOf = async (request: FastifyRequest, reply: FastifyReply) => {
    if (side === 'vendor') return pageFor(site, request, reply, { side })
    const accountUuid = await accountOf(await scopeFor(site, request, side), request)
    return pageFor(site, request, reply, { side, accountUuid })
  }
  /** Whether the project belongs to the signed-in contact's account. Not counted as a call. */
  const mayPoll = async (request: FastifyRequest, scope: Scope) => {
    const session = await findSession(site, request, side)
    if (entrance.open && !session) return true
    const person = session && (await findPerson(scope, session.personUuid))
    return person?.account_uuid === (await accountOf(scope, request))
  }

  app.get(`${base}/:uuid`, async (request, reply) => {
    const page = await pageOf(request, reply)
    return render.html(reply).send(await showProject(site, page, paramIn(request), { fragment: false }))
  })
  app.get(`${base}/:uuid/live`, async (request, reply) => {
    const scope = await scopeFor(site, request, side)
    const version = await versionOf(scope, paramIn(request))
    // Somebody else's project is answered like an unknown one, so that nobody learns that it exists.
    const isKnown = version !== undefined && (side === 'vendor' || (await mayPoll(request, scope)))
    if (!isKnown || String(version) === queryIn(request)['v']) return reply.status(204).send()
    const page = await pageOf(request, reply)
    return render.html(reply).send(await showProject(site, page, paramIn(request), { fragment: true }))
  })
  app.get(`${base}/:uuid/edit/:kind/:object`, async (request, reply) => {
    const { kind = '' } = paramsIn(request)
    const page = await pageOf(request, reply)
    const which = { kind, uuid: paramIn(request, 'object'), fragment: isHtmx(request) }
    return render.html(reply).send(await showSheet(site, page, paramIn(request), which))
  })
  for (const path of [`${base}/:uuid/comments/:object`, `${base}/:uuid/notes`])
    app.get(path, async (request, reply) => {
      const page = await pageOf(request, reply)
      const task = paramsIn(request)['object']?.toLowerCase()
      const facts = await historyFacts(page, paramIn(request), task, queryIn(request))
      return render.html(reply).send(render.page('projects/history', { ...page, ...facts }))
    })
  app.post(`${base}/:uuid/act/:action/:object`, beforeBody(pageOf), async (request, reply) => {
    const { action = '', object = '' } = paramsIn(request)
    const uuid = paramIn(request)
    const page = pageIn(request)
    const form = formIn(request)
    const fragment = isHtmx(request)
    const sheet = Object.hasOwn(sheetOf, action) ? sheetOf[action] : undefined
    // A subtask's forms are on the sheet of its task, and name that task in `of`.
    const sheetUuid = typeof form['of'] === 'string' ? form['of'].toLowerCase() : object.toLowerCase()
    const onSheet = (refused?: Refused) => {
      if (fragment) reply.header('hx-retarget', '#sheet').header('hx-reswap', 'innerMorph')
      return showSheet(site, page, uuid, { kind: sheet?.kind ?? '', uuid: sheetUuid, fragment, refused })
    }
    try {
      await act(page.acting, action, object, form)
    } catch (error) {
      const refused = refusalIn(error, form)
      const isGone = refused.field === 'form'
      const shown =
        sheet && !isGone ? await onSheet(refused) : await showProject(site, page, uuid, { fragment, refused })
      return render.html(reply).status(422).send(shown)
    }
    if (!fragment) {
      const back = sheet?.stays ? `${base}/${uuid}/edit/${sheet.kind}/${sheetUuid}` : `${base}/${uuid}`
      return seeOther(reply, `${back}${page.query}`)
    }
    const shown = sheet?.stays ? onSheet() : showProject(site, page, uuid, { fragment })
    return render.html(reply).send(await shown)
  })
}
