import type { Comment } from '../../../contract/comment.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announceComment, commentRecord } from '../../events/comments.ts'
import { invalid, notAllowed } from '../../refusals.ts'
import {
  addRow,
  changeRow,
  type CommentRow,
  findRow,
  removeRow,
  type TaskRow,
  type PersonRow,
  type NoteRow,
} from '../../store/rows.ts'
import type { CommentPatch, NewComment } from './inputs.ts'
import { type Change, changePart, changeTask, taskOf } from './within.ts'
import { limits } from '../../../contract/limits.ts'
import { folded } from '../../../contract/text/folded.ts'
import { mentionsIn } from '../../../contract/text/mention.ts'
import { isCustomer, mayDelete, mayEdit } from '../../access.ts'
import { findPeople, fullName, peopleNamed, uniquePeople } from '../../store/people/people.ts'
import { onlyAsSeen, writtenSeen } from './seen.ts'

type Table = 'comment' | 'note'

export const onlyEditor = ({ person, actor }: Change, table: Table, row: { created_by: string }): void => {
  if (!mayEdit(person, row, actor)) throw notAllowed(`You can't edit somebody else's ${table}.`)
}

export const onlyDeleter = ({ person }: Change, table: Table, row: { created_by: string }): void => {
  if (!mayDelete(person, row)) throw notAllowed(`You can't delete somebody else's ${table}.`)
}

/** Changes the text of a comment or a note. Undefined if the text stays the same. */
export const rewrite = async <R extends CommentRow | NoteRow>(
  change: Change,
  table: Table,
  row: R,
  patch: CommentPatch,
): Promise<R | undefined> => {
  onlyAsSeen(patch, writtenSeen(row))
  const { message_plain } = patch
  if (row.message_plain === message_plain) return undefined
  const changed = { message_plain, edited_at: change.deps.now() }
  await changeRow(change, table, row.uuid, changed)
  return { ...row, ...changed }
}

const named = (text: string, people: readonly PersonRow[]): PersonRow[] =>
  mentionsIn(
    text,
    people.flatMap((person) => [fullName(person), person.email].map((word) => ({ word, person }))),
  )

const longestName = 80

/** Every text after an `@` that could be a name or an address. Only these are looked up. An address has two `@`. */
const possibleNames = (text: string) => {
  const after = folded(text)
    .split(/(?<=@)/)
    .slice(1, 2 * limits.mentions + 1)
    .map((part) => part.replace(/@$/, ''))
  const names = after.flatMap((tail) =>
    Array.from({ length: Math.min(tail.length, longestName) }, (_, at) => tail.slice(0, at + 1)),
  )
  const emails = text.toLowerCase().match(/(?<=@)[^\s@]{1,64}@[a-z0-9.-]{1,190}/g) ?? []
  const bare = emails.slice(0, limits.mentions).map((email) => email.replace(/[.-]+$/, ''))
  return { names: [...new Set(names)], emails: [...new Set(bare)] }
}

const isAround = (change: Change) => (person: PersonRow) =>
  person.is_active === 1 && (!isCustomer(person) || person.account_uuid === change.project.account_uuid)

const inText = async (change: Change, text: string) => {
  if (!text.includes('@')) return []
  const { names, emails } = possibleNames(text)
  const people = [
    ...(await peopleNamed(change, change.project.account_uuid, names)),
    ...(await findPeople(change, emails)),
  ]
  return named(text, uniquePeople(people).filter(isAround(change)))
}

/** For a customer, unknown addresses are skipped: an error would tell them which addresses exist. */
const askedFor = async (change: Change, mentions: readonly string[]) => {
  const asked = await findPeople(change, mentions)
  if (isCustomer(change.person)) return asked.filter(isAround(change))
  const known = new Set(asked.flatMap(({ email, uuid }) => [email, uuid]))
  for (const mention of mentions) {
    if (!known.has(mention.toLowerCase())) throw invalid('mentions', `No such user: ${mention}`)
  }
  return asked
}

/** Finds people by address in the request and by `@Full Name` in the text. Leaves out the author. At most 50. */
const mentionedIn = async (change: Change, { message_plain: text, mentions = [] }: NewComment) => {
  const all = [...(await askedFor(change, mentions)), ...(await inText(change, text))]
  return uniquePeople(all.filter(({ uuid }) => uuid !== change.person.uuid)).slice(0, limits.mentions)
}

const answeredComment = async (change: Change, task: TaskRow, uuid: string) => {
  const answered = await findRow(change, 'comment', uuid)
  if (answered?.task_uuid !== task.uuid)
    throw invalid('replied_to_comment_uuid', 'This task has no such comment.')
  return answered.uuid
}

/** Fires comment_new, or comment_reply for a reply, and one comment_mention for each person mentioned. */
export const createComment = (deps: Deps, actor: Actor, taskUuid: string, input: NewComment) =>
  changeTask(deps, actor, taskUuid, async (change, task) => {
    const answers = input.replied_to_comment_uuid
    const answered = answers ? await answeredComment(change, task, answers) : null
    const mentioned = await mentionedIn(change, input)
    const comment = await addRow(change, 'comment', {
      uuid: deps.newUuid(),
      project_uuid: task.project_uuid,
      task_uuid: task.uuid,
      replied_to: answered,
      created_by: change.person.uuid,
      message_plain: input.message_plain,
      created_at: deps.now(),
    })
    const record = await announceComment(change, answers ? 'comment_reply' : 'comment_new', comment)
    for (const person of mentioned) await announceComment(change, 'comment_mention', comment, person)
    return record
  })

const changeComment = <R>(
  deps: Deps,
  actor: Actor,
  uuid: string,
  work: (change: Change, comment: CommentRow) => Promise<R>,
): Promise<R> =>
  changePart(deps, actor, 'comment', uuid, async (change, comment) => {
    await taskOf(change, comment.task_uuid, 'Comment')
    return work(change, comment)
  })

export const editComment = (deps: Deps, actor: Actor, uuid: string, patch: CommentPatch): Promise<Comment> =>
  changeComment(deps, actor, uuid, async (change, comment) => {
    onlyEditor(change, 'comment', comment)
    const now = await rewrite(change, 'comment', comment, patch)
    return now ? announceComment(change, 'comment_updated', now) : commentRecord(change, comment, deps)
  })

/** Its replies stay. */
export const removeComment = (deps: Deps, actor: Actor, uuid: string): Promise<Comment> =>
  changeComment(deps, actor, uuid, async (change, comment) => {
    onlyDeleter(change, 'comment', comment)
    await removeRow(change, 'comment', comment.uuid)
    return announceComment(change, 'comment_deleted', comment)
  })
