import { setTimeout as wait } from 'node:timers/promises'
import { type CommentCursor, commentsOf, type ListedComment } from './store/listed-comments.ts'
import { taskWithProject } from '../../store/known/known-of-task.ts'
import { knownTask } from '../../store/known/known-tasks.ts'
import { unescape } from '../../kit/text/mrkdwn.ts'
import { paneComment } from './messages/pane-comment.ts'
import { workObjectRefusal } from './messages/work-object-refusal.ts'
import type { PaneComment, WorkObjectRef } from '../../kit/cards/work-object.ts'
import type { WorkObjectPerson } from '../../kit/cards/fields.ts'
import type { Actor } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { taskLinkFor } from '../../audience/audience.ts'
import { settled } from '../../kit/within.ts'
import { type AskedDetails, refOf, tellPane } from './present-work-object.ts'
import { saidNow } from '../../sync/replies/reply-bodies.ts'
import { taskInView } from '../../tracker/task-in-view.ts'
import { maySeeKnownTask, type Viewer, viewerOf } from './viewer.ts'

export interface AskedComments extends AskedDetails {
  cursor: string | undefined
  limit: number | undefined
  threadRoot: string | undefined
}

/** Slack asks for 100, but comments are long and people read one screen. */
const mostComments = 30

const cursorText = ({ createdAt, id }: CommentCursor): string => `${createdAt}:${id}`

const readCursor = (cursor: string | undefined): CommentCursor | undefined => {
  const [, at, id] = /^(\d{1,15}):(.+)$/.exec(cursor ?? '') ?? []
  return at === undefined || id === undefined ? undefined : { createdAt: Number(at), id }
}

const notes: Partial<Record<ListedComment['state'], string>> = {
  stored: 'On its way to the tracker.',
  unknown: 'The tracker hasn’t confirmed it yet.',
  unconfirmed: 'The tracker didn’t confirm it.',
  refused: 'The tracker rejected it.',
}

/** Only the author sees a failed comment. */
const isFor = (comment: ListedComment, user: string): boolean =>
  !['refused', 'unconfirmed'].includes(comment.state) || comment.userId === user

/** Comments from Slack start with their author's name once they are prepared for the tracker. */
const partsOf = (comment: ListedComment): { author: WorkObjectPerson; text: string } => {
  const { authorName, userId, text, sent } = comment
  if (authorName !== undefined) return { author: { name: authorName || 'Someone' }, text }
  const said = comment.asTyped ? { authorName: 'Slack', text: unescape(text) } : saidNow(sent ?? text, text)
  return { author: { name: said.authorName, slackId: userId }, text: said.text }
}

export const shownComment = (
  comment: ListedComment,
  more: { url: string | undefined; quoted?: ListedComment | undefined; threadRoot?: string | undefined },
): PaneComment => {
  const answered = more.quoted && partsOf(more.quoted)
  return paneComment({
    id: comment.id,
    ...partsOf(comment),
    createdAt: comment.createdAt,
    editedAt: comment.editedAt,
    quote: answered && { authorName: answered.author.name, text: answered.text },
    url: more.url,
    threadRoot: more.threadRoot,
    note: notes[comment.state],
  })
}

export const taskPage = async (
  deps: BotDeps,
  viewer: Viewer,
  taskUuid: string,
): Promise<string | undefined> => {
  const known = await taskWithProject(deps.database.sql, taskUuid)
  return known && taskLinkFor(viewer.route, taskUuid, known.project)
}

/** Undefined if the viewer may see the comments. Asks the tracker about an unknown task. */
export const whyNoComments = async (
  deps: BotDeps,
  ref: WorkObjectRef | undefined,
  viewer: Viewer | undefined,
): Promise<string | undefined> => {
  const refusal = (why: Parameters<typeof workObjectRefusal>[0]['why'], name?: string) =>
    workObjectRefusal({ what: ref?.kind ?? 'task', why, name }).message
  if (!ref) return refusal('missing')
  if (ref.kind === 'project') return 'You can comment on tasks, but not on projects.'
  if (!viewer) return refusal('hidden')
  const { sql } = deps.database
  if (!(await knownTask(sql, ref.uuid))) {
    const look = await settled(taskInView(deps, ref.uuid, undefined))
    if (look.state === 'failed') return refusal('away')
  }
  const task = await knownTask(sql, ref.uuid)
  if (!task) return refusal(viewer.route.shared ? 'hidden' : 'missing')
  if (!(await maySeeKnownTask(deps, viewer, ref.uuid))) return refusal('hidden')
  return task.deletedAt === undefined ? undefined : refusal('deleted', task.name)
}

const page = async (deps: BotDeps, user: string, taskUuid: string, asked: AskedComments) => {
  const limit = Math.max(1, Math.min(asked.limit ?? mostComments, mostComments))
  const after = readCursor(asked.cursor)
  const found = await commentsOf(deps.database.sql, taskUuid, limit + 1, after)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    comments: shown.filter((comment) => isFor(comment, user)),
    cursor: found.length > limit && last ? cursorText(last) : undefined,
  }
}

const looksEveryMs = 100

/** Slack may ask for comments before the channel is known, so this waits briefly. */
const viewerSoon = async (deps: BotDeps, actor: Actor, ref: WorkObjectRef) => {
  for (let look = 0; ; look++) {
    const viewer = await viewerOf(deps, actor, ref)
    if (viewer || !ref.portal || look * looksEveryMs >= deps.paneWaitMs / 2) return viewer
    await wait(looksEveryMs)
  }
}

/** Newest first, from stored events and replies. */
export const presentComments = async (deps: BotDeps, actor: Actor, asked: AskedComments): Promise<void> => {
  const tell = (shown: Parameters<BotDeps['slack']['presentComments']>[1]) =>
    tellPane(deps, () => deps.slack.presentComments(asked.triggerId, shown))
  const ref = refOf(asked)
  const viewer = ref && (await viewerSoon(deps, actor, ref))
  const refusal = await whyNoComments(deps, ref, viewer)
  if (refusal !== undefined || !ref || !viewer) {
    await tell({ refusal: refusal ?? '' })
    return
  }
  const url = await taskPage(deps, viewer, ref.uuid)
  const { comments, cursor } = await page(deps, actor.user, ref.uuid, asked)
  const { threadRoot } = asked
  const shown = comments
    .filter(({ repliedTo }) => threadRoot === undefined || repliedTo === threadRoot)
    .map((comment) => {
      const quoted = comments.find(({ id }) => id === comment.repliedTo)
      return shownComment(comment, { url, quoted, threadRoot })
    })
  await tell({ comments: shown, cursor, canPost: true })
}
