import { threadCardFacts } from '../../tracker/views.ts'
import { type ProjectChannel, projectChannels } from '../../store/project-channels.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Reader, type Route, mayTell, routeTo } from '../../audience/audience.ts'
import type { TaskInView } from '../../tracker/task-in-view.ts'
import type { WantedPostOf, WantedPost, Requoted, Subject } from './decision.ts'
import { type EventOf, type TrackerEvent, familyOf } from '../../../contract/event.ts'
import { type DuePost, isInDoubt } from '../store/due-post.ts'
import {
  postsAbout,
  lockPosts,
  type PostRow,
  showAgain,
  postJob,
  quoteOn,
  settleQuote,
} from '../store/posts.ts'
import { quoteOnCard } from '../kinds/task-card.ts'
import { factsFor, isTaskCard, kindOf, type PostKind, writeFacts } from '../kinds/kinds.ts'
import { readFacts } from '../kinds/kind.ts'
import { startOf } from '../../../contract/text.ts'
import type { Queries, Tx } from '../../store/database.ts'
import type { NewBotJob } from '../../store/payloads.ts'
import { customerComments } from '../store/past-posts.ts'
import { type TaskCardFacts, type TaskQuote, taskCardSchema } from '../../kit/task-card.ts'

/** The root of a task's thread. Earlier comments are those that events told of: the interface lists none. */
export const taskCardPost = (view: TaskInView, route: Route): WantedPost => ({
  channel: route.channel,
  kind: 'task_card',
  objectUuid: view.uuid,
  facts: threadCardFacts(view, route, view.hadComments),
  whenNeeded: true,
})

export const channelsOfTask = (
  { database, now }: BotDeps,
  { uuid, project }: TaskInView,
): Promise<ProjectChannel[]> => projectChannels(database.sql, project, { kind: 'task_card', uuid }, now())

type Line = { [K in PostKind]: Pick<WantedPostOf<K>, 'kind' | 'objectUuid' | 'facts' | 'words'> }[PostKind]

export const inTaskThread = (view: TaskInView, reader: Reader, line: Line): WantedPost[] => {
  const facts = factsFor(line.kind, reader, line.facts)
  if (!facts) return []
  const post = {
    ...line,
    facts,
    channel: reader.channel,
    on: { kind: 'task_card' as const, uuid: view.uuid },
  }
  return [...(reader.carded ? [] : [taskCardPost(view, reader)]), post as WantedPost]
}

/** The event's module name, if the tracker does not return one for the task. */
const moduleOfEvent = (event: TrackerEvent): string | undefined => {
  if (familyOf(event.name) !== 'task') return undefined
  const { payload } = event as EventOf<'task_updated'>
  return payload.task.module_name ?? payload.parent_module_name ?? undefined
}

/** What the channels' filters check of an event about a task. */
export const taskSubject = ({ task, internal }: TaskInView, event: TrackerEvent): Subject => {
  const { module_name: module = moduleOfEvent(event) } = task
  return { about: 'task', module: module ?? undefined, internal }
}

/** What the task's cards say now. Skips shared channels that may not see the task anymore. */
export const taskCardUpdates = async (deps: BotDeps, view: TaskInView): Promise<WantedPost[]> => {
  const cards: WantedPost[] = []
  for (const card of await postsAbout(deps.database.sql, 'task_card', view.uuid)) {
    const { channel } = card
    const route = await routeTo(deps, channel)
    if (!(await mayTell(deps, route, view))) continue
    const { existedBefore, newest } = readFacts(taskCardSchema, card)
    const facts = { ...threadCardFacts(view, route, existedBefore), newest }
    cards.push({ channel, kind: 'task_card', objectUuid: view.uuid, change: true, facts })
  }
  return cards
}

/** Of a comment, in characters. A card shows about a line. */
const mostKept = 300

/** Undefined if nobody quotes this kind, or its text was cleared. */
const quoteIn = (row: Pick<PostRow, 'id' | 'kind' | 'facts'> & { uuid: string }): TaskQuote | undefined => {
  const quoted = kindOf(row.kind)?.quoted(row)
  return quoted && { uuid: row.uuid, authorName: quoted.authorName, text: startOf(quoted.text, mostKept) }
}

/** What a card says once it quotes the comment that is due. Undefined unless that is a customer's newest one. */
const quotingFacts = ({ row, root, customerComment }: DuePost): TaskCardFacts | undefined => {
  if (!root || !isTaskCard(root.kind) || !customerComment?.newest) return undefined
  const newest = quoteIn({ ...row, uuid: row.object_uuid })
  return newest && { ...readFacts(taskCardSchema, root), newest }
}

/** A card never quotes a comment that its channel did not get, or that was cleared. `live`: all that can be quoted. */
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

/** Updates the quotes on a task's cards. `atOnce`: an edited or deleted comment must not be quoted any longer. */
export const quoteJob = ({ task, atOnce, deleted }: Requoted, { now, cardSlotMs }: BotDeps): NewBotJob => {
  // A lane of its own, because a job that waits by a clock that jumped may wait long.
  const lane = atOnce ? `${task}@now` : task
  const job = { kind: 'card' as const, lane, payload: { task, ...(deleted !== undefined && { deleted }) } }
  if (atOnce) return job
  const at = now()
  return { ...job, uniqueKey: `${task}@${Math.floor(at / cardSlotMs)}`, runAt: at + cardSlotMs }
}

/**
 * What the task's cards say with the quotes of now, and which of them quote what was deleted. A card whose last change
 * was withheld still shows an earlier quote, which may be the one that was `deleted`.
 */
export const quotedCards = async (tx: Tx, task: string, deleted?: string) => {
  const cards = await lockPosts(tx, 'task_card', task)
  // Read after the lock, because another job may have written since.
  const { quotes, live } = await quotesIn(tx.sql, task)
  const updates = cards.map((card): WantedPost => ({
    channel: card.channel,
    kind: 'task_card',
    objectUuid: task,
    change: true,
    facts: { ...readFacts(taskCardSchema, card), newest: quotes.get(card.channel) },
  }))
  const gone = cards.filter((card) => {
    const { newest } = readFacts(taskCardSchema, card)
    const mayShow = newest !== undefined && !live.has(newest.uuid)
    return card.ts !== null && (mayShow || (deleted !== undefined && card.error !== null))
  })
  return { updates, gone }
}

/* A customer's newest comment is quoted on the card of its thread, by the job that posts it. */

/** The root, which is not in Slack yet, with the quote. So it is posted once, and not changed right after. */
export const withQuote = async (deps: BotDeps, due: DuePost, card: PostRow): Promise<DuePost> => {
  const facts = quotingFacts(due)
  const root = facts && (await quoteOn(deps.database.sql, { ...card, facts: writeFacts('task_card', facts) }))
  return root ? { ...due, root } : due
}

/** `shown`: the card that Slack shows with the quote, to be stored with the comment. Else what is left to `jobs`. */
interface Quoted {
  shown?: { card: PostRow; facts: string }
  jobs: NewBotJob[]
}

/** The comment is in Slack now, so the task's card quotes it. A failure must not post the comment again, so a job tries later. */
export const quoteComment = async (
  deps: BotDeps,
  due: DuePost,
  update: (card: PostRow) => Promise<unknown>,
): Promise<Quoted> => {
  const { row, root, customerComment: comment } = due
  if (!root || !isTaskCard(root.kind) || root.ts === null || !comment) return { jobs: [] }
  const task = root.object_uuid
  const { wanted, shown, changed_at: changedAt, settled_at: postedAt } = root
  // A card that changed a moment ago, or waits for a change, is left to a job: Slack limits how often.
  const isFree = wanted === shown && (changedAt ?? postedAt ?? 0) + deps.cardSlotMs <= deps.now()
  // A comment that was found in Slack passed no guards now.
  if (isInDoubt(row) || !comment.newest || !isFree) return { jobs: [quoteJob({ task }, deps)] }
  try {
    const card = quotingFacts(due)
    if (!card) return { jobs: [] }
    const facts = writeFacts('task_card', card)
    await update({ ...root, facts })
    return { shown: { card: root, facts }, jobs: [] }
  } catch (error) {
    deps.log.debug({ error, post: root.id }, 'a card quotes a comment later')
    return { jobs: [quoteJob({ task, atOnce: true }, deps)] }
  }
}

/** In the transaction that settles the comment. If the card changed meanwhile, Slack shows it once more. */
export const keepQuote = async (
  deps: BotDeps,
  tx: Tx,
  { object_uuid: comment }: PostRow,
  { card, facts }: NonNullable<Quoted['shown']>,
): Promise<NewBotJob[]> => {
  if (await settleQuote(tx.sql, card, { facts, comment, now: deps.now() })) return []
  await showAgain(tx, card)
  return [postJob(card)]
}

/** The comment is not posted after all: a card that quotes it is looked at again. */
export const unquote = (deps: BotDeps, { row, root }: Pick<DuePost, 'row' | 'root'>): NewBotJob[] => {
  if (row.ts !== null || !root || !isTaskCard(root.kind)) return []
  return quoteOnCard(root)?.uuid === row.object_uuid
    ? [quoteJob({ task: root.object_uuid, atOnce: true }, deps)]
    : []
}
