import { folded } from '../../../contract/text/folded.ts'
import type { ProjectReference } from '../commands/reference.ts'
import type { ProjectItem } from '../../../contract/project.ts'
import { knownProject, rememberProject } from '../../store/known-projects.ts'
import type { Actor } from '../../audience/actor.ts'
import { may, mayKnow } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { findProject, uuidOf } from '../../tracker/find-project.ts'
import { type ProjectInView, viewOf } from '../../tracker/project-in-view.ts'

/** The result of looking up a person's words for a project. */
export type Resolved =
  | ({ kind: 'one' } & ProjectInView)
  | { kind: 'many'; items: readonly ProjectItem[]; total: number }
  | { kind: 'none' }

type Deps = Pick<BotDeps, 'api' | 'database' | 'now'>

const one = async (deps: Deps, item: ProjectItem): Promise<Resolved> => {
  if (uuidOf(item) === undefined) return { kind: 'none' }
  const view = viewOf(deps, item)
  await rememberProject(deps.database.sql, view)
  return { kind: 'one', ...view }
}

/** By uuid, for example from a URL. Searches by the stored name, else among the first 200 projects. */
export const projectByUuid = async (deps: Deps, uuid: string): Promise<Resolved> => {
  const known = await knownProject(deps.database.sql, uuid)
  const item =
    (known && (await findProject(deps, uuid, known.name))) ??
    (await deps.api.listProjects({ limit: 200 })).projects.find((candidate) => uuidOf(candidate) === uuid)
  return item ? one(deps, item) : { kind: 'none' }
}

type Items = readonly ProjectItem[]
/** Leaves those that an outsider may know about. */
type Among = (items: Items) => Promise<Items>

const projectByExternalId = async (deps: Deps, external_id: string, among?: Among): Promise<Resolved> => {
  const { projects: found } = await deps.api.listProjects({ external_id, limit: 2 })
  const [linked, another] = among ? await among(found) : found
  return linked && !another ? one(deps, linked) : { kind: 'none' }
}

/** By uuid. Some systems' external ids are uuids too. */
const projectByEitherId = async (deps: Deps, uuid: string, among?: Among): Promise<Resolved> => {
  const resolved = await projectByUuid(deps, uuid)
  return resolved.kind === 'none' ? projectByExternalId(deps, uuid, among) : resolved
}

/** The longest word that is written in one way only, if the text has anything else. */
const plainWord = (text: string): string | undefined =>
  /^[\w ]*$/.test(text)
    ? undefined
    : text.match(/[a-z0-9]{2,}/gi)?.reduce((long, word) => (word.length > long.length ? word : long))

/** A tracker may compare letter by letter, so *Levi’s move* is also looked for by *move*. */
const listed = async ({ api }: Deps, text: string) => {
  const limit = 200
  const asTyped = await api.listProjects({ name: text.replaceAll(/ {2,}/g, ' '), limit })
  const word = asTyped.projects.length === 0 ? plainWord(text) : undefined
  if (word === undefined) return asTyped
  const { projects } = await api.listProjects({ name: word, limit })
  const wanted = folded(text)
  const meant = projects.filter(({ name }) => folded(name).includes(wanted))
  return { projects: meant, pagination: { total: meant.length } }
}

/**
 * By name (an exact match wins over partial ones), else by external id. `among` comes first: a project that the person
 * may not know about must neither win nor count.
 */
const projectByText = async (deps: Deps, text: string, among?: Among): Promise<Resolved> => {
  const { projects, pagination } = await listed(deps, text)
  const known = among ? await among(projects) : projects
  const wanted = folded(text)
  const exact = known.filter(({ name }) => folded(name) === wanted)
  const candidates = exact.length > 0 ? exact : known
  const [first] = candidates
  if (first && candidates.length === 1) return one(deps, first)
  if (first) {
    const isCounted = exact.length > 0 || among !== undefined
    const total = isCounted ? candidates.length : Math.max(pagination.total, candidates.length)
    return { kind: 'many', items: candidates, total }
  }
  return projectByExternalId(deps, text, among)
}

export const wordsOf = (words: ProjectReference): string => (words.by === 'uuid' ? words.uuid : words.text)

export const resolve = (deps: BotDeps, words: ProjectReference) =>
  words.by === 'uuid' ? projectByEitherId(deps, words.uuid) : projectByText(deps, words.text)

export const knownTo = async (
  deps: Pick<BotDeps, 'database' | 'now'>,
  actor: Actor,
  items: readonly ProjectItem[],
): Promise<ProjectItem[]> => {
  const known = await Promise.all(items.map((item) => mayKnow(deps, actor, { project: viewOf(deps, item) })))
  return items.filter((_, at) => known[at])
}

/** Like `resolve`, but only among projects that this person may know about. */
export const resolveFor = async (deps: BotDeps, actor: Actor, words: ProjectReference): Promise<Resolved> => {
  if (may(actor, 'work')) return resolve(deps, words)
  const among: Among = (items) => knownTo(deps, actor, items)
  if (words.by === 'text') return projectByText(deps, words.text, among)
  const resolved = await projectByEitherId(deps, words.uuid, among)
  const isKnown = resolved.kind === 'one' && (await among([resolved.item])).length > 0
  return isKnown ? resolved : { kind: 'none' }
}
