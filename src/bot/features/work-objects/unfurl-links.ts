import { projectCardNow, taskCardFacts } from '../../tracker/views.ts'
import type { RoutedProject } from '../../store/subscriptions.ts'
import { uuidsInUrl } from '../../answers/reference.ts'
import type { Message } from '../../kit/message.ts'
import { projectCard } from '../../kit/project-card.ts'
import { taskCard } from '../../kit/task-card.ts'
import type { WorkObject } from '../../kit/work-object.ts'
import type { Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { receivesAsShared, type Route } from '../../audience/audience.ts'
import { projectByUuid } from '../../answers/named-project.ts'
import { isPortal, projectEntity, taskToShow, taskWorkObject } from './work-object-facts.ts'
import { isOfForm, SlackProblem } from '../../slack/problem.ts'

interface SharedLinks {
  ts: string
  urls: readonly string[]
  /** When Slack reported the links, in ms. */
  startedAt: number
}

interface Card {
  url: string
  title: string
  message: Message
  entity: WorkObject
}

/** More cards would bury the message. */
const mostCards = 5
/** A later card would shift the text while people read it. */
const patienceMs = 3_000

/** Shared channels show only portal pages of projects that were subscribed while known to be shared. */
const mayUnfurl = async (deps: BotDeps, route: Route, url: string, project: RoutedProject) => {
  if (!route.shared) return true
  return isPortal(url) && receivesAsShared(deps, route, project)
}

const projectOf = async (deps: BotDeps, route: Route, url: string, uuid: string) => {
  const found = await projectByUuid(deps, uuid)
  if (!found) return undefined
  if (!(await mayUnfurl(deps, route, url, found))) return undefined
  const ref = { kind: 'project', uuid, portal: route.shared } as const
  const entity = await projectEntity(deps, found, { ref, route, fallbackUrl: url, postedUrl: url })
  return { url, title: found.name, message: projectCard(await projectCardNow(deps, found, route)), entity }
}

const taskOf = async (
  deps: BotDeps,
  route: Route,
  url: string,
  uuid: string,
  projectUuid: string | undefined,
): Promise<Card | undefined> => {
  const view = await taskToShow(deps, route, uuid, projectUuid)
  if (!view || !(await mayUnfurl(deps, route, url, view.project))) return undefined
  const ref = { kind: 'task', uuid, portal: route.shared } as const
  const entity = taskWorkObject(view, { ref, route, fallbackUrl: url, postedUrl: url })
  return { url, title: view.task.name, message: taskCard(taskCardFacts(view, route)), entity }
}

const cardFor = async (deps: BotDeps, route: Route, url: string): Promise<Card | undefined> => {
  const { taskUuid, projectUuid } = uuidsInUrl(url)
  try {
    if (taskUuid !== undefined) return await taskOf(deps, route, url, taskUuid, projectUuid)
    return projectUuid === undefined ? undefined : await projectOf(deps, route, url, projectUuid)
  } catch (error) {
    deps.log.warn({ channel: route.channel, reason: (error as Error).message }, 'a link was not unfurled')
    return undefined
  }
}

/** Slack refused the call and showed nothing, so a second attempt is safe. */
const isRefusal = (error: unknown): error is SlackProblem =>
  error instanceof SlackProblem &&
  ['refused', 'scope', 'message'].includes(error.kind) &&
  !isOfForm(error.code)

/** If Slack refuses Work Objects, the cards are shown without them. */
const showCards = async (deps: BotDeps, channel: string, ts: string, found: readonly Card[]) => {
  const cards = found.map(({ url, title, message }) => ({ url, title, ...message }))
  const entities = found.map(({ entity }) => entity)
  try {
    await deps.slack.unfurl({ channel, ts, cards, entities })
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.log.info({ problem: error.code }, 'Slack did not take Work Objects')
    await deps.slack.unfurl({ channel, ts, cards, entities: [] })
  }
}

export const unfurlLinks = async (
  deps: BotDeps,
  { place: route }: Here,
  { ts, urls, startedAt }: SharedLinks,
): Promise<void> => {
  const { channel } = route
  const links = [...new Set(urls)].slice(0, mostCards)
  const found = await Promise.all(links.map((url) => cardFor(deps, route, url)))
  const cards = found.filter((card) => card !== undefined)
  if (cards.length === 0) return
  const ms = deps.now() - startedAt
  if (ms <= patienceMs) return showCards(deps, channel, ts, cards)
  deps.log.info({ channel, ms }, 'links were not unfurled: the answer came too late')
}
