import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { today, notFound } from '../../acting.ts'
import { ApiProblem } from '../../../contract/problem.ts'
import { hashOf } from '../../../contract/text.ts'
import type { TeamsWork } from '../../app/tree.ts'
import { offeredPeople } from '../../store/people.ts'
import type { Side } from '../../store/sign-in.ts'
import { findProject, type ProjectRecord, versionOf } from '../../store/projects.ts'
import type { Scope } from '../../store/rows.ts'
import { bases, beforeBody, countCall, type Page, pageFor, pageIn, scopeFor } from '../kit/page.ts'
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
import { activityOf, mentionable, readProjectData, projectView, type View } from './view.ts'
import { fieldsView, sheetFacts, sheetOf } from './sheets.ts'
import { historyFacts, notesView, type Names } from './comments.ts'

/** In the open demo, visitors see the portal as one of the customer's contacts. */
const hasPortal = async ({ acting, others }: Page, { account_uuid: accountUuid }: ProjectRecord) =>
  others.length > 0 && (await offeredPeople(acting, { isCustomer: true, accountUuid, limit: 1 })).length > 0

const paramIn = (request: FastifyRequest, name = 'uuid') => (paramsIn(request)[name] ?? '').toLowerCase()

interface Shown {
  readonly fragment: boolean
  readonly refused?: Refused | undefined
}

type Facts = Awaited<ReturnType<typeof projectFacts>>

/** What only the team's page has. */
const teamsFacts = async (
  page: Page,
  work: TeamsWork,
  { project, names }: { project: View; names: Names },
) => ({
  edits: true,
  version: String(work.project.version),
  activity: activityOf(work, project, names),
  fields: await fieldsView(page.acting, work.project.uuid),
  notes: await notesView(page, work.project.uuid),
  hasPortal: await hasPortal(page, work.project),
})

/**
 * `version` is what an open page sends to learn whether something changed. A customer's is a hash of what the page
 * shows: the project's own version also grows with what they don't see.
 */
const projectFacts = async (page: Page, uuid: string) => {
  const base = `${page.base}/${uuid}`
  const data = await readProjectData(page.acting, uuid)
  const { work, names } = data
  const project = projectView(data, { ...page, today: today(page.acting.deps), base })
  const shared = { base, project, mentionable: await mentionable(page, data) }
  if (work.side === 'portal') return { ...shared, version: hashOf(JSON.stringify(shared)).slice(0, 16) }
  return { ...shared, ...(await teamsFacts(page, work, { project, names })) }
}

const renderProject = ({ render }: Site, page: Page, facts: Facts, { fragment, refused }: Shown) => {
  const all = { ...page, ...refusalFacts(refused), ...facts }
  return fragment
    ? render.part('projects/project', all)
    : render.page('projects/project-page', { ...all, title: facts.project.name, path: facts.base })
}

const showProject = async (site: Site, page: Page, uuid: string, shown: Shown) =>
  renderProject(site, page, await projectFacts(page, uuid), shown)

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
  const { deps, render } = site
  const base = bases[side]
  const accountOf = async (scope: Scope, request: FastifyRequest) => {
    const project = await findProject(scope, paramIn(request), today(deps))
    if (!project) throw notFound('Project')
    return project.account_uuid
  }
  const pageOf = async (request: FastifyRequest, reply: FastifyReply, isPoll = false) => {
    if (side === 'vendor') return pageFor(site, request, reply, { side, isPoll })
    const accountUuid = await accountOf(await scopeFor(site, request, side), request)
    return pageFor(site, request, reply, { side, accountUuid, isPoll })
  }
  /** The page if it shows something else than `version`. Undefined also for a project that this person can't see. */
  const changedSince = async (request: FastifyRequest, reply: FastifyReply, version: unknown) => {
    const uuid = paramIn(request)
    // Spares the team's pages the reading of a whole project each time.
    if (side === 'vendor' && String(await versionOf(await scopeFor(site, request, side), uuid)) === version)
      return undefined
    const page = await pageOf(request, reply, true)
    const facts = await projectFacts(page, uuid)
    if (facts.version === version) return undefined
    await countCall(request, page.acting)
    return renderProject(site, page, facts, { fragment: true })
  }

  app.get(`${base}/:uuid`, async (request, reply) => {
    const page = await pageOf(request, reply)
    return render.html(reply).send(await showProject(site, page, paramIn(request), { fragment: false }))
  })
  app.get(`${base}/:uuid/live`, async (request, reply) => {
    const changed = await changedSince(request, reply, queryIn(request)['v']).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.kind === 'not-found') return undefined
      throw error
    })
    return changed === undefined ? reply.status(204).send() : render.html(reply).send(changed)
  })
  // The portal has no sheets and no notes.
  if (side === 'vendor')
    app.get(`${base}/:uuid/edit/:kind/:object`, async (request, reply) => {
      const { kind = '' } = paramsIn(request)
      const page = await pageOf(request, reply)
      const which = { kind, uuid: paramIn(request, 'object'), fragment: isHtmx(request) }
      return render.html(reply).send(await showSheet(site, page, paramIn(request), which))
    })
  const histories = [`${base}/:uuid/comments/:object`, ...(side === 'vendor' ? [`${base}/:uuid/notes`] : [])]
  for (const path of histories)
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
    const sheet = side === 'vendor' && Object.hasOwn(sheetOf, action) ? sheetOf[action] : undefined
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
