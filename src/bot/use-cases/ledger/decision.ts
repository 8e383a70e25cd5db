import type { DeliveryKind, FactsOf } from './delivery-kinds.ts'
import type { Tx } from '../../store/database.ts'
import type { EventName } from '../../../contract/event.ts'
import type { Subject } from './subject.ts'

interface Plan<K extends DeliveryKind> {
  channel: string
  kind: K
  objectUuid: string
  op: 'post' | 'update'
  /** The thread's root for a post, the message that is changed for an update. */
  on?: { kind: DeliveryKind; uuid: string } | undefined
  facts: FactsOf<K>
  /** Written to the ledger only; posted when the first message needs it for a root. */
  whenNeeded?: true
  /** The event by which a channel receives it, where that is not the one that brought it. */
  event?: EventName
  /** Why the channel does not want it: the ledger keeps it as skipped, and nothing is posted. */
  leftOut?: string
}

/** One message to post or change. It becomes a ledger row in the transaction that settles the event. */
export type Planned = { [K in DeliveryKind]: Plan<K> }[DeliveryKind]

/** What an event comes to. `also` writes what else has to be true at the same moment. */
export interface Decision {
  state: 'handled' | 'dropped' | 'aside'
  outcome: string
  planned: readonly Planned[]
  also?: (tx: Tx) => Promise<void>
  /** What the channels' filters look at; the event's own project or module where it is not said. */
  subject?: Subject
}

export const dropped = (outcome: string): Decision => ({ state: 'dropped', outcome, planned: [] })

export const handled = (
  planned: readonly Planned[],
  also?: (tx: Tx) => Promise<void>,
  subject?: Subject,
): Decision => {
  const channels = new Set(planned.map(({ channel }) => channel)).size
  const outcome =
    channels === 0 ? 'no channel receives it' : `for ${channels} channel${channels === 1 ? '' : 's'}`
  return { state: 'handled', outcome, planned, ...(also && { also }), ...(subject && { subject }) }
}
