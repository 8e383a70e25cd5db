import { type Comment, fromSlack } from '../../../contract/comment.ts'
import { startOf } from '../../../contract/text.ts'
import { unmarked } from '../../../contract/marks.ts'
import { fullName, peopleByUuid } from '../../store/people.ts'
import type { PersonRow, RemovedRow } from '../../store/rows.ts'
import { markedHtml } from '../../marked-html.ts'
import { isCustomer, mayDelete, mayEdit, notFound, type Acting } from '../../acting.ts'
import { visiblePart, visibleProject } from '../../visible.ts'
import { messageSeen } from '../../changes/change.ts'
import { initials, letters, timeView } from '../kit/words.ts'
import { commentRecords } from '../../events/comments.ts'
import { commentsByUuid, commentsOnPage, notesOnPage, removedIn } from '../../store/work.ts'
import type { Page } from '../kit/page.ts'
import { pagesOf, wantedPage, refusalFacts, type Form, textIn } from '../kit/request.ts'

export type Names = ReadonlyMap<string, PersonRow>

export const face = (person: PersonRow | undefined, name: string | null) => {
  const shown = person ? fullName(person) : (name ?? 'Somebody')
  return {
    name: shown,
    initials: initials(shown),
    isCustomer: person ? isCustomer(person) : false,
    via: person?.role === 'API User' ? 'via API' : undefined,
    company: undefined as string | undefined,
  }
}

/** Shows a comment from Slack under its author's name. The stored text keeps the prefix. */
const authored = (comment: Comment, person: PersonRow | undefined) => {
  const slackMessage = person?.role === 'API User' ? fromSlack(comment.message_plain) : undefined
  if (!slackMessage)
    return { author: face(person, comment.created_by_name ?? null), text: comment.message_plain }
  const author = { ...face(undefined, slackMessage.name), via: 'via Slack', company: slackMessage.company }
  return { author, text: slackMessage.text.trimStart() }
}

const inALine = (text: string, length: number): string => letters(unmarked(startOf(text, mostQuoted)), length)

const quoted = (answered: Comment | undefined, names: Names) => {
  if (!answered) return { name: undefined, text: 'Deleted comment' }
  const { author, text } = authored(answered, names.get(answered.created_by_uuid))
  return { name: author.name, text: inALine(text, 90) }
}

/** A page shows only the start of a longer text, with a link to the whole. */
const mostShown = 2_000
/** Enough for a line, even with marks in it. */
const mostQuoted = 500

interface Place {
  /** The URL of the page with all comments. */
  readonly allAt: string
  /** The uuid of the comment that is shown whole. */
  readonly whole?: string
}

/** `answered` contains the comment that this one replies to, if it still exists. */
export const commentView = (
  comment: Comment,
  answered: ReadonlyMap<string, Comment>,
  { person, names }: { person: PersonRow; names: Names },
  { allAt, whole }: Place,
) => {
  const { author, text } = authored(comment, names.get(comment.created_by_uuid))
  const repliedTo = comment.replied_to_comment_uuid
  const authorship = { created_by: comment.created_by_uuid }
  const isCut = text.length > mostShown && whole !== comment.uuid
  return {
    uuid: comment.uuid,
    author,
    /** Names the comment for people who don't see where it stands. */
    label: `${author.name}: ${inALine(text, 40)}`,
    raw: isCut ? undefined : comment.message_plain,
    isWhole: whole === comment.uuid,
    allAt: isCut ? `${allAt}?whole=${comment.uuid}` : undefined,
    seen: messageSeen(comment),
    html: markedHtml(isCut ? `${startOf(text, mostShown)}…` : text),
    time: timeView(comment.created_at ?? 0),
    edited: comment.edited_at ? timeView(comment.edited_at) : undefined,
    isReply: Boolean(repliedTo),
    answers: repliedTo ? quoted(answered.get(repliedTo), names) : undefined,
    mayEdit: mayEdit(person, authorship),
    mayDelete: mayDelete(person, authorship),
  }
}

type Trace = Pick<RemovedRow, 'uuid' | 'created_at' | 'removed_by' | 'removed_at'>

/** The comments with a line for each removed one, in its place: for those after `from`, up to `to`. */
export const withTraces = <C extends { readonly time: { readonly iso: string } }>(
  comments: readonly C[],
  traces: readonly Trace[],
  names: Names,
  { from = -Infinity, to = Infinity }: { from?: number; to?: number } = {},
) => {
  const lines = traces
    .filter(({ created_at: at }) => at > from && at <= to)
    .map((one) => ({
      uuid: one.uuid,
      at: one.created_at,
      removed: { by: face(names.get(one.removed_by), null).name, time: timeView(one.removed_at) },
    }))
  const shown = comments.map((comment) => ({
    ...comment,
    at: Date.parse(comment.time.iso),
    removed: undefined,
  }))
  return [...shown, ...lines].toSorted((one, other) => one.at - other.at)
}

export const authorsOf = (comments: Iterable<Comment>): string[] =>
  Array.from(comments, ({ created_by_uuid: author }) => author)

/** These comments, and those that they reply to, by uuid. */
export const answeredBy = async (acting: Acting, comments: readonly Comment[]) => {
  const given = new Map(comments.map((comment) => [comment.uuid, comment]))
  const wanted = comments
    .map((comment) => comment.replied_to_comment_uuid)
    .filter((uuid): uuid is string => typeof uuid === 'string' && !given.has(uuid))
  const found = await commentRecords(acting, await commentsByUuid(acting, wanted), true)
  return new Map([...given, ...found.map((comment) => [comment.uuid, comment] as const)])
}

const viewsOf = async ({ acting, person }: Page, records: readonly Comment[], place: Place) => {
  const answered = await answeredBy(acting, records)
  const names = await peopleByUuid(acting, authorsOf(answered.values()))
  return records.map((one) => commentView(one, answered, { person, names }, place))
}

/** Comments per task, and notes. Older ones are on separate pages. */
export const mostComments = 20

export const notesView = async (page: Page, projectUuid: string) => {
  const { rows, total } = await notesOnPage(page.acting, projectUuid, { limit: mostComments, offset: 0 })
  const traces = (await removedIn(page.acting, projectUuid)).filter((one) => one.task_uuid === null)
  const removers = await peopleByUuid(
    page.acting,
    traces.map((one) => one.removed_by),
  )
  const from = total > rows.length ? rows.at(-1)?.created_at : undefined
  const records = await commentRecords(page.acting, rows.toReversed(), true)
  const comments = await viewsOf(page, records, { allAt: `${page.base}/${projectUuid}/notes` })
  const shown = withTraces(comments, traces, removers, { ...(from !== undefined && { from }) })
  return { comments: shown, total, earlier: total - comments.length, shown: comments.length }
}

const commentsShown = 100

/** All comments on a task, or without a task all notes on the project, newest first, in pages. */
export const historyFacts = async (
  page: Page,
  projectUuid: string,
  taskUuid: string | undefined,
  query: Form,
) => {
  const { acting, person } = page
  const { project } = await visibleProject(acting, projectUuid)
  const at = wantedPage(query, 'page')
  // One more, which says where the next page begins.
  const wanted = { limit: commentsShown + 1, offset: at * commentsShown }
  const commentsOn = async (uuid: string) => {
    const task = await visiblePart(acting, person, 'task', uuid)
    if (task.project_uuid !== project.uuid) throw notFound('Task')
    const words = { noun: 'comment', title: `Comments on ${task.name}`, heading: task.name }
    const place = { anchor: `task-${task.uuid}`, path: `comments/${task.uuid}` }
    return { words, ...place, ...(await commentsOnPage(acting, task.uuid, wanted)) }
  }
  const notesOn = async () => {
    const words = { noun: 'note', title: `Notes on ${project.name}`, heading: 'Notes' }
    return { words, anchor: 'notes', path: 'notes', ...(await notesOnPage(acting, project.uuid, wanted)) }
  }
  const task = taskUuid?.toLowerCase()
  const { words, anchor, path, rows, total } = await (taskUuid === undefined
    ? notesOn()
    : commentsOn(taskUuid))
  const records = await commentRecords(acting, rows.slice(0, commentsShown), true)
  const traces = (await removedIn(acting, project.uuid)).filter((one) => one.task_uuid === (task ?? null))
  const removers = await peopleByUuid(
    acting,
    traces.map((one) => one.removed_by),
  )
  const from = rows[commentsShown]?.created_at
  const to = at === 0 ? undefined : rows[0]?.created_at
  const base = `${page.base}/${project.uuid}`
  const allAt = `${base}/${path}`
  return {
    ...refusalFacts(undefined),
    ...words,
    project: project.name,
    base,
    back: `${base}${page.query}#${anchor}`,
    path: allAt,
    comments: withTraces(
      await viewsOf(page, records, { allAt, whole: textIn(query, 'whole', 36) }),
      traces,
      removers,
      { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    ).toReversed(),
    pages: pagesOf(query, 'page', { page: at, size: commentsShown, total }),
  }
}
