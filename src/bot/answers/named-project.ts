import { projectCardNow, stateFor } from '../tracker/views.ts'
import type { User } from '../../contract/user.ts'
import { notFound } from './messages/answers.ts'
import { projectCard } from '../kit/project-card.ts'
import { choices } from '../kit/buttons.ts'
import { type Here, type Actor, may, mayKnow } from '../audience/actor.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Answer } from './answer.ts'
import { receives } from '../audience/audience.ts'
import { allPages, allProjects, fetchProject } from '../tracker/listed-projects.ts'
import { peopleOf } from '../tracker/people.ts'
import { unlessNoPeople } from '../tracker/tracker-says.ts'
import { hasChannel, viewOf, type ProjectInView } from '../tracker/project-in-view.ts'
import { type AccountFacts, type Subscription, subscriptionsOf, coversAny } from '../store/subscriptions.ts'
import { nearest, type ProjectReference } from './reference.ts'
import { nothingSubscribed } from '../audience/messages/subscribed.ts'
import { folded } from '../../contract/text.ts'
import { waitLeft } from '../../contract/dates.ts'
import { listingJob } from '../store/payloads.ts'
import { knownProject, rememberProject } from '../store/known-projects.ts'

type Found = ProjectInView | undefined

/** What is older is listed again when somebody looks the project up, in ms. */
const listedMs = 3_600_000

/** Stores the project under its id in the tracker's list. Undefined without one: nothing can be asked about it. */
const rememberListed = async (deps: BotDeps, found: Found): Promise<Found> => {
  if (found?.listedAs === undefined) return undefined
  const view = { ...found, uuid: found.listedAs }
  const { listedAt } = (await knownProject(deps.database.sql, view.uuid)) ?? {}
  await rememberProject(deps.database.sql, view)
  if (!view.isOver && waitLeft(listedAt ?? 0, listedMs, deps.now()) === 0)
    await deps.database.transaction((tx) => deps.lanes.enqueue(tx, [listingJob(view.uuid, deps)]))
  return view
}

/** Finds a project by uuid, for example from a URL: by its stored name, else among the first 200 projects. */
export const projectByUuid = async (deps: BotDeps, uuid: string): Promise<Found> => {
  const stored = await knownProject(deps.database.sql, uuid)
  const found =
    (stored && (await fetchProject(deps, uuid, stored.name, stored))) ??
    (await deps.api.listProjects({ limit: 200 })).projects
      .map(viewOf)
      .find(({ listedAs }) => listedAs === uuid)
  return rememberListed(deps, found)
}

/** The projects that the person may know about. */
export const knownTo = async (
  deps: BotDeps,
  actor: Actor,
  projects: readonly ProjectInView[],
): Promise<readonly ProjectInView[]> => {
  if (may(actor, 'work')) return projects
  const isKnown = await Promise.all(projects.map((project) => mayKnow(deps, actor, { project })))
  return projects.filter((_, at) => isKnown[at])
}

const projectByExternalId = async (deps: BotDeps, actor: Actor, external_id: string): Promise<Found> => {
  const { projects } = await deps.api.listProjects({ external_id, limit: 2 })
  const [linked, another] = await knownTo(deps, actor, projects.map(viewOf))
  return another ? undefined : rememberListed(deps, linked)
}

/** The longest run of plain letters and digits. Undefined if the whole text is plain. */
const plainWord = (text: string): string | undefined =>
  /^[\w ]*$/.test(text)
    ? undefined
    : text.match(/[a-z0-9]{2,}/gi)?.reduce((long, word) => (word.length > long.length ? word : long))

/** A tracker may compare letter by letter, so *Levi’s move* is also looked for by *move*. */
const searchByName = async ({ api }: BotDeps, text: string) => {
  const limit = 200
  const asTyped = await api.listProjects({ name: text.replaceAll(/ {2,}/g, ' '), limit })
  const word = asTyped.projects.length === 0 ? plainWord(text) : undefined
  if (word === undefined) return { views: asTyped.projects.map(viewOf), total: asTyped.pagination.total }
  const byWord = await api.listProjects({ name: word, limit })
  const wanted = folded(text)
  const views = byWord.projects.map(viewOf).filter(({ name }) => folded(name).includes(wanted))
  return { views, total: views.length }
}

/** Some systems' external ids are uuids too. */
const projectByAnyId = async (deps: BotDeps, actor: Actor, uuid: string): Promise<Found> => {
  const found = await projectByUuid(deps, uuid)
  if (!found) return projectByExternalId(deps, actor, uuid)
  return (await mayKnow(deps, actor, { project: found })) ? found : undefined
}

const candidatesOf = (actor: Actor, views: readonly ProjectInView[], run: (uuid: string) => string) => {
  const route = actor.place ?? { shared: !may(actor, 'work') }
  return views.map((view) => {
    const { name, accountName, listedAs = name, item } = view
    const details = [accountName, stateFor(route, view), item.project_owner?.full_name]
    return { name, details, run: run(listedAs) }
  })
}

const noneFound = (query: string): Answer => ({ message: notFound({ what: 'project', query }) })

/**
 * The project by its uuid, or by name, else by external id; or an answer if none or several match. A project that the
 * person may not know about neither wins nor counts. `run` builds a candidate's command.
 */
export const namedProject = async (
  deps: BotDeps,
  actor: Actor,
  words: ProjectReference,
  run: (uuid: string) => string,
): Promise<ProjectInView | Answer> => {
  if (words.by === 'uuid') return (await projectByAnyId(deps, actor, words.uuid)) ?? noneFound(words.uuid)
  const { text: query } = words
  const { views, total } = await searchByName(deps, query)
  const visible = await knownTo(deps, actor, views)
  const wanted = folded(query)
  const exact = visible.filter(({ name }) => folded(name) === wanted)
  const matches = exact.length > 0 ? exact : visible
  const [first] = matches
  if (!first) return (await projectByExternalId(deps, actor, query)) ?? noneFound(query)
  if (matches.length === 1) return (await rememberListed(deps, first)) ?? noneFound(query)
  const isCounted = exact.length > 0 || !may(actor, 'work')
  const candidates = candidatesOf(actor, matches, run)
  return {
    message: choices({ of: 'project', query, candidates, total: isCounted ? undefined : total }),
  }
}

export const projectAnswer = async (deps: BotDeps, actor: Here, view: ProjectInView): Promise<Answer> => {
  const mayWork = may(actor, 'work')
  const { uuid } = view
  const isMade = mayWork && (await hasChannel(deps, uuid))
  const isReceived = mayWork && (await receives(deps, actor.place, view))
  const buttons = {
    canSubscribe: mayWork && !isReceived,
    canPin: mayWork,
    canMakeChannel: mayWork && !isMade,
    hasChannel: isMade,
    canShare: mayWork,
  }
  return { message: projectCard({ ...(await projectCardNow(deps, view, actor.place)), ...buttons }) }
}

/** Looks up each named project by uuid, so the size of the tracker does not matter. */
const subscribedProjects = async (
  deps: BotDeps,
  subscriptions: readonly Subscription[],
): Promise<ProjectInView[]> => {
  const uuids = subscriptions.filter(({ scope }) => scope === 'project').map(({ target }) => target)
  const found = await Promise.all(uuids.map((uuid) => projectByUuid(deps, uuid)))
  return found.filter((project) => project !== undefined)
}

/** The projects that a channel receives. For `account` and `all`, only among the first 1,000 projects. */
export const channelProjects = async (deps: BotDeps, actor: Here): Promise<readonly ProjectInView[]> => {
  const { channel } = actor.place
  const subscriptions = await subscriptionsOf(deps.database.sql, channel)
  const own = await subscribedProjects(deps, subscriptions)
  const wider = subscriptions.filter(({ scope }) => scope !== 'project')
  if (wider.length === 0) return knownTo(deps, actor, own)
  const seen = new Set(own.map(({ uuid }) => uuid))
  const { projects: all } = await allProjects(deps)
  const others = all.filter((project) => !seen.has(project.uuid) && coversAny(wider, project))
  return knownTo(deps, actor, [...own, ...others])
}

/** The named project, or the channel's only one. Otherwise the answer that lists the candidates. */
export const namedOrChannelProject = async (
  deps: BotDeps,
  actor: Here,
  words: ProjectReference | undefined,
  run: (uuid: string) => string,
): Promise<ProjectInView | Answer> => {
  if (words) return namedProject(deps, actor, words, run)
  const projects = await channelProjects(deps, actor)
  const [only] = projects
  if (!only) return { message: nothingSubscribed({}) }
  if (projects.length === 1 && only.listedAs !== undefined) return only
  return { message: choices({ of: 'project', candidates: candidatesOf(actor, projects, run) }) }
}

/** The interface lists no accounts: these are the ones that projects and customers have. */
const namesOf = (projects: readonly ProjectInView[], customers: readonly User[]): string[] => {
  const ofProjects = projects.flatMap(({ accountName }) => accountName ?? [])
  const ofCustomers = customers.flatMap(({ customer_name: name }) => (name ? [name] : []))
  return [...new Set([...ofProjects, ...ofCustomers])].sort()
}

/** From one page of projects only, because Slack waits three seconds for a menu's entries. */
export const accountNames = async (deps: BotDeps): Promise<string[]> => {
  const [{ projects }, customers] = await Promise.all([
    deps.api.listProjects({ limit: 200 }),
    peopleOf(deps, true),
  ])
  return namesOf(projects.map(viewOf), customers)
}

/** The names that contain the typed text, then the one that is spelled most alike. */
const alike = (query: string, names: readonly string[]): string[] => {
  const words = folded(query)
  const plain = names.map(folded)
  const containing = names.filter((_, at) => plain[at]?.includes(words))
  const close = nearest(words, plain)
  const closest = names.filter((_, at) => plain[at] === close)
  return [...new Set([...containing, ...closest])]
}

/** The account of this name or uuid, or the nearest names (see `folded`). */
export const lookUpAccount = async (
  deps: BotDeps,
  query: string,
): Promise<(AccountFacts & { name: string }) | { nearest: readonly string[]; sawCustomers: boolean }> => {
  const wanted = folded(query)
  const isMeant = (name: string | undefined) => !!name && folded(name) === wanted
  const { projects } = await allProjects(deps, allPages)
  const found = projects.find(({ accountName, accountId }) => isMeant(accountName) || isMeant(accountId))
  if (found?.accountName !== undefined) return { name: found.accountName, id: found.accountId }
  const customers = await unlessNoPeople(peopleOf(deps, true))
  const names = namesOf(projects, customers ?? [])
  const name = names.find(isMeant)
  if (name !== undefined) return { name, id: undefined }
  return { nearest: alike(query, names), sawCustomers: customers !== undefined }
}
