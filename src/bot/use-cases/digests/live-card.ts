import { channelSettings } from '../../store/channels/channel-settings.ts'
import { deliveryOf, type DeliveryRow, settleDelivery } from '../../store/ledger/deliveries.ts'
import { knownProject } from '../../store/tracker/known-projects.ts'
import { channelsOfLiveCard, liveCardOf, removeLiveCard, setShown } from '../../store/digests/live-cards.ts'
import type { Tx } from '../../store/database.ts'
import { liveCard as message, type LiveCardFacts } from '../../messages/digests/live-card.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, NewBotJob } from '../../payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { mayTellProject, type Route, routeTo } from '../../access/audience.ts'
import { projectOutlook } from './digest-project-facts.ts'
import { inForm } from '../answers/in-form.ts'
import { postOnce } from '../posting/post-once.ts'
import { type ProjectInView, projectCardFacts, projectInView } from '../tracker/project-in-view.ts'
import { customerNames } from './waiting-on-customer.ts'
import { dayAt, dayMs, instantsOf, midnight } from '../answers/wall-clock.ts'

/** A pinned card is updated at most once in this time. */
const slotMs = 5_000
const reads = 6

interface Where {
  channel: string
  project: string
}

/** The time slot is the key, so that several nodes make one update. */
const refreshJob = ({ channel, project }: Where, now: number): NewBotJob => {
  const slot = Math.floor(now / slotMs) + 1
  const lane = `${channel}:${project}`
  return {
    kind: 'live',
    lane,
    uniqueKey: `${lane}@${slot}`,
    payload: { channel, project },
    runAt: slot * slotMs,
  }
}

/**
 * Items become overdue without an event: the tracker's at midnight in UTC, the channel's at its own. A lane of its own,
 * so that it does not delay other updates.
 */
const tomorrowJob = ({ channel, project }: Where, timeZone: string, now: number): NewBotJob => {
  const midnights = ['UTC', timeZone].flatMap((zone) => instantsOf(zone, midnight(zone, now) + dayMs))
  const runAt = Math.min(...midnights.filter((at) => at > now)) + slotMs
  const lane = `${channel}:${project}@${runAt}`
  return { kind: 'live', lane, uniqueKey: lane, payload: { channel, project }, runAt }
}

/** Updates a project's pinned cards soon after an event. */
export const liveCardJobs = async (deps: BotDeps, tx: Tx, project: string): Promise<NewBotJob[]> => {
  const channels = await channelsOfLiveCard(tx.sql, project)
  return channels.map((channel) => refreshJob({ channel, project }, deps.now()))
}

/** The project's card in a channel. Posts it if it is missing. */
export const cardInChannel = async (
  deps: BotDeps,
  { channel, project }: Where,
): Promise<DeliveryRow | undefined> => {
  const { sql } = deps.database
  const key = { channel, kind: 'project_card', objectUuid: project }
  const row = await deliveryOf(sql, key)
  if (!row || (row.state === 'posted' && row.ts !== null)) return row
  const ts = await postOnce(deps, row, undefined)
  await settleDelivery(sql, row, { state: 'posted', ts }, deps.now())
  return { ...row, state: 'posted', ts }
}

const zoneOf = async (deps: BotDeps, channel: string): Promise<string> => {
  const { digest } = await channelSettings(deps.database.sql, channel)
  return digest?.timeZone ?? 'UTC'
}

export const liveFacts = async (deps: BotDeps, view: ProjectInView, route: Route): Promise<LiveCardFacts> => {
  const timeZone = await zoneOf(deps, route.channel)
  const customers = await customerNames(deps)
  const now = deps.now()
  const of = { route, since: now, until: now, timeZone, customers, most: 1, reads: { left: reads } }
  const last = (await knownProject(deps.database.sql, view.uuid))?.last
  return {
    ...projectCardFacts(view, route),
    uuid: view.uuid,
    today: dayAt(timeZone, now),
    ...(await projectOutlook(deps, view, of)),
    last: last && { what: last.event, by: last.by, at: new Date(last.at).toISOString() },
  }
}

/** Skips an unchanged card. Removes the pin of a card that was deleted in Slack. */
const show = async (deps: BotDeps, where: Where, facts: LiveCardFacts, shown: string | undefined) => {
  const { channel, project } = where
  const { sql } = deps.database
  const form = message(facts)
  if (form.text === shown) return
  const card = await cardInChannel(deps, where)
  if (!card?.ts) return
  const { ts } = card
  try {
    await inForm(deps, form, ({ text, blocks }) => deps.slack.update({ channel, ts, text, blocks }))
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.kind !== 'message') throw error
    await removeLiveCard(sql, channel, project)
    return
  }
  await setShown(sql, channel, project, form.text)
}

const factsNow = async (deps: BotDeps, { channel, project }: Where, sharedWhenMade: boolean) => {
  const { sql } = deps.database
  const route = await routeTo(deps, channel)
  if (route.shared && !sharedWhenMade) {
    // The channel was shared after the card was pinned.
    if (!route.readersUnknown) await removeLiveCard(sql, channel, project)
    return undefined
  }
  const known = await knownProject(sql, project)
  const view = known && (await projectInView(deps, project, { name: known.name }))
  // It goes on once the channel receives the project again.
  const isTold = view && (await mayTellProject(deps, route, view))
  return isTold ? liveFacts(deps, view, route) : undefined
}

export const refreshLiveCard = async (deps: BotDeps, job: BotJob<'live'>): Promise<void> => {
  const where = job.payload
  const { sql } = deps.database
  const live = await liveCardOf(sql, where.channel, where.project)
  if (!live) return
  try {
    const facts = await factsNow(deps, where, live.sharedWhenMade)
    if (facts) await show(deps, where, facts, job.attempt === 1 ? live.shown : undefined)
  } catch (error) {
    // The channel refuses updates for now. Its subscriptions report that, and the card continues later.
    if (error instanceof SlackProblem && (error.kind === 'channel' || error.kind === 'refused')) return
    throw error
  }
  const tomorrow = tomorrowJob(where, await zoneOf(deps, where.channel), deps.now())
  await deps.database.transaction((tx) => deps.lanes.enqueue(tx, [tomorrow]))
}
