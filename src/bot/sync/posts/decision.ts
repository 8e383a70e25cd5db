import { type PostKind, type FactsOf, isCard, writeFacts, type Tell, briefOf } from './kinds.ts'
import type { ChannelPolicy } from '../../store/project-channels.ts'
import { count } from '../../kit/text.ts'
import type { Note } from '../../store/notes.ts'
import type { TaskInView } from '../../tracker/task-in-view.ts'
import { type EventOf, type TrackerEvent, familyOf } from '../../../contract/event.ts'
import { addPosts, changePost, postOf, type PostRow, refreshCard, postJob } from '../store/posts.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { NewBotJob } from '../../store/payloads.ts'

export interface Plan<K extends PostKind> {
  channel: string
  kind: K
  objectUuid: string
  /** The thread's root. */
  on?: { kind: PostKind; uuid: string } | undefined
  facts: FactsOf<K>
  /** It changes a message that has a post, and makes none. */
  change?: true
  /** Whoever waits to hear that it is posted. */
  tell?: Tell | undefined
  /** Only stored. Posted when the first message needs it as a root. */
  whenNeeded?: true | undefined
  /** About the project, even if the event was about something else. */
  ofProject?: true
  /** Why the channel's settings leave it out. It is `skipped`, and not posted. */
  leftOut?: string
}

/** A message that should be. It becomes a post in the event's transaction. */
export type Planned = { [K in PostKind]: Plan<K> }[PostKind]

/** The task whose cards may quote another comment now. */
export interface Requoted {
  task: string
  atOnce?: true
}

/** The result of an event: everything to store, in one transaction. */
export interface Decision {
  state: 'handled' | 'dropped' | 'aside'
  outcome: string
  planned: readonly Planned[]
  task?: TaskInView
  /** Whether the task is internal, if the tracker no longer has it. */
  internal?: boolean | undefined
  notes?: readonly Note[]
  /** The comment whose mentioned people are to be notified. */
  mentioned?: string | undefined
  requoted?: Requoted | undefined
  /** What the channels' filters check. By default the event's own project or module. */
  subject?: Subject
  /** The tracker's record is older than the event: it says what was before. */
  behind?: boolean
  /** Channel policies that were already read. */
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

/** What filters check. Unknown values are undefined and match no list. */
export interface Subject {
  about: 'project' | 'module' | 'task'
  module?: string | undefined
  internal?: boolean | undefined
}

/** The event's module name, if the tracker does not return one for the task. */
const toldModule = (event: TrackerEvent): string | undefined => {
  if (familyOf(event.name) !== 'task') return undefined
  const { payload } = event as EventOf<'task_updated'>
  return payload.task.module_name ?? payload.parent_module_name ?? undefined
}

export const aboutTask = ({ task, internal }: TaskInView): Subject => ({
  about: 'task',
  module: task.module_name ?? undefined,
  internal,
})

export const taskSubject = (view: TaskInView, event: TrackerEvent): Subject => {
  const said = aboutTask(view)
  return view.task.module_name === undefined ? { ...said, module: toldModule(event) } : said
}

/** The subject of events whose handler sets none: a project or a module. */
export const subjectOf = (event: TrackerEvent): Subject =>
  familyOf(event.name) === 'module'
    ? {
        about: 'module',
        module: (event as EventOf<'module_updated'>).payload.module.name,
      }
    : { about: 'project' }

interface Decided {
  /** The event, if one caused this. */
  inboxId: number | null
  at: number
}

/** Updates a card that is not posted yet; keeps `existedBefore` and its quote. Returns its row if it is to be posted now. */
const refresh = async (tx: Tx, plan: Planned, decided: Decided): Promise<{ id: number } | undefined> => {
  const row = await postOf(tx.sql, plan)
  if (!row || row.ts !== null) return undefined
  const { existedBefore, newest } = briefOf(row)
  const since = { ...(existedBefore !== undefined && { existedBefore }), ...(newest && { newest }) }
  const facts = writeFacts(plan.kind, { ...plan.facts, ...since })
  const isAsked = !plan.whenNeeded && plan.leftOut === undefined
  await refreshCard(tx.sql, row, facts, isAsked ? decided : undefined)
  return isAsked ? row : undefined
}

const firstState = ({ leftOut, whenNeeded }: Planned) => {
  if (leftOut !== undefined) return 'skipped'
  return whenNeeded ? 'kept' : 'waiting'
}

/** Also in the message's metadata. It depends only on the subject, so two nodes derive the same. */
const uuidOf = ({ instance }: BotDeps, { channel, kind, objectUuid }: Planned): string =>
  instance.idOf(`${channel} ${kind} ${objectUuid}`)

const newPost = (deps: BotDeps, plan: Planned, { inboxId, at }: Decided) =>
  ({
    uuid: uuidOf(deps, plan),
    channel: plan.channel,
    kind: plan.kind,
    object_uuid: plan.objectUuid,
    on_kind: plan.on?.kind ?? null,
    on_uuid: plan.on?.uuid ?? null,
    facts: writeFacts(plan.kind, plan.facts),
    form: JSON.stringify({ tell: plan.tell }),
    wanted: 1,
    shown: 0,
    inbox_id: inboxId,
    state: firstState(plan),
    error: plan.leftOut ?? null,
    created_at: at,
    settled_at: plan.leftOut === undefined ? null : at,
  }) as const

/** Its job, or that of the change before, shows this change too. A card that waits has none. */
const hasJob = ({ state, wanted, shown }: Pick<PostRow, 'state' | 'wanted' | 'shown'>): boolean =>
  (state !== 'posted' && state !== 'sending') || (shown > 0 && wanted - shown > 1)

const change = async (tx: Tx, plan: Planned, { inboxId }: Decided): Promise<{ id: number } | undefined> => {
  const row = await changePost(tx, plan, writeFacts(plan.kind, plan.facts), inboxId)
  return row && !hasJob(row) ? row : undefined
}

/** Adds what is new and changes what differs; what is equal costs nothing. Returns the jobs that show it. */
export const writePlanned = async (
  deps: BotDeps,
  tx: Tx,
  inboxId: number | null,
  planned: readonly Planned[],
): Promise<NewBotJob[]> => {
  const decided = { inboxId, at: deps.now() }
  const rows: ReturnType<typeof newPost>[] = []
  for (const plan of planned) if (!plan.change) rows.push(newPost(deps, plan, decided))
  const added = await addPosts(tx, rows)
  const jobs: NewBotJob[] = []
  const uuids = new Set<string>()
  for (const { id, uuid, channel, state } of added) {
    uuids.add(uuid)
    if (state === 'waiting') jobs.push(postJob(channel, id))
  }
  for (const plan of planned) {
    // Of what was there before, only a card gets other facts.
    if (!plan.change && (!isCard(plan.kind) || uuids.has(uuidOf(deps, plan)))) continue
    const row = plan.change ? await change(tx, plan, decided) : await refresh(tx, plan, decided)
    if (row) jobs.push(postJob(plan.channel, row.id))
  }
  return jobs
}

/** Like `writePlanned`, for rows that no event asks for. Also queues the jobs. */
export const commitPlanned = async (deps: BotDeps, tx: Tx, planned: readonly Planned[]): Promise<void> =>
  deps.lanes.enqueue(tx, await writePlanned(deps, tx, null, planned))
