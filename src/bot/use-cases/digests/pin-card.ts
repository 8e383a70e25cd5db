import { setTimeout as pause } from 'node:timers/promises'
import { deliveryOf, forgetMessage } from '../../store/ledger/deliveries.ts'
import { liveCardOf, putLiveCard, removeLiveCard, setShown } from '../../store/digests/live-cards.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { cardPinned, type CardPinnedFacts, cardUnpinned } from '../../messages/digests/card-pinned.ts'
import { liveCard as liveMessage } from '../../messages/digests/live-card.ts'
import { projectCard } from '../../messages/events/project-card.ts'
import { notForSharedChannel } from '../../messages/answers/not-here.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import type { Here } from '../../access/actor.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Answer } from '../answers/answer.ts'
import { isKnownShared, mayTellProject, routeTo } from '../../access/audience.ts'
import { commitPlanned } from '../ledger/commit-planned.ts'
import { plannedProjectCard } from '../ledger/project-card-updates.ts'
import { cardInChannel, liveFacts, liveCardJobs } from './live-card.ts'
import { projectCardFacts, type ProjectInView, projectInView } from '../tracker/project-in-view.ts'
import { projectByUuid } from '../tracker/resolve-project.ts'

/** After a refusal, the person can pin it. Temporary and unclear failures are thrown. */
const pinning = async (deps: BotDeps, channel: string, ts: string): Promise<CardPinnedFacts['notPinned']> => {
  try {
    await deps.slack.pin(channel, ts)
    return undefined
  } catch (error) {
    if (!(error instanceof SlackProblem)) throw error
    if (error.kind === 'scope') return { scope: true }
    if (error.kind === 'rate-limited' || error.kind === 'unknown') throw error
    return { code: error.code }
  }
}

/** Another press or message may be posting the card right now, so this retries. */
const cardThere = async (deps: BotDeps, where: { channel: string; project: string }) => {
  for (let left = 5; ; left--) {
    try {
      return await cardInChannel(deps, where)
    } catch (error) {
      if (!(error instanceof RetryLater) || left === 0) throw error
      await pause(Math.min(error.afterMs, 1_000))
    }
  }
}

/** Updates the card. Posts a new one if it was deleted in Slack. */
const shownCard = async (
  deps: BotDeps,
  view: ProjectInView,
  channel: string,
): Promise<string | undefined> => {
  const route = await routeTo(deps, channel)
  const form = liveMessage(await liveFacts(deps, view, route))
  const where = { channel, project: view.uuid }
  for (const again of [false, true]) {
    const card = await cardThere(deps, where)
    if (!card?.ts) return undefined
    try {
      await deps.slack.update({ channel, ts: card.ts, ...form })
      await setShown(deps.database.sql, channel, view.uuid, form.text)
      return card.ts
    } catch (error) {
      if (again || !(error instanceof SlackProblem) || error.code !== 'message_not_found') throw error
      await forgetMessage(deps.database.sql, card)
    }
  }
  return undefined
}

/** Keeps the project's card in the channel current, and pins it. Posts it if missing. Returns its timestamp. */
const keepCard = async (
  deps: BotDeps,
  { channel, user: pinnedBy }: { channel: string; user: string },
  view: ProjectInView,
): Promise<string | undefined> => {
  const route = await routeTo(deps, channel)
  const live = { channel, projectUuid: view.uuid, pinnedBy, sharedWhenMade: isKnownShared(route) }
  await deps.database.transaction(async (tx) => {
    await commitPlanned(deps, tx, [plannedProjectCard(view, route)])
    await putLiveCard(tx, live, deps.now())
    // If this process stops now, the job still updates the card.
    await deps.lanes.enqueue(tx, await liveCardJobs(deps, tx, view.uuid))
  })
  return shownCard(deps, view, channel)
}

/** In the project's own channel. */
export const pinProjectCard = async (
  deps: BotDeps,
  where: { channel: string; user: string },
  view: ProjectInView,
): Promise<void> => {
  const ts = await keepCard(deps, where, view)
  if (ts !== undefined) await deps.slack.pin(where.channel, ts)
}

/** *Pin*: pins the project's card, posts it if missing, and keeps it current. */
export const pinCard = async (deps: BotDeps, actor: Here, uuid: string): Promise<Answer> => {
  const { channel } = actor.place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const resolved = uuid ? await projectByUuid(deps, uuid) : undefined
  const view =
    resolved?.kind === 'one' ? await projectInView(deps, uuid, { name: resolved.item.name }) : undefined
  if (!view) return { message: staleButton() }
  if (!(await mayTellProject(deps, actor.place, view))) return { message: notForSharedChannel() }
  const ts = await keepCard(deps, { channel, user: actor.user }, view)
  if (ts === undefined) return { message: staleButton() }
  return { message: cardPinned({ projectName: view.item.name, notPinned: await pinning(deps, channel, ts) }) }
}

/** *Unpin*: the card stays in the channel. */
export const unpinCard = async (deps: BotDeps, { place }: Here, uuid: string): Promise<Answer> => {
  const { channel } = place
  const { sql } = deps.database
  const was = uuid ? await liveCardOf(sql, channel, uuid) : undefined
  const resolved = uuid ? await projectByUuid(deps, uuid) : undefined
  const item = resolved?.kind === 'one' ? resolved.item : undefined
  const projectName = item?.name ?? 'the project'
  if (!was) return { message: cardUnpinned({ projectName, already: true }) }
  await removeLiveCard(sql, channel, uuid)
  const card = await deliveryOf(sql, { channel, kind: 'project_card', objectUuid: uuid })
  if (!card?.ts) return { message: cardUnpinned({ projectName }) }
  const { ts } = card
  await deps.slack.unpin(channel, ts).catch((error: unknown) => {
    // Without the scope, people pin and unpin it themselves.
    if (!(error instanceof SlackProblem) || error.kind === 'unknown') throw error
  })
  const view = item && (await projectInView(deps, uuid, { name: item.name }))
  const route = await routeTo(deps, channel)
  if (view && (await mayTellProject(deps, route, view))) {
    const facts = projectCardFacts(view, route)
    await deps.slack.update({ channel, ts, ...projectCard({ ...facts, canPin: true }) })
  }
  return { message: cardUnpinned({ projectName }) }
}
