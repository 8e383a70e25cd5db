import { type ProjectChannel, projectChannels } from '../../audience/store/project-channels.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Reader, type Route, mayTell, routeTo } from '../../audience/audience.ts'
import { type TaskInView, threadCardFacts } from '../../tracker/task-in-view.ts'
import type { Planned, Requoted } from './decision.ts'
import type { DuePost } from './store/due-post.ts'
import { postsAbout, lockPosts } from './store/posts.ts'
import { briefOf, readFacts } from './post-facts.ts'
import { z } from 'zod'
import { startOf } from '../../../contract/text/start-of.ts'
import { text, texts } from '../../kit/facts.ts'
import { readJson } from '../../store/read-json.ts'
import type { Queries, Tx } from '../../store/database.ts'
import type { NewBotJob } from '../../store/payloads.ts'
import { customerComments } from './store/past-posts.ts'
import { type TaskCardFacts, type TaskQuote, taskCardSchema } from '../../kit/cards/task-card.ts'

/**
 * The root of a task's thread in a channel. Stored now, posted with the first message that needs it. The interface
 * lists no comments, so earlier ones are those that events told of.
 */
export const plannedCard = (view: TaskInView, route: Route): Planned => ({
  channel: route.channel,
  kind: 'task_card',
  objectUuid: view.uuid,
  facts: threadCardFacts(view, route, view.hadComments),
  whenNeeded: true,
})

export const channelsOfTask = (
  { database, now }: Pick<BotDeps, 'database' | 'now'>,
  { uuid, project }: TaskInView,
): Promise<ProjectChannel[]> => projectChannels(database.sql, project, { kind: 'task_card', uuid }, now())

/** Empty if the channel has the card already. */
export const cardIn = (view: TaskInView, reader: Reader): Planned[] =>
  reader.carded ? [] : [plannedCard(view, reader)]

/** What the task's cards say now. Skips shared channels that may not see the task anymore. */
export const taskCardUpdates = async (deps: BotDeps, view: TaskInView): Promise<Planned[]> => {
  const planned: Planned[] = []
  for (const card of await postsAbout(deps.database.sql, 'task_card', view.uuid)) {
    const { channel } = card
    const route = await routeTo(deps, channel)
    if (!(await mayTell(deps, route, view))) continue
    const { existedBefore = false, newest } = briefOf(card)
    const said = { ...threadCardFacts(view, route, existedBefore), newest }
    planned.push({ channel, kind: 'task_card', objectUuid: view.uuid, change: true, facts: said })
  }
  return planned
}

/** A card shows about a line of it. */
const mostKept = 300

const said = z.union([z.object(texts('authorName', 'text')), z.object({ authorName: text })])

/** Undefined if its text was cleared. */
const quoteIn = ({ id, facts, uuid }: { id: number; facts: string; uuid: string }): TaskQuote | undefined => {
  const comment = readJson(`the facts of message ${id} (comment)`, said, facts)
  if (!('text' in comment)) return undefined
  return { uuid, authorName: comment.authorName, text: startOf(comment.text, mostKept) }
}

/** What a thread's card says once it quotes the comment that is due. Undefined if that is no customer's newest one. */
export const quotingCard = ({ row, root, said: spoken }: DuePost): TaskCardFacts | undefined => {
  if (row.kind !== 'comment' || root?.kind !== 'task_card' || !spoken?.newest) return undefined
  const newest = quoteIn({ ...row, uuid: row.object_uuid })
  return newest && { ...readFacts(taskCardSchema, root), newest }
}

/**
 * The newest customer comment that each channel got. A card never quotes a comment that its channel did not get, or that
 * was cleared.
 * `live`: all that can be quoted.
 */
const quotesIn = async (sql: Queries, taskUuid: string) => {
  const quotes = new Map<string, TaskQuote>()
  const live = new Set<string>()
  for (const comment of await customerComments(sql, taskUuid)) {
    live.add(comment.uuid)
    const newest = quotes.get(comment.channel) ?? quoteIn(comment)
    if (newest) quotes.set(comment.channel, newest)
  }
  return { quotes, live }
}

/** Looks what a task's cards quote. What is edited or deleted is not quoted for a moment longer. */
export const quoteJob = (
  { task, atOnce }: Requoted,
  { now, cardSlotMs }: Pick<BotDeps, 'now' | 'cardSlotMs'>,
): NewBotJob => {
  // A lane of its own, because one that waits by a clock that jumped may wait long.
  const lane = atOnce ? `${task}@now` : task
  const job = { kind: 'card' as const, lane, payload: { task } }
  if (atOnce) return job
  const at = now()
  return { ...job, uniqueKey: `${task}@${Math.floor(at / cardSlotMs)}`, runAt: at + cardSlotMs }
}

/** What the task's cards say with the quotes of now, and which of them quote what was deleted. */
export const quotedCards = async (tx: Tx, task: string) => {
  const cards = await lockPosts(tx, 'task_card', task)
  // Only then: what another job wrote may be newer.
  const { quotes, live } = await quotesIn(tx.sql, task)
  const planned = cards.map((card): Planned => ({
    channel: card.channel,
    kind: 'task_card',
    objectUuid: task,
    change: true,
    facts: { ...readFacts(taskCardSchema, card), newest: quotes.get(card.channel) },
  }))
  const gone = cards.filter((card) => {
    const { newest } = briefOf(card)
    return card.ts !== null && newest !== undefined && !live.has(newest.uuid)
  })
  return { planned, gone }
}
