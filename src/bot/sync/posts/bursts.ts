import { commentsAtOnce } from '../store/comments.ts'
import { recentRows } from '../store/past-posts.ts'
import { type KnownProject, knownProject } from '../../store/known-projects.ts'
import { taskCompletedSchema } from '../messages/task.ts'
import {
  burstSchema,
  commentBurstSchema,
  commentsIn,
  countsIn,
  mostDone,
  noCounts,
  portalBurstSchema,
  portalCommentBurstSchema,
} from '../messages/project.ts'
import { routeTo, taskLinkFor } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { PostRow } from '../store/posts.ts'
import type { WantedPost } from './decision.ts'
import { authorIn } from '../kinds/comment.ts'
import { isComment, kindOf, kindsThatCount } from '../kinds/kinds.ts'
import { readFacts } from '../kinds/kind.ts'

/* Many messages at once are one message that counts. It counts stored posts, so that a restart changes nothing. */

const burstKinds = kindsThatCount('tasks', 'subtasks', 'others', 'it counts lines')
const commentBurstKinds = kindsThatCount('comments', 'it counts comments')

/** Undefined if it is no line. */
const lineCounted = (kind: string) => {
  const counts = kindOf(kind)?.counts
  return counts === 'tasks' || counts === 'subtasks' || counts === 'others' ? counts : undefined
}
const windowMs = 60_000

/** The completed task that a line is about, with its page for these readers. */
const completedTask = (
  { kind, on, facts }: WantedPost,
  project: KnownProject | undefined,
  shared: boolean,
) => {
  if (kind !== 'task_completed' || !on) return undefined
  const { taskName: name, completedBy: by } = taskCompletedSchema.parse(facts)
  return { uuid: on.uuid, name, url: project && taskLinkFor({ shared }, on.uuid, project), by }
}

/** Its task has no thread in the channel, so it would be a message in the channel itself. */
const isAlone = ({ kind, channel, on }: WantedPost, posts: readonly WantedPost[]): boolean =>
  kind === 'task_completed' &&
  posts.some((post) => post.channel === channel && post.whenNeeded && post.objectUuid === on?.uuid)

/** One message instead of many lines. It counts them, and goes on counting. */
const burstOf = async (
  deps: BotDeps,
  channel: string,
  project: { uuid: string; event: number },
  lines: readonly WantedPost[],
  last: PostRow | undefined,
): Promise<WantedPost> => {
  const stored = await knownProject(deps.database.sql, project.uuid)
  const { shared } = await routeTo(deps, channel)
  const counts = last ? countsIn(readFacts(burstSchema, last), shared) : { ...noCounts }
  const done = [...(counts.done ?? [])]
  for (const line of lines) {
    counts[lineCounted(line.kind) ?? 'others'] += 1
    const named = done.length < mostDone ? completedTask(line, stored, shared) : undefined
    if (named && !done.some(({ uuid }) => uuid === named.uuid)) done.push(named)
  }
  counts.done = done
  const of = { projectName: stored?.name ?? 'A project', portalUrl: stored?.portalUrl }
  const facts = shared
    ? portalBurstSchema.parse({ ...of, visible: counts })
    : { ...of, ...counts, url: stored?.internalUrl }
  const burst = { channel, kind: 'burst', facts } as const
  if (last) return { ...burst, objectUuid: last.object_uuid, change: true }
  return { ...burst, objectUuid: `${project.uuid}@${project.event}` }
}

/** Merges the lines after the first `burstSize` of a minute. */
const collapseLines = async (
  deps: BotDeps,
  project: { uuid: string; event: number },
  posts: readonly WantedPost[],
): Promise<readonly WantedPost[]> => {
  const lines = new Map<string, WantedPost[]>()
  for (const post of posts) {
    if (post.leftOut !== undefined || !lineCounted(post.kind)) continue
    lines.set(post.channel, [...(lines.get(post.channel) ?? []), post])
  }
  let kept = posts
  for (const [channel, channelLines] of lines) {
    const sinceMs = deps.now() - windowMs
    const where = { channel, projectUuid: project.uuid, kinds: burstKinds, sinceMs }
    const recent = await recentRows(deps.database.sql, where)
    const last = recent.findLast(({ kind }) => !lineCounted(kind))
    const before = last ? countsIn(readFacts(burstSchema, last), false) : noCounts
    const counted = before.tasks + before.subtasks + before.others
    const lately = recent.filter(({ kind }) => lineCounted(kind)).length + counted
    const isMany = lately + channelLines.length > deps.burstSize
    // From the second on, completions in the channel itself are one message that grows.
    const alone = channelLines.filter((post) => isAlone(post, posts))
    const completions = recent.filter(({ kind }) => kind === 'task_completed').length + before.tasks
    const collapsed = isMany ? channelLines : completions + alone.length > 1 ? alone : []
    if (collapsed.length === 0) continue
    const burst = await burstOf(deps, channel, project, collapsed, last)
    // Cards that only these lines need are dropped too.
    const replaced = new Set<WantedPost>([
      ...collapsed,
      ...posts.filter((post) => post.channel === channel && post.whenNeeded),
    ])
    kept = [...kept.filter((post) => !replaced.has(post)), burst]
  }
  return kept
}

/** The comment as it is to be posted, and the message that counts it if its author wrote many. */
const countComment = async (
  deps: BotDeps,
  { uuid, event }: { uuid: string; event: number },
  post: WantedPost,
): Promise<readonly WantedPost[]> => {
  const { channel, objectUuid } = post
  const authorName = authorIn({ facts: JSON.stringify(post.facts) })
  if (post.change || post.leftOut !== undefined || authorName === undefined) return [post]
  const kinds = commentBurstKinds
  const where = { channel, projectUuid: uuid, kinds, sinceMs: deps.now() - windowMs }
  const recent = (await recentRows(deps.database.sql, where)).filter((row) => authorIn(row) === authorName)
  const comments = recent.filter(({ kind }) => isComment(kind))
  const isKnown = comments.some((row) => row.object_uuid === objectUuid)
  if (isKnown || comments.length < commentsAtOnce) return [post]
  const last = recent.findLast(({ kind }) => !isComment(kind))
  const stored = await knownProject(deps.database.sql, uuid)
  const { shared } = await routeTo(deps, channel)
  const counted = 1 + (last ? commentsIn(readFacts(commentBurstSchema, last), shared) : 0)
  const of = { authorName, projectName: stored?.name ?? 'A project', portalUrl: stored?.portalUrl }
  const said = shared
    ? portalCommentBurstSchema.parse({ ...of, visible: { comments: counted } })
    : { ...of, comments: counted, url: stored?.internalUrl }
  const burst = { channel, kind: 'comment_burst' as const, facts: said }
  return [
    { ...post, isLate: true },
    last
      ? { ...burst, objectUuid: last.object_uuid, change: true }
      : { ...burst, objectUuid: `${uuid}@${event}` },
  ]
}

/** Counts lines and comments that come in masses. Lines are replaced by the count; comments also come, but later. */
export const collapseBursts = async (
  deps: BotDeps,
  project: { uuid: string; event: number },
  posts: readonly WantedPost[],
  isCrowded: boolean,
): Promise<readonly WantedPost[]> => {
  const counted: WantedPost[] = []
  for (const post of await collapseLines(deps, project, posts))
    counted.push(...(isCrowded && isComment(post.kind) ? await countComment(deps, project, post) : [post]))
  return counted
}
