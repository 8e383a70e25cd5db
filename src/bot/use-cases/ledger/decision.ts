import type { DeliveryKind, FactsOf } from './delivery-kinds.ts'
import type { ChannelPolicy } from '../../store/channels/project-channels.ts'
import { count } from '../../messages/kit/words.ts'
import type { Note } from '../../store/tracker/notes.ts'
import type { TaskInView } from '../tracker/task-in-view.ts'
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
  /** News of the project, whatever the event that brought it was about. */
  ofProject?: true
  /** Why the channel does not want it: the ledger keeps it as skipped, and nothing is posted. */
  leftOut?: string
}

/** One message to post or change. It becomes a ledger row in the transaction that settles the event. */
export type Planned = { [K in DeliveryKind]: Plan<K> }[DeliveryKind]

/** What an event comes to: everything that is to be written, in one transaction. */
export interface Decision {
  state: 'handled' | 'dropped' | 'aside'
  outcome: string
  planned: readonly Planned[]
  /** The task it is about, as the tracker has it. */
  task?: TaskInView
  /** Whether it is for internal eyes, where the tracker has the task no more. */
  internal?: boolean | undefined
  /** What else was learnt. */
  notes?: readonly Note[]
  /** A comment whose people are to be told of it. */
  mentioned?: string | undefined
  /** What the channels' filters look at; the event's own project or module where it is not said. */
  subject?: Subject
  /** What the channels that it goes to said of what they want, where that was read already. */
  policies?: readonly ChannelPolicy[]
}

type More = Omit<Decision, 'state' | 'outcome' | 'planned'>

export const dropped = (outcome: string, more: More = {}): Decision => ({
  state: 'dropped',
  outcome,
  planned: [],
  ...more,
})

export const handled = (planned: readonly Planned[], more: More = {}): Decision => {
  const channels = new Set(planned.map(({ channel }) => channel)).size
  const outcome = channels === 0 ? 'no channel receives it' : `for ${count(channels, 'channel')}`
  return { state: 'handled', outcome, planned, ...more }
}
