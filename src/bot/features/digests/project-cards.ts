import { setTimeout as pause } from 'node:timers/promises'
import { postOf, forgetMessage, postsAbout, showAgain, postJob } from '../../sync/store/posts.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { cardPinned, type CardPinnedFacts } from './messages/digests.ts'
import { notForSharedChannel } from '../../audience/messages/not-here.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { type Here, maySteer } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Answer } from '../../answers/answer.ts'
import { mayTellProject, routeTo } from '../../audience/audience.ts'
import { queuePosts, writePosts } from '../../sync/posts/decision.ts'
import { projectCardPost, cardUpdates } from '../../sync/posts/project-card-updates.ts'
import { cardJob, type BotJob, type NewBotJob } from '../../store/payloads.ts'
import { postCard } from '../../sync/posts/send-post.ts'
import { projectInView } from '../../tracker/listed-projects.ts'
import { type ProjectInView, nextOverdueAt } from '../../tracker/project-in-view.ts'
import { projectByUuid } from '../../answers/named-project.ts'
import { knownProject } from '../../store/known-projects.ts'
import { followElsewhere } from '../../sync/posts/follow-readers.ts'
import { quotedCards } from '../../sync/posts/task-cards.ts'

/** Posts the card if it is missing. */
const cardInChannel = async (deps: BotDeps, channel: string, objectUuid: string) => {
  const { sql } = deps.database
  const row = await postOf(sql, { channel, kind: 'project_card', objectUuid })
  if (!row || row.ts !== null) return row
  const ts = await postCard({ ...deps, searching: { payload: {} } }, row)
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

/** Undefined if there is no card to pin. */
export const pinProjectCard = async (deps: BotDeps, channel: string, view: ProjectInView) => {
  const route = await routeTo(deps, channel)
  for (const again of [false, true]) {
    const card = await projectCardPost(deps, view, route)
    await deps.database.transaction(async (tx) => {
      await queuePosts(deps, tx, [card])
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

/** After a refusal, the person can pin it. Temporary and unclear failures are thrown. */
const whyNotPinned = (error: unknown): CardPinnedFacts['notPinned'] => {
  if (!(error instanceof SlackProblem)) throw error
  if (error.kind === 'scope') return { scope: true }
  if (error.kind === 'rate-limited' || error.kind === 'unknown') throw error
  return { code: error.code }
}

/** *Pin* */
export const pinCard = async (deps: BotDeps, actor: Here, uuid: string): Promise<Answer> => {
  const { channel } = actor.place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const resolved = uuid ? await projectByUuid(deps, uuid) : undefined
  const view = resolved ? await projectInView(deps, uuid, { name: resolved.name }) : undefined
  if (!view) return { message: staleButton() }
  if (!(await mayTellProject(deps, actor.place, view))) return { message: notForSharedChannel() }
  const projectName = view.item.name
  try {
    const ts = await pinProjectCard(deps, channel, view)
    return { message: ts === undefined ? staleButton() : cardPinned({ projectName }) }
  } catch (error) {
    return { message: cardPinned({ projectName, notPinned: whyNotPinned(error) }) }
  }
}

/** Tasks become overdue without an event. This job has its own lane, so that it delays no other update. */
const overdueJob = ({ cardSlotMs }: BotDeps, project: string, at: number): NewBotJob => {
  const lane = `${project}@overdue@${at}`
  const runAt = at + cardSlotMs
  return { kind: 'card', lane, uniqueKey: lane, payload: { project }, runAt }
}

/** Lane `card`: brings a project's cards up to date with its tasks, or a task's with its comments. */
export const refreshCards = async (deps: BotDeps, job: BotJob<'card'>): Promise<void> => {
  const { payload } = job
  if ('scope' in payload) return followElsewhere(deps, job, payload)
  return 'project' in payload ? refreshProject(deps, job, payload.project) : requote(deps, job, payload)
}

const requote = async (
  deps: BotDeps,
  job: BotJob<'card'>,
  { task, deleted }: { task: string; deleted?: string | undefined },
): Promise<void> => {
  await deps.database.transaction(async (tx) => {
    const { updates, gone } = await quotedCards(tx, task, deleted)
    const jobs = await writePosts(deps, tx, undefined, updates)
    // The quote of a deleted comment goes, also in a channel that gets no other updates anymore.
    for (const card of gone) await showAgain(tx, card)
    const again = gone.map((card) => postJob(card))
    await job.done(tx, [...jobs, ...again])
  })
}

const refreshProject = async (deps: BotDeps, job: BotJob<'card'>, project: string): Promise<void> => {
  const { sql } = deps.database
  const stored = await knownProject(sql, project)
  const view = stored && (await projectInView(deps, project, { name: stored.name }))
  const cards = await postsAbout(sql, 'project_card', project)
  const posted = cards.filter(({ ts }) => ts !== null)
  const updates = view ? await cardUpdates(deps, view, posted) : []
  const routes = await Promise.all(posted.map(({ channel }) => routeTo(deps, channel)))
  const timeZones = new Set(['UTC', ...routes.map(({ timeZone }) => timeZone)])
  const due = view && (await nextOverdueAt(deps, view, timeZones))
  await deps.database.transaction(async (tx) => {
    const jobs = await writePosts(deps, tx, undefined, updates)
    await job.done(tx, due === undefined ? jobs : [...jobs, overdueJob(deps, project, due)])
  })
}
