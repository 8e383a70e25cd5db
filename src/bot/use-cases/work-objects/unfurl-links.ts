import { knownTask } from '../../store/tracker/known-tasks.ts'
import { readReference } from '../../commands/parse/reference.ts'
import type { Message } from '../../messages/kit/message.ts'
import { projectCard } from '../../messages/events/project-card.ts'
import { taskCard } from '../../messages/events/task-card.ts'
import type { WorkObject } from '../../messages/work-objects/work-object.ts'
import type { BotDeps } from '../../deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { type Route, routeTo } from '../../access/audience.ts'
import { cardOf } from '../tracker/project-answers.ts'
import { projectByUuid } from '../tracker/resolve-project.ts'
import { taskCardFacts, taskInView } from '../tracker/task-in-view.ts'
import { receivesAsShared } from '../../access/work-object-access.ts'
import { projectEntity, taskEntity } from './work-object-facts.ts'
import { noteRefusal, workObjectsWanted } from './work-object-support.ts'

export interface SharedLinks {
  channel: string
  ts: string
  urls: readonly string[]
}

interface Card {
  url: string
  title: string
  message: Message
  entity: WorkObject
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
  return receivesAsShared(deps, route.channel, project)
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
  const ref = { kind: 'project', uuid, portal: route.shared } as const
  const entity = await projectEntity(deps, item, { ref, route, fallbackUrl: url, postedUrl: url })
  return { url, title: item.name, message: projectCard(cardOf(deps, item, route)), entity }
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
  const ref = { kind: 'task', uuid, portal: route.shared } as const
  const entity = await taskEntity(deps, view, { ref, route, fallbackUrl: url, postedUrl: url })
  return { url, title: view.task.name, message: taskCard(taskCardFacts(view, route, false)), entity }
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

/** Answers that say of a call that it was not of Slack's liking; nothing was shown, so it may be made again. */
const isRefusal = (error: unknown): error is SlackProblem =>
  error instanceof SlackProblem && ['refused', 'scope', 'message'].includes(error.kind)

/**
 * The cards, and the same as Work Objects beside them. A Slack that takes none gets the cards alone, and is not
 * asked again for a while.
 */
const show = async (deps: BotDeps, channel: string, ts: string, found: readonly Card[]): Promise<void> => {
  const cards = found.map(({ url, title, message }) => ({ url, title, ...message }))
  if (!(await workObjectsWanted(deps))) return deps.slack.unfurl({ channel, ts, cards })
  try {
    await deps.slack.unfurl({ channel, ts, cards, entities: found.map(({ entity }) => entity) })
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.log.info({ channel, problem: error.code }, 'Slack did not take links as Work Objects')
    await deps.slack.unfurl({ channel, ts, cards })
    await noteRefusal(deps, error)
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
  await show(deps, channel, ts, cards)
}
