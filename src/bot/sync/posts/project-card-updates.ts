import { pagesFor, projectCardFacts, projectCardNow } from '../../tracker/views.ts'
import { hashOf } from '../../../contract/text.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import { type ProjectChannel, projectChannels } from '../../store/project-channels.ts'
import { postsAbout, postOf, type PostRow } from '../store/posts.ts'
import { type ProjectCardFacts, projectCardSchema, type ProjectLineFacts } from '../../kit/project-card.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience, mayTellProject, type Reader, type Route, routeTo } from '../../audience/audience.ts'
import { factsFor } from '../kinds/kinds.ts'
import { readFacts } from '../kinds/kind.ts'
import type { WantedPostOf, WantedPost } from './decision.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'

/** `Omit` for each member of a union. */
type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never
export type ProjectNews = Without<ProjectLineFacts, 'projectName' | 'url' | 'portalUrl'>

/** `occurrence` distinguishes changes of the same project. */
interface ProjectChange {
  occurrence: string
  by: string | undefined
}

export const changeOf = ({ occurrence, modifiedBy }: TrackerEvent): ProjectChange => ({
  occurrence,
  by: modifiedBy?.full_name || undefined,
})

/** The root of a project's thread in a channel. Stored now, posted with the first message that needs it. */
export const projectCardPost = async (
  deps: BotDeps,
  view: ProjectInView,
  route: Route,
): Promise<WantedPostOf<'project_card'>> => ({
  channel: route.channel,
  kind: 'project_card',
  objectUuid: view.uuid,
  facts: await projectCardNow(deps, view, route),
  whenNeeded: true,
})

export const channelsOf = ({ database, now }: BotDeps, view: ProjectInView) =>
  projectChannels(database.sql, view, { kind: 'project_card', uuid: view.uuid }, now())

export const projectLineIn = async (
  deps: BotDeps,
  view: ProjectInView,
  reader: Reader,
  key: string,
  news: ProjectNews,
): Promise<WantedPost[]> => {
  const said = { ...news, projectName: view.item.name, ...pagesFor(reader, view) }
  const facts = factsFor('project_line', reader, said)
  if (!facts) return []
  const line = { channel: reader.channel, kind: 'project_line', objectUuid: key, facts } as const
  return [
    ...(reader.carded ? [] : [await projectCardPost(deps, view, reader)]),
    { ...line, on: { kind: 'project_card', uuid: view.uuid } },
  ]
}

/** Lines for a new status or owner, compared with what the channel was last shown. */
const newsFor = async (
  deps: BotDeps,
  view: ProjectInView,
  route: Reader,
  { occurrence, by }: ProjectChange,
  statusIsSaid: boolean,
): Promise<WantedPost[]> => {
  const card = { channel: route.channel, kind: 'project_card', objectUuid: view.uuid }
  const last = await postOf(deps.database.sql, card)
  // Nothing was shown yet. The next change is compared with this card.
  if (!last) return [await projectCardPost(deps, view, route)]
  const before = readFacts(projectCardSchema, last)
  const now: ProjectCardFacts = projectCardFacts(deps, view, route)
  const lineOf = async (change: 'status' | 'owner', from: string | undefined, to: string | undefined) => {
    if (from === undefined || to === undefined || from === to) return []
    // Several changes may have the same second.
    const step = hashOf(JSON.stringify([from, to])).slice(0, 16)
    const key = `${change}:${view.uuid}@${occurrence}#${step}`
    return projectLineIn(deps, view, route, key, { change, from, to, by })
  }
  const status = statusIsSaid
    ? []
    : await lineOf('status', before.status ?? before.state, now.status ?? now.state)
  const owner = await lineOf('owner', before.ownerName, now.ownerName)
  return [...status, ...owner].map((post) => ({ ...post, ofProject: true as const }))
}

/** What the project's cards say now. Skips shared channels that don't receive the project anymore. */
export const cardUpdates = async (
  deps: BotDeps,
  view: ProjectInView,
  cards: readonly Pick<PostRow, 'channel'>[],
): Promise<WantedPost[]> => {
  const updates = cards.map(async ({ channel }): Promise<WantedPost[]> => {
    const route = await routeTo(deps, channel)
    if (!(await mayTellProject(deps, route, view))) return []
    const facts = await projectCardNow(deps, view, route)
    return [{ channel, kind: 'project_card', objectUuid: view.uuid, change: true, facts }]
  })
  return (await Promise.all(updates)).flat()
}

/** A new status or owner gets a line, whichever event brought it. `statusIsSaid`: another message says the status. */
export const projectCardUpdates = async (
  deps: BotDeps,
  view: ProjectInView,
  channels: readonly ProjectChannel[],
  change: ProjectChange,
  statusIsSaid = false,
): Promise<WantedPost[]> => {
  const routes = await audience(deps, channels, 'project_updated', false)
  const news: WantedPost[] = []
  for (const route of routes) news.push(...(await newsFor(deps, view, route, change, statusIsSaid)))
  const cards = await postsAbout(deps.database.sql, 'project_card', view.uuid)
  return [...news, ...(await cardUpdates(deps, view, cards))]
}
