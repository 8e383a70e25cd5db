import type { ProjectItem } from '../../contract/project.ts'
import {
  knownProject,
  type KnownProject,
  rememberProject,
  type KnownOfTask,
} from '../store/known-projects.ts'
import { bringAccountUpToDate, outdatedAccounts } from '../store/accounts.ts'
import { relabel } from '../store/subscriptions.ts'
import type { BotDeps } from '../deps/deps.ts'
import { unlessNoPages, isOver } from './tracker-says.ts'

export const uuidOf = (item: ProjectItem): string | undefined => item.uuid ?? item.id

/** The account's id, which stays the same after a rename. */
export const accountIdOf = ({ account }: ProjectItem): string | undefined => {
  const uuid = account?.['uuid']
  return (typeof uuid === 'string' ? uuid : account?.id) ?? undefined
}

/**
 * Stores an account's id and follows its rename. Call before routing, so that no event is lost. A subscription that has
 * only the account's name is silent if the account is renamed before its first event.
 */
const noticeAccount = async (deps: BotDeps, item: ProjectItem): Promise<void> => {
  if (!item.account) return
  const account = { id: accountIdOf(item), name: item.account.name }
  if ((await outdatedAccounts(deps.database.sql, account)).length === 0) return
  await deps.database.transaction((tx) => bringAccountUpToDate(tx, account))
}

/** At most 1,000 projects: nobody looks further, but for what waits on customers. */
const usualPages = 5

/** The interface's largest page, 50 times: what an answer may wait for. */
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
): AsyncGenerator<readonly ProjectItem[]> {
  const query = { limit: 200, ...(name !== undefined && { name }) }
  const { projects, pagination } = await deps.api.listProjects(query)
  yield projects
  const [first] = projects
  if (!first) return
  const pageAt = async (page: number): Promise<readonly ProjectItem[]> => {
    const next = await unlessNoPages(deps.api.listProjects({ ...query, offset: page * projects.length }))
    const items = next?.projects ?? []
    return items[0] && uuidOf(items[0]) === uuidOf(first) ? [] : items
  }
  // So a full page without a total is counted. Then each full page says that one more may follow.
  const isUncounted = pagination.total === projects.length + 1
  let end = Math.min(mostPages, Math.ceil(pagination.total / projects.length))
  let page = 1
  while (page < end) {
    const from = page
    page = from === 1 ? 2 : Math.min(from + atOnce, end)
    const asked = Array.from({ length: page - from }, (_, at) => pageAt(from + at))
    for (const items of await Promise.all(asked)) {
      if (items.length === 0) return
      yield items
      if (isUncounted && items.length === projects.length) end = Math.min(mostPages, end + 1)
    }
  }
}

const amongPages = async (
  deps: BotDeps,
  name: string | undefined,
  pick: (items: readonly ProjectItem[]) => ProjectItem | undefined,
): Promise<ProjectItem | undefined> => {
  for await (const items of pages(deps, name)) {
    const found = pick(items)
    if (found) return found
  }
  return undefined
}

/** All projects, up to 1,000 unless `mostPages` is given. `whole` is true if there are no more. */
export const allProjects = async (deps: BotDeps, mostPages = usualPages) => {
  const items: ProjectItem[] = []
  for await (const page of pages(deps, undefined, mostPages, pagesAtOnce)) items.push(...page)
  const { pagination } = await deps.api.listProjects({ limit: 1 })
  return { items, whole: items.length >= pagination.total }
}

const onlyOfName = (projects: readonly ProjectItem[], name: string) => {
  const sameName = projects.filter((item) => item.uuid === undefined && item.name === name)
  return sameName.length === 1 ? sameName[0] : undefined
}

/** The event's name or ours may be from before a rename. Then the whole list is searched. */
const lookUp = async (deps: BotDeps, uuid: string, name: string, knownName: string | undefined) => {
  const byUuid = (items: readonly ProjectItem[]) => items.find((item) => uuidOf(item) === uuid)
  const found = await amongPages(deps, name, (items) => byUuid(items) ?? onlyOfName(items, name))
  if (found) return found
  const isKnown = knownName !== undefined && knownName !== name
  return (isKnown && (await amongPages(deps, knownName, byUuid))) || amongPages(deps, undefined, byUuid)
}

/** Without a name, the stored one is used. */
export const findProject = async (deps: BotDeps, uuid: string, name: string | undefined) => {
  const known = await knownProject(deps.database.sql, uuid)
  return fetchProject(deps, uuid, name ?? known?.name ?? '', known)
}

/**
 * The interface finds projects only by name, so the name narrows the search and the uuid decides. If items have no
 * uuid (before 2026-07-31), a single exact match is accepted. `known`: what is stored of it, updated if it differs.
 */
export const fetchProject = async (
  deps: BotDeps,
  uuid: string,
  name: string,
  known: KnownProject | undefined,
) => {
  const { sql } = deps.database
  const found = await lookUp(deps, uuid, name, known?.name)
  if (!found) return undefined
  const facts = factsOf(found, uuid)
  if (isNews(facts, known)) await rememberProject(sql, facts)
  if (known && known.name !== found.name) await relabel(sql, uuid, found.name)
  await noticeAccount(deps, found)
  return found
}

const storedFacts = ['name', 'accountName', 'accountId', 'internalUrl', 'portalUrl', 'isOver'] as const
const isNews = (facts: KnownProject, known: KnownProject | undefined): boolean =>
  storedFacts.some((fact) => facts[fact] !== undefined && facts[fact] !== known?.[fact])

export const factsOf = (item: ProjectItem, uuid: string): KnownProject => ({
  uuid,
  listedAs: uuidOf(item),
  name: item.name,
  accountName: item.account?.name,
  accountId: accountIdOf(item),
  internalUrl: item.internal_project_url ?? undefined,
  portalUrl: item.portal_project_url ?? undefined,
  isOver: isOver(item),
})

/**
 * Facts of a project whose uuid comes from the tracker. Uses stored facts if they are complete, unless a
 * subscription depends on the tracker's list: a project that moved to another customer must not be posted in
 * the old customer's channel.
 */
export const projectFacts = async (
  deps: BotDeps,
  uuid: string,
  name: string,
  { project: known, byList }: Pick<KnownOfTask, 'project' | 'byList'>,
): Promise<KnownProject> => {
  if (known?.accountName !== undefined && known.name === name && !byList) return known
  const item = await fetchProject(deps, uuid, name, known)
  if (item) return factsOf(item, uuid)
  return known ?? { uuid, name, accountName: undefined, internalUrl: undefined, portalUrl: undefined }
}

/**
 * The project with exactly this name. `hint` is a uuid from an unverified source, such as an unsigned event:
 * it only decides between projects of the same name. Undefined if that is not enough.
 */
export const projectNamed = async (
  deps: BotDeps,
  name: string,
  hint: string | undefined,
  hinted: Pick<KnownOfTask, 'project' | 'byList'>,
): Promise<KnownProject | undefined> => {
  if (hinted.project?.name === name) return projectFacts(deps, hinted.project.uuid, name, hinted)
  const namesakes: ProjectItem[] = []
  for await (const items of pages(deps, name)) namesakes.push(...items.filter((item) => item.name === name))
  const item =
    namesakes.find((one) => uuidOf(one) === hint) ?? (namesakes.length === 1 ? namesakes[0] : undefined)
  const uuid = item && (item.uuid ?? hint ?? item.id)
  if (!item || uuid === undefined) return undefined
  const facts = factsOf(item, uuid)
  await rememberProject(deps.database.sql, facts)
  return facts
}
