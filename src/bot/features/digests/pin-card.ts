import { setTimeout as pause } from 'node:timers/promises'
import { settlePosted } from '../../sync/posts/store/attempts.ts'
import { postOf, type PostRow, forgetMessage } from '../../sync/posts/store/posts.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { cardPinned, type CardPinnedFacts } from './messages/card-pinned.ts'
import { notForSharedChannel } from '../../audience/messages/not-here.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { type Here, maySteer } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Answer } from '../../answers/answer.ts'
import { mayTellProject, routeTo } from '../../audience/audience.ts'
import { commitPlanned } from '../../sync/posts/commit-planned.ts'
import { plannedProjectCard } from '../../sync/posts/project-card-updates.ts'
import { cardJob } from '../../store/payloads.ts'
import { postOnce } from '../../sync/posts/post-once.ts'
import { type ProjectInView, projectInView } from '../../tracker/project-in-view.ts'
import { projectByUuid } from '../../answers/find-project.ts'

/** The project's card in a channel. Posts it if it is missing. */
const cardInChannel = async (
  deps: BotDeps,
  channel: string,
  objectUuid: string,
): Promise<PostRow | undefined> => {
  const { sql } = deps.database
  const row = await postOf(sql, { channel, kind: 'project_card', objectUuid })
  if (!row || row.ts !== null) return row
  const ts = await postOnce(deps, row, undefined)
  await settlePosted(sql, row, ts, deps.now())
  return { ...row, state: 'posted', ts }
}

/** Another press or message may be posting the card right now, so this retries. */
const cardThere = async (deps: BotDeps, channel: string, project: string) => {
  for (let left = 5; ; left--) {
    try {
      return await cardInChannel(deps, channel, project)
    } catch (error) {
      if (!(error instanceof RetryLater) || left === 0) throw error
      await pause(Math.min(error.afterMs, 1_000))
    }
  }
}

/** Posts the card if it is missing, and pins it. Undefined if there is none to pin. */
const pinned = async (deps: BotDeps, channel: string, view: ProjectInView): Promise<string | undefined> => {
  const route = await routeTo(deps, channel)
  for (const again of [false, true]) {
    const card = await plannedProjectCard(deps, view, route)
    await deps.database.transaction(async (tx) => {
      await commitPlanned(deps, tx, [card])
      await deps.lanes.enqueue(tx, [cardJob(view.uuid, deps)])
    })
    const there = await cardThere(deps, channel, view.uuid)
    if (!there?.ts) return undefined
    try {
      await deps.slack.pin(channel, there.ts)
      return there.ts
    } catch (error) {
      if (again || !(error instanceof SlackProblem) || error.code !== 'message_not_found') throw error
      // It was deleted in Slack.
      await forgetMessage(deps.database.sql, there)
    }
  }
  return undefined
}

/** In the project's own channel. */
export const pinProjectCard = async (deps: BotDeps, channel: string, view: ProjectInView): Promise<void> => {
  await pinned(deps, channel, view)
}

/** After a refusal, the person can pin it. Temporary and unclear failures are thrown. */
const whyNotPinned = (error: unknown): CardPinnedFacts['notPinned'] => {
  if (!(error instanceof SlackProblem)) throw error
  if (error.kind === 'scope') return { scope: true }
  if (error.kind === 'rate-limited' || error.kind === 'unknown') throw error
  return { code: error.code }
}

/** *Pin*: pins the project's card, and posts it if it is missing. */
export const pinCard = async (deps: BotDeps, actor: Here, uuid: string): Promise<Answer> => {
  const { channel } = actor.place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const resolved = uuid ? await projectByUuid(deps, uuid) : undefined
  const view =
    resolved?.kind === 'one' ? await projectInView(deps, uuid, { name: resolved.item.name }) : undefined
  if (!view) return { message: staleButton() }
  if (!(await mayTellProject(deps, actor.place, view))) return { message: notForSharedChannel() }
  const projectName = view.item.name
  try {
    const ts = await pinned(deps, channel, view)
    return { message: ts === undefined ? staleButton() : cardPinned({ projectName }) }
  } catch (error) {
    return { message: cardPinned({ projectName, notPinned: whyNotPinned(error) }) }
  }
}
