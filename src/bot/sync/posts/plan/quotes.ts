import { z } from 'zod'
import { startOf } from '../../../../contract/text/start-of.ts'
import { text, texts } from '../../../kit/facts.ts'
import { readJson } from '../../../store/read-json.ts'
import type { Queries } from '../../../store/database.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import type { NewBotJob } from '../../../store/payloads.ts'
import type { Planned } from './decision.ts'
import { readFacts } from './delivery-facts.ts'
import { deliveriesAbout } from '../store/deliveries.ts'
import { customerComments } from '../store/delivered.ts'
import { type TaskQuote, taskCardSchema } from '../../../kit/cards/task-card.ts'

/** By channel: what the task's card there quotes. */
type Quotes = ReadonlyMap<string, TaskQuote>

/** A card shows about a line of it. */
const mostKept = 300

export const quoteOf = ({ uuid, authorName, text: words }: TaskQuote): TaskQuote => ({
  uuid,
  authorName,
  text: startOf(words, mostKept),
})

const said = z.union([z.object(texts('authorName', 'text')), z.object({ authorName: text })])

/** The newest customer comment that each channel got, so that nobody reads more than before. Without what was cleared. */
const quotesIn = async (sql: Queries, taskUuid: string): Promise<Quotes> => {
  const quotes = new Map<string, TaskQuote>()
  for (const { id, channel, uuid, facts } of await customerComments(sql, taskUuid)) {
    const comment = readJson(`the facts of message ${id} (comment)`, said, facts)
    if ('text' in comment && !quotes.has(channel)) quotes.set(channel, quoteOf({ ...comment, uuid }))
  }
  return quotes
}

/** Several comments within this time, in ms, change a card once. */
const slotMs = 5_000

/** After a customer's comment is posted, edited, or deleted. */
export const quoteJob = (task: string, now: number): NewBotJob => {
  const uniqueKey = `${task}@${Math.floor(now / slotMs)}`
  return { kind: 'card', lane: task, uniqueKey, payload: { task }, runAt: now + slotMs }
}

/** What the task's cards say with the quotes of now. */
export const quotedCards = async (
  { database }: Pick<BotDeps, 'database'>,
  task: string,
): Promise<Planned[]> => {
  const quotes = await quotesIn(database.sql, task)
  const cards = await deliveriesAbout(database.sql, 'task_card', task)
  return cards.map((card) => ({
    channel: card.channel,
    kind: 'task_card',
    objectUuid: task,
    change: true,
    facts: { ...readFacts(taskCardSchema, card), newest: quotes.get(card.channel) },
  }))
}
