import { z } from 'zod'
import { addDeliveries, type DeliveryRow } from './store/deliveries.ts'
import { sayingReaders } from './store/says-readers.ts'
import { taskWithProject } from '../../store/known/known-of-task.ts'
import type { Tx } from '../../store/database.ts'
import { postJob } from '../../store/payloads.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { mayShow, type Route, taskLinkFor } from '../../audience/audience.ts'
import type { Message } from '../../kit/message.ts'
import { deliveryId } from './delivery-id.ts'
import { isDeliveryKind, kindOf, kindsWithReaders, render } from './kinds.ts'
import { notShownHere } from './messages/not-shown-here.ts'
import { readFacts, type Shown } from './plan/delivery-facts.ts'
import { toldOf } from './told-of.ts'

/** Of one channel. Slack takes about 50 updates a minute; older cards follow with their next change. */
const mostAtOnce = 50

const mark = '@readers-'

/** Only the line that says who reads replies changes. It must be true also where nothing else may be said anymore. */
export const isReadersUpdate = ({ object_uuid: uuid }: Pick<DeliveryRow, 'object_uuid'>): boolean =>
  uuid.includes(mark)

const factsOf = (row: DeliveryRow) => readFacts(z.looseObject({}), row)

/** Its text was cleared, it is a deleted comment, or its thread is synced no more. */
const isPast = (last: DeliveryRow): boolean => {
  const { cleared, endedBy } = factsOf(last)
  return cleared === true || endedBy !== undefined || kindOf(last.kind)?.isRemoval === true
}

/**
 * Other people read the channel, or its replies go elsewhere: its newest messages that say who reads replies say so.
 * `version`: what changed, and when. What is queued twice for one version is sent once.
 */
export const followReaders = async (
  deps: Pick<BotDeps, 'lanes' | 'instance' | 'now'>,
  tx: Tx,
  channel: string,
  version: string,
): Promise<void> => {
  const which = { kinds: kindsWithReaders, most: mostAtOnce }
  const rows = (await sayingReaders(tx.sql, channel, which)).flatMap(({ message, last }) => {
    const kind = `${message.kind}_update`
    if (!isDeliveryKind(kind) || isPast(last)) return []
    const key = { channel, kind, objectUuid: `${message.object_uuid}${mark}${version}` }
    const on = { kind: message.kind, uuid: message.object_uuid }
    const row = { ...key, on, op: 'update' as const, facts: factsOf(last), inboxId: null }
    return [{ ...row, uuid: deliveryId(deps, key), createdAt: deps.now() }]
  })
  const added = await addDeliveries(tx, rows)
  await deps.lanes.enqueue(
    tx,
    added.map(({ id }) => postJob(channel, id)),
  )
}

const links: readonly string[] = ['url', 'taskUrl', 'cutUrl']

/**
 * What a message from before others read the channel says to them: without what is for the team alone, and nothing of
 * an internal task.
 */
export const forOthers = async (
  deps: BotDeps,
  route: Route,
  { row, on }: { row: DeliveryRow; on: DeliveryRow },
  shown: Shown,
): Promise<Message> => {
  const told = await toldOf(deps, row)
  if (told.some(({ internal }) => !mayShow(route, internal))) return notShownHere(shown)
  const taskUuid = on.on_uuid ?? on.object_uuid
  const known = await taskWithProject(deps.database.sql, taskUuid)
  const url = known && taskLinkFor(route, taskUuid, known.project)
  const facts = Object.entries(factsOf(row))
    .filter(([key]) => key !== 'moduleName')
    .map(([key, value]) => [key, links.includes(key) ? url : value] as const)
  const flat = typeof shown.flat === 'object' ? { ...shown.flat, url } : shown.flat
  return render({ ...row, facts: JSON.stringify(Object.fromEntries(facts)) }, { ...shown, flat })
}
