import { commentsAtOnce } from '../store/comments.ts'
import { recentRows } from '../store/past-posts.ts'
import { knownProject } from '../../store/known-projects.ts'
import {
  burstSchema,
  commentBurstSchema,
  commentsIn,
  countsIn,
  noCounts,
  portalBurstSchema,
  portalCommentBurstSchema,
} from '../messages/project.ts'
import { routeTo } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { PostRow } from '../store/posts.ts'
import type { WantedPost, WantedPostOf } from './decision.ts'
import { allKinds, briefIfReadable, kindOf } from './kinds.ts'
import { readFacts } from './kind.ts'

/* Many messages at once are one message that counts. It counts stored posts, so that a restart changes nothing. */

const burstKinds = allKinds.filter((kind) => kindOf(kind)?.counted ?? kindOf(kind)?.counts)
const windowMs = 60_000

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
  for (const { kind } of lines) counts[kindOf(kind)?.counted ?? 'others'] += 1
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
    if (post.leftOut !== undefined || !kindOf(post.kind)?.counted) continue
    lines.set(post.channel, [...(lines.get(post.channel) ?? []), post])
  }
  let kept = posts
  for (const [channel, channelLines] of lines) {
    const sinceMs = deps.now() - windowMs
    const where = { channel, projectUuid: project.uuid, kinds: burstKinds, sinceMs }
    const recent = await recentRows(deps.database.sql, where)
    const last = recent.findLast(({ kind }) => kindOf(kind)?.counts)
    if (!last && recent.length + channelLines.length <= deps.burstSize) continue
    const burst = await burstOf(deps, channel, project, channelLines, last)
    // Cards that only these lines need are dropped too.
    const replaced = new Set<WantedPost>([
      ...channelLines,
      ...posts.filter((post) => post.channel === channel && post.whenNeeded),
    ])
    kept = [...kept.filter((post) => !replaced.has(post)), burst]
  }
  return kept
}

const isBy = (author: string) => (row: PostRow) => briefIfReadable(row).authorName === author

/** The comment as it is to be posted, and the message that counts it if its author wrote many. */
const countComment = async (
  deps: BotDeps,
  { uuid, event }: { uuid: string; event: number },
  post: WantedPostOf<'comment'>,
): Promise<readonly WantedPost[]> => {
  const { channel, facts, objectUuid } = post
  if (post.change || post.leftOut !== undefined || 'deleted' in facts) return [post]
  const { authorName } = facts
  const kinds = ['comment', 'comment_burst']
  const where = { channel, projectUuid: uuid, kinds, sinceMs: deps.now() - windowMs }
  const recent = (await recentRows(deps.database.sql, where)).filter(isBy(authorName))
  const comments = recent.filter(({ kind }) => kind === 'comment')
  const isKnown = comments.some((row) => row.object_uuid === objectUuid)
  if (isKnown || comments.length < commentsAtOnce) return [post]
  const last = recent.findLast(({ kind }) => kind === 'comment_burst')
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
    counted.push(...(isCrowded && post.kind === 'comment' ? await countComment(deps, project, post) : [post]))
  return counted
}
