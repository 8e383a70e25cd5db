import { knownTask } from '../../store/bot/known.ts'
import { subscriptionsOf } from '../../store/bot/subscriptions.ts'
import { readReference } from '../commands/reference.ts'
import type { Message } from '../messages/message.ts'
import { projectCard } from '../messages/project-card.ts'
import { taskCard } from '../messages/task-card.ts'
import type { BotDeps } from '../deps.ts'
import { type Route, routeTo } from './audience.ts'
import { cardOf } from './project-answers.ts'
import { projectByUuid } from './resolve-project.ts'
import { taskCardFacts, taskInView } from './task-in-view.ts'

export interface SharedLinks {
  channel: string
  ts: string
  urls: readonly string[]
}

interface Card {
  url: string
  title: string
  message: Message
}

/** A message of many links is a list; cards for all of them would bury it. */
const mostCards = 5
/** A card that comes later moves what people read by then. */
const patienceMs = 3_000

/**
 * In a channel that another organization may read, only the portal's pages of what the channel was subscribed to
 * as a shared one: a link to another customer's project is not spelled out, whoever pasted it.
 */
const mayStand = async (
  deps: BotDeps,
  route: Route,
  url: string,
  project: { uuid: string; accountName: string | undefined },
): Promise<boolean> => {
  if (!route.shared) return true
  if (!/\/portal\/projects?\//i.test(url)) return false
  const received = await subscriptionsOf(deps.database.sql, route.channel)
  const targets = { project: project.uuid, account: project.accountName, all: '' }
  return received.some(
    ({ scope, target, paused, sharedWhenMade }) => !paused && sharedWhenMade && target === targets[scope],
  )
}

const projectOf = async (
  deps: BotDeps,
  route: Route,
  url: string,
  uuid: string,
): Promise<Card | undefined> => {
  const found = await projectByUuid(deps, uuid)
  if (found.kind !== 'one') return undefined
  const { item } = found
  if (!(await mayStand(deps, route, url, { uuid, accountName: item.account?.name }))) return undefined
  return { url, title: item.name, message: projectCard(cardOf(deps, item, route)) }
}

/** Which project a task is in the tracker says, or what the bot has seen; the URL proves nothing to a shared channel. */
const taskOf = async (
  deps: BotDeps,
  route: Route,
  url: string,
  uuid: string,
  projectUuid: string | undefined,
): Promise<Card | undefined> => {
  const known = await knownTask(deps.database.sql, uuid)
  const view = await taskInView(deps, uuid, known?.projectUuid ?? (route.shared ? undefined : projectUuid))
  if (!view || !(await mayStand(deps, route, url, view.project))) return undefined
  if (route.shared && view.internal !== false) return undefined
  return { url, title: view.task.name, message: taskCard(taskCardFacts(view, route, false)) }
}

const cardFor = async (deps: BotDeps, route: Route, url: string): Promise<Card | undefined> => {
  const found = readReference(url)
  if (found.by !== 'url') return undefined
  const { taskUuid, projectUuid } = found
  try {
    if (taskUuid !== undefined) return await taskOf(deps, route, url, taskUuid, projectUuid)
    return projectUuid === undefined ? undefined : await projectOf(deps, route, url, projectUuid)
  } catch (error) {
    deps.log.warn({ channel: route.channel, reason: (error as Error).message }, 'a link was not unfurled')
    return undefined
  }
}

/** Links to the tracker's pages, pasted in a message: each gets its card, where the card may stand. */
export const unfurlLinks = async (deps: BotDeps, { channel, ts, urls }: SharedLinks): Promise<void> => {
  const startedAt = deps.now()
  const route = await routeTo(deps, channel)
  const links = [...new Set(urls)].slice(0, mostCards)
  const cards = (await Promise.all(links.map((url) => cardFor(deps, route, url)))).filter(
    (card) => card !== undefined,
  )
  if (cards.length === 0) return
  if (deps.now() - startedAt > patienceMs) {
    deps.log.info(
      { channel, ms: deps.now() - startedAt },
      'links were not unfurled: the answer came too late',
    )
    return
  }
  await deps.slack.unfurl({
    channel,
    ts,
    cards: cards.map(({ url, title, message }) => ({ url, title, ...message })),
  })
}
