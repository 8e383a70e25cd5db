import { isComment } from '../../sync/kinds/kinds.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { addToInbox, settleInbox } from '../../store/inbox.ts'
import { knownProject, noteListed } from '../../store/known-projects.ts'
import { writeNotes } from '../../store/notes.ts'
import { type BotJob, cardJob, type NewBotJob } from '../../store/payloads.ts'
import { mentionedJob } from '../../sync/events/notify-mentioned.ts'
import { type Decision, type WantedPost, writePosts } from '../../sync/posts/decision.ts'
import { leaveOut } from '../../sync/posts/filters.ts'
import { postsAbout } from '../../sync/store/posts.ts'
import { listTasksOf } from '../../tracker/listed-tasks.ts'
import type { Tx } from '../../store/database.ts'
import { type Missed, missedComments } from './missed-comments.ts'

interface Found extends Missed {
  readonly posts: readonly WantedPost[]
  /** Channels where the comment is news, and shown at once. */
  readonly channels: readonly string[]
}

/** A channel that receives digests reads of the comment there. */
const channelsOf = (posts: readonly WantedPost[], { policies = [] }: Decision, told: ReadonlySet<string>) => {
  const digested = new Set(policies.filter(({ settings }) => settings.digest).map(({ channel }) => channel))
  return posts
    .filter(({ kind, leftOut }) => isComment(kind) && leftOut === undefined)
    .map(({ channel }) => channel)
    .filter((channel) => !digested.has(channel) && !told.has(channel))
}

const foundIn = async (deps: BotDeps, missed: Missed): Promise<Found> => {
  const rows = await postsAbout(deps.database.sql, 'comment', missed.comment.uuid)
  const told = new Set(rows.map(({ channel }) => channel))
  const posts = new Map<string, WantedPost>()
  const channels: string[] = []
  for (const decision of missed.decisions) {
    const subject = decision.subject ?? { about: 'task' as const }
    const { kept } = await leaveOut(deps, subject, decision.posts, decision.policies)
    for (const post of kept) posts.set(`${post.channel} ${post.kind} ${post.objectUuid}`, post)
    channels.push(...channelsOf(kept, decision, told))
  }
  return { ...missed, posts: [...posts.values()], channels }
}

const dividers = async (deps: BotDeps, uuid: string, found: readonly Found[], version: number) => {
  const stored = await knownProject(deps.database.sql, uuid)
  const { name: projectName = 'a project', internalUrl: url, portalUrl } = stored ?? {}
  const channels = new Set(found.flatMap((one) => one.channels))
  return [...channels].map((channel): WantedPost => ({
    channel,
    kind: 'missed',
    objectUuid: `${uuid}@${version}`,
    facts: { uuid, projectName, url, portalUrl },
  }))
}

/** Each comment has a row in the inbox, as if its event had come: mutes, filters, and `/onboard why` treat it so. */
const store = async (deps: BotDeps, tx: Tx, project: string, found: readonly Found[]) => {
  const at = deps.now()
  const rows = found.map(({ comment }) => ({
    dedupe_key: `missed:${comment.uuid}`,
    event_name: 'comment_new',
    object_uuid: comment.uuid,
    project_uuid: project,
    body: '',
    received_at: at,
    state: 'waiting' as const,
    outcome: null,
  }))
  const ids = await addToInbox(tx, rows)
  return found.flatMap((one) => {
    const inbox = ids.get(`missed:${one.comment.uuid}`)
    return inbox === undefined ? [] : [{ ...one, inbox }]
  })
}

/** Lane `listing`, one after another: what the tracker lists of a project fills the store that events fill, too. */
export const listProject = async (deps: BotDeps, job: BotJob<'listing'>): Promise<void> => {
  const { project } = job.payload
  const listed = await listTasksOf(deps, project)
  if (!listed) return
  const { missed, whole } = await missedComments(deps, project, listed)
  const found: Found[] = []
  for (const one of missed) found.push(await foundIn(deps, one))
  const intro = await dividers(deps, project, found, job.createdAt)
  await deps.database.transaction(async (tx) => {
    const stored = await store(deps, tx, project, found)
    const jobs: NewBotJob[] = []
    for (const [at, { inbox, posts, decisions, comment }] of stored.entries()) {
      const all = at === 0 ? [...intro, ...posts] : posts
      jobs.push(...(await writePosts(deps, tx, { inbox, project }, all)))
      await writeNotes(
        tx.sql,
        decisions.flatMap(({ notes = [] }) => notes),
        deps.now(),
      )
      await settleInbox(
        tx,
        inbox,
        decisions[0]?.state ?? 'dropped',
        `no event came; ${decisions[0]?.outcome ?? ''}`,
        deps.now(),
      )
      if (decisions.some(({ mentioned }) => mentioned)) jobs.push(mentionedJob(comment.uuid))
    }
    if (listed.whole && whole) await noteListed(tx.sql, project, listed.asOf)
    const cards = listed.changed || stored.length > 0 ? [cardJob(project, deps)] : []
    await job.done(tx, [...jobs, ...cards])
  })
}
