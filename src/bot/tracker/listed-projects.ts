import {
  knownProject,
  type KnownProject,
  rememberProject,
  type KnownOfTask,
} from '../store/known-projects.ts'
import { bringAccountUpToDate, outdatedAccounts } from '../store/accounts.ts'
import { relabel } from '../store/subscriptions.ts'
import { noName } from '../../contract/fields.ts'
import type { BotDeps } from '../deps/deps.ts'
import { isUncounted, unlessNoPages } from './tracker-says.ts'
import { hasChannel, type ProjectInView, viewOf } from './project-in-view.ts'

/**
 * Stores an account's id and follows its rename. Call before routing, so that no event is lost. A subscription that has
 * only the account's name is silent if the account is renamed before its first event.
 */
const noticeAccount = async (deps: BotDeps, { accountName: name, accountId: id }: KnownProject) => {
  if (name === undefined) return
  const account = { id, name }
  if ((await outdatedAccounts(deps.database.sql, account)).length === 0) return
  await deps.database.transaction((tx) => bringAccountUpToDate(tx, account))
}

/** At most 1,000 projects. Accounts, and what waits on customers, are looked for in `allPages`. */
const usualPages = 5

/** In the interface's largest pages. More would take longer than a person waits for an answer. */
export const allPages = 50

/** Pages of the whole list that are read at once: a tracker far away takes seconds for fifty of them. */
const pagesAtOnce = 4

/**
 * Projects whose name contains `name`, page by page. The interface does not document `offset`: a tracker that
 * refuses it, or returns the first page again, has a single page, so the second one is read alone.
 */
async function* pages(
  deps: BotDeps,
  name: string | undefined,
  mostPages = usualPages,
  atOnce = 1,
): AsyncGenerator<readonly ProjectInView[]> {
  const query = { limit: 200, ...(name !== undefined && { name }) }
  const { projects, pagination } = await deps.api.listProjects(query)
  const views = projects.map(viewOf)
  yield views
  const [first] = views
  if (!first) return
  const pageAt = async (page: number): Promise<readonly ProjectInView[]> => {
    const next = await unlessNoPages(deps.api.listProjects({ ...query, offset: page * projects.length }))
    const found = (next?.projects ?? []).map(viewOf)
    return found[0]?.listedAs === first.listedAs ? [] : found
  }
  const mayHaveMore = isUncounted(projects, projects.length, pagination.total)
  let end = Math.min(mostPages, Math.ceil(pagination.total / projects.length))
  let page = 1
  while (page < end) {
    const from = page
    page = from === 1 ? 2 : Math.min(from + atOnce, end)
    const requests = Array.from({ length: page - from }, (_, at) => pageAt(from + at))
    for (const found of await Promise.all(requests)) {
      if (found.length === 0) return
      yield found
      if (mayHaveMore && found.length === projects.length) end = Math.min(mostPages, end + 1)
    }
  }
}

const amongPages = async (
  deps: BotDeps,
  name: string | undefined,
  pick: (views: readonly ProjectInView[]) => ProjectInView | undefined,
): Promise<ProjectInView | undefined> => {
  for await (const views of pages(deps, name)) {
    const found = pick(views)
    if (found) return found
  }
  return undefined
}

/** All projects, up to 1,000 unless `mostPages` is given. `whole` is true if there are no more. */
export const allProjects = async (deps: BotDeps, mostPages = usualPages) => {
  const projects: ProjectInView[] = []
  for await (const page of pages(deps, undefined, mostPages, pagesAtOnce)) projects.push(...page)
  const { pagination } = await deps.api.listProjects({ limit: 1 })
  return { projects, whole: projects.length >= pagination.total }
}

const onlyOfName = (views: readonly ProjectInView[], name: string) => {
  const sameName = views.filter(
    ({ item }) => item.uuid === undefined && item.name === name && name !== noName,
  )
  return sameName.length === 1 ? sameName[0] : undefined
}

/** The event's name and the stored one may be from before a rename. Then the whole list is searched. */
const lookUp = async (deps: BotDeps, uuid: string, name: string, knownName: string | undefined) => {
  const byUuid = (views: readonly ProjectInView[]) => views.find(({ listedAs }) => listedAs === uuid)
  const found = await amongPages(deps, name, (views) => byUuid(views) ?? onlyOfName(views, name))
  if (found) return found
  const isKnown = knownName !== undefined && knownName !== name
  return (isKnown && (await amongPages(deps, knownName, byUuid))) || amongPages(deps, undefined, byUuid)
}

/** Without a name, the stored one is used. */
export const findProject = async (deps: BotDeps, uuid: string, name: string | undefined) => {
  const stored = await knownProject(deps.database.sql, uuid)
  return fetchProject(deps, uuid, name ?? stored?.name ?? '', stored)
}

/**
 * The interface finds projects only by name, so the name narrows the search and the uuid decides. If items have no
 * uuid (before 2026-07-31), a single exact match is accepted. `stored`: is updated if it differs.
 */
export const fetchProject = async (
  deps: BotDeps,
  uuid: string,
  name: string,
  stored: KnownProject | undefined,
): Promise<ProjectInView | undefined> => {
  const { sql } = deps.database
  const found = await lookUp(deps, uuid, name, stored?.name)
  if (!found) return undefined
  const view = { ...found, uuid }
  if (isNews(view, stored)) await rememberProject(sql, view)
  if (stored && stored.name !== view.name) await relabel(sql, uuid, view.name)
  await noticeAccount(deps, view)
  return view
}

const storedFacts = ['name', 'accountName', 'accountId', 'internalUrl', 'portalUrl', 'isOver'] as const
const isNews = (facts: KnownProject, stored: KnownProject | undefined): boolean =>
  storedFacts.some((fact) => facts[fact] !== undefined && facts[fact] !== stored?.[fact])

interface EventProject {
  name?: string | null | undefined
  internal_project_url?: string | null | undefined
  portal_project_url?: string | null | undefined
}

/** An event's project according to the tracker. Undefined if it has none with this uuid. */
export const projectInView = async (
  deps: BotDeps,
  uuid: string,
  fromEvent: EventProject,
): Promise<ProjectInView | undefined> => {
  const view = await findProject(deps, uuid, fromEvent.name ?? undefined)
  if (!view) return undefined
  return {
    ...view,
    hasChannel: await hasChannel(deps, uuid),
    // Without URLs in the list, the event's are used: they are links, not facts.
    internalUrl: view.internalUrl ?? fromEvent.internal_project_url ?? undefined,
    portalUrl: view.portalUrl ?? fromEvent.portal_project_url ?? undefined,
  }
}

/**
 * Facts of a project whose uuid comes from the tracker. Uses stored facts if they are complete, unless a
 * subscription depends on the tracker's list: a project that moved to another customer must not be posted in
 * the old customer's channel.
 */
export const projectFacts = async (
  deps: BotDeps,
  uuid: string,
  name: string,
  { project: stored, byList }: Pick<KnownOfTask, 'project' | 'byList'>,
): Promise<KnownProject> => {
  if (stored?.accountName !== undefined && stored.name === name && !byList) return stored
  const view = await fetchProject(deps, uuid, name, stored)
  return (
    view ?? stored ?? { uuid, name, accountName: undefined, internalUrl: undefined, portalUrl: undefined }
  )
}

/**
 * The project with exactly this name. `hint` is a uuid from an unverified source, such as an unsigned event:
 * it only decides between projects of the same name. Undefined if that is not enough. `stored`: the hint's project.
 */
export const projectNamed = async (
  deps: BotDeps,
  name: string,
  hint: string | undefined,
  stored: Pick<KnownOfTask, 'project' | 'byList'>,
): Promise<KnownProject | undefined> => {
  if (name === noName) return undefined
  if (stored.project?.name === name) return projectFacts(deps, stored.project.uuid, name, stored)
  const namesakes: ProjectInView[] = []
  for await (const views of pages(deps, name)) namesakes.push(...views.filter((one) => one.name === name))
  const found =
    namesakes.find(({ listedAs }) => listedAs === hint) ?? (namesakes.length === 1 ? namesakes[0] : undefined)
  const uuid = found && (found.item.uuid ?? hint ?? found.listedAs)
  if (!found || uuid === undefined) return undefined
  const view = { ...found, uuid }
  await rememberProject(deps.database.sql, view)
  return view
}
