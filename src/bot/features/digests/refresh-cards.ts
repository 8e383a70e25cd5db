import { postsAbout, showAgain } from '../../sync/posts/store/posts.ts'
import { knownProject } from '../../store/known-projects.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type BotJob, type NewBotJob, postJob } from '../../store/payloads.ts'
import { routeTo } from '../../audience/audience.ts'
import { nextOverdueAt, projectInView } from '../../tracker/project-in-view.ts'
import { writePlanned } from '../../sync/posts/commit-planned.ts'
import { quotedCards } from '../../sync/posts/task-cards.ts'
import { cardUpdates } from '../../sync/posts/project-card-updates.ts'

/** Tasks become overdue without an event. A lane of its own, so that it does not delay other updates. */
const overdueJob = ({ cardSlotMs }: BotDeps, project: string, at: number): NewBotJob => {
  const lane = `${project}@overdue@${at}`
  const runAt = at + cardSlotMs
  return { kind: 'card', lane, uniqueKey: lane, payload: { project }, runAt }
}

/** Lane `card`: brings a project's cards up to date with its tasks, or a task's with its comments. */
export const refreshCards = async (deps: BotDeps, job: BotJob<'card'>): Promise<void> => {
  const { payload } = job
  return 'project' in payload ? refreshProject(deps, job, payload.project) : requote(deps, job, payload.task)
}

const requote = async (deps: BotDeps, job: BotJob<'card'>, task: string): Promise<void> => {
  await deps.database.transaction(async (tx) => {
    const { planned, gone } = await quotedCards(tx, task)
    const posts = await writePlanned(deps, tx, null, planned)
    // What was deleted is taken back also where nothing else may be said anymore.
    for (const card of gone) await showAgain(tx, card)
    const again = gone.map(({ channel, id }) => postJob(channel, id))
    await job.done(tx, [...posts, ...again])
  })
}

const refreshProject = async (deps: BotDeps, job: BotJob<'card'>, project: string): Promise<void> => {
  const { sql } = deps.database
  const known = await knownProject(sql, project)
  const view = known && (await projectInView(deps, project, { name: known.name }))
  const cards = await postsAbout(sql, 'project_card', project)
  const posted = cards.filter(({ ts }) => ts !== null)
  const updates = view ? await cardUpdates(deps, view, posted) : []
  const routes = await Promise.all(posted.map(({ channel }) => routeTo(deps, channel)))
  const timeZones = new Set(['UTC', ...routes.map(({ timeZone }) => timeZone)])
  const due = view && (await nextOverdueAt(deps, view, timeZones))
  await deps.database.transaction(async (tx) => {
    const posts = await writePlanned(deps, tx, null, updates)
    await job.done(tx, due === undefined ? posts : [...posts, overdueJob(deps, project, due)])
  })
}
