import { createHash } from 'node:crypto'
import { readEvent } from '../../../contract/event.ts'
import { startOf } from '../../../contract/text/start-of.ts'
import { toStorableText } from '../../../database/storable-text.ts'
import type { NewBotJob, BotLanes } from '../../store/payloads.ts'
import type { Tx } from '../../store/database.ts'
import type { EventRow } from '../../deps/deps.ts'
import { addToInbox, columnsOf, keepNewestUnreadable, type NewInboxRow } from './store/inbox.ts'

export type StoredAs = 'new' | 'duplicate' | 'aside'

/** Resolves when the webhook is stored. */
export type StoreWebhook = (row: NewInboxRow) => Promise<StoredAs>

/** Of a webhook that can't be read, enough to see what it was. */
const unreadableLength = 10_000
/** Of those, an installation keeps the newest. */
const mostUnreadable = 1_000

/**
 * The interface's idempotency key: event_name, object uuid and timestamp, and what tells events of one second apart.
 * Hashed when too long. The time comes first, so that new keys are neighbors in their index, and a commit writes few of
 * its pages.
 */
const dedupeKey = (...parts: string[]) => {
  const key = toStorableText(parts.join('|'))
  return key.length <= 300 ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
}

/** Sets an unreadable webhook aside, so that it does not block the queue. */
export const inboxRowFor = (body: unknown, raw: string, receivedAt: number): NewInboxRow => {
  const read = readEvent(body)
  if (!read.ok) {
    return {
      body: startOf(toStorableText(startOf(raw, unreadableLength)), unreadableLength),
      receivedAt,
      dedupeKey: `aside:${createHash('sha256').update(raw).digest('hex')}`,
      eventName: toStorableText(read.eventName ?? 'unknown'),
      objectUuid: null,
      projectUuid: null,
      asideReason: startOf(`${read.reason}: ${toStorableText(read.detail)}`, 1_000),
    }
  }
  const { event } = read
  return {
    body: toStorableText(raw),
    receivedAt,
    dedupeKey: dedupeKey(event.version, event.name, event.objectUuid),
    eventName: event.name,
    objectUuid: startOf(toStorableText(event.objectUuid), 300),
    projectUuid: event.projectUuid === undefined ? null : startOf(toStorableText(event.projectUuid), 300),
  }
}

/** New webhooks enter their project's lane in order of arrival. `onNew` is called once they are stored. */
export const storeWebhooks =
  (lanes: BotLanes, onNew: (row: EventRow) => void = () => undefined) =>
  async (tx: Tx, rows: readonly NewInboxRow[]): Promise<StoredAs[]> => {
    const added = await addToInbox(tx, rows)
    const jobs: NewBotJob[] = []
    const results: StoredAs[] = []
    for (const row of rows) {
      const inbox = added.get(row.dedupeKey)
      // A webhook that appears twice in one batch counts as new once.
      added.delete(row.dedupeKey)
      results.push(inbox === undefined ? 'duplicate' : row.asideReason === undefined ? 'new' : 'aside')
      if (inbox === undefined || row.asideReason !== undefined) continue
      tx.afterCommit(() => onNew({ ...columnsOf(row), id: inbox }))
      jobs.push({ kind: 'event', lane: row.projectUuid ?? 'no-project', payload: { inbox } })
    }
    if (results.includes('aside')) await keepNewestUnreadable(tx, mostUnreadable)
    await lanes.enqueue(tx, jobs)
    return results
  }
