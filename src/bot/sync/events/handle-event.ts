import { waitLeft } from '../../../contract/dates.ts'
import { type EventName, type EventOf, type TrackerEvent, readEvent } from '../../../contract/event.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { hasLater, inboxRow, settleInbox } from '../../store/inbox.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type BotJob, cardJob } from '../../store/payloads.ts'
import { leaveOut } from '../posts/filters.ts'
import { type Decision, dropped, subjectOf, writePosts } from '../posts/decision.ts'
import { collapseBursts } from '../posts/bursts.ts'
import { commentChangeHandlers } from './on-comment-changed.ts'
import { commentHandlers } from './on-comment.ts'
import { projectHandlers } from './on-project.ts'
import { completionHandlers } from './on-project-completed.ts'
import { taskHandlers } from './on-task.ts'
import { mentionedJob } from './notify-mentioned.ts'
import { quoteJob } from '../posts/task-cards.ts'
import { writeNotes } from '../../store/notes.ts'

type Handler = (deps: BotDeps, event: TrackerEvent) => Promise<Decision>

/** An event without a handler does not compile. */
const handlers: { [N in EventName]: (deps: BotDeps, event: EventOf<N>) => Promise<Decision> } = {
  ...commentHandlers,
  ...commentChangeHandlers,
  ...projectHandlers,
  ...completionHandlers,
  ...taskHandlers,
}

/** The pause between two looks at a record that may be behind its event. */
const lookAgainMs = 1_000

/**
 * A tracker with replicas may announce what its records don't say yet, so an event waits for its record for a while. A
 * later event of the same object may explain the difference, and looks itself.
 */
const mayLag = async (
  deps: BotDeps,
  { unverified, behind }: Decision,
  row: Parameters<typeof hasLater>[1] & { received_at: number },
): Promise<boolean> => {
  if (waitLeft(row.received_at, deps.recordLagMs, deps.now()) === 0) return false
  return unverified === true || (behind === true && !(await hasLater(deps.database.sql, row)))
}

/** A comment changes what a card says of the last activity, and of who waits. */
const mayChangeCard = (
  { name }: TrackerEvent,
  { carded, cardPosted }: Awaited<ReturnType<typeof settleInbox>>,
): boolean => (carded && /^(task|project|module)_/.test(name)) || (cardPosted && name.startsWith('comment_'))

/** Lane `event`, one per project: verifies and decides, then stores the result in one transaction. */
export const handleEvent = async (deps: BotDeps, job: BotJob<'event'>): Promise<void> => {
  const { inbox } = job.payload
  const row = deps.arrived.get(inbox) ?? (await inboxRow(deps.database.sql, inbox))
  // A retry reads the row from the database.
  deps.arrived.delete(inbox)
  const read = row && readEvent(JSON.parse(row.body), row.received_at)
  const project = row?.project_uuid ?? null
  const event = read?.ok ? read.event : undefined
  const handler = event && (handlers[event.name] as Handler)
  const decision = handler ? await handler(deps, event) : dropped('it cannot be read any more')
  if (row && (await mayLag(deps, decision, row)))
    throw new RetryLater(lookAgainMs, `the record may be behind its event (${decision.outcome})`)
  const { state, mentioned, requoted, notes = [], policies, isCrowded = false } = decision
  const subject = decision.subject ?? subjectOf(event)
  const { kept, reasons } = await leaveOut(deps, subject, decision.posts, policies)
  const posts =
    project === null ? kept : await collapseBursts(deps, { uuid: project, event: inbox }, kept, isCrowded)
  const outcome = [decision.outcome, ...reasons].join('; ')
  // If a power failure loses this transaction, the event is handled again.
  await deps.database.mayBeLost.transaction(async (tx) => {
    const jobs = await writePosts(deps, tx, { inbox, project }, posts)
    await writeNotes(tx.sql, notes, deps.now())
    const cardsOfProject = await settleInbox(tx, inbox, state, outcome, deps.now())
    const isShown = project !== null && event !== undefined && mayChangeCard(event, cardsOfProject)
    const cards = isShown ? [cardJob(project, deps)] : []
    const people = mentioned === undefined ? [] : [mentionedJob(mentioned)]
    const quotes = requoted === undefined ? [] : [quoteJob(requoted, deps)]
    await job.done(tx, [...jobs, ...people, ...cards, ...quotes])
    tx.afterCommit(() => deps.stored.add(jobs.length, JSON.stringify(posts).length))
  })
  deps.metrics.settled(decision.unverified ? 'unverified' : state)
  deps.log.info({ event: row?.event_name, outcome }, 'an event is handled')
}
