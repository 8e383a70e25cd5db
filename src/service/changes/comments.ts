import { emailSpelling } from '../../contract/address.ts'
import { limits } from '../../contract/limits.ts'
import { folded } from '../../contract/text.ts'
import { mentionsIn } from '../../contract/comment.ts'
import { isCustomer, mayDelete, mayEdit, onlyInternal, type Acting, invalid, notAllowed } from '../acting.ts'
import { maySeeProject } from '../visible.ts'
import {
  announceComment,
  announceNote,
  isComment,
  type CommentOrNote,
  commentRecord,
} from '../events/comments.ts'
import { findPeople, fullName, peopleNamed, uniquePeople } from '../store/people.ts'
import { addRow, changeRow, findRow, type PersonRow, removeRow, type TaskRow } from '../store/rows.ts'
import type { CommentPatch, NewComment, NewNote } from './inputs.ts'
import { onlyAsSeen, messageSeen, type Change, changePart, changeProject } from './change.ts'

const mentionedAmong = (text: string, people: readonly PersonRow[]): PersonRow[] =>
  mentionsIn(
    text,
    people.flatMap((person) => [fullName(person), person.email].map((word) => ({ word, person }))),
  )

const longestName = 80

/** The texts after an `@` that can be a name or an address: only these are looked up. An address has two `@`. */
const possibleNames = (text: string) => {
  const after = folded(text)
    .split(/(?<=@)/)
    .slice(1, 2 * limits.mentions + 1)
    .map((part) => part.replace(/@$/, ''))
  const names = after.flatMap((tail) =>
    Array.from({ length: Math.min(tail.length, longestName) }, (_, at) => tail.slice(0, at + 1)),
  )
  const emails = text.toLowerCase().match(/(?<=@)[^\s@]{1,64}@[\p{L}\p{N}.-]{1,190}/gu) ?? []
  const bare = emails.slice(0, limits.mentions).map((email) => emailSpelling(email.replace(/[.-]+$/, '')))
  return { names: [...new Set(names)], emails: [...new Set(bare)] }
}

const isAround = (change: Change) => (person: PersonRow) =>
  person.is_active === 1 && maySeeProject(person, change.project)

const peopleInText = async (change: Change, text: string) => {
  if (!text.includes('@')) return []
  const { names, emails } = possibleNames(text)
  const people = [
    ...(await peopleNamed(change, change.project.account_uuid, names)),
    ...(await findPeople(change, emails)),
  ]
  return mentionedAmong(text, uniquePeople(people).filter(isAround(change)))
}

/** For a customer, unknown addresses are skipped: an error would tell them which addresses exist. */
const listedPeople = async (change: Change, mentions: readonly string[]) => {
  const people = await findPeople(change, mentions)
  if (isCustomer(change.person)) return people.filter(isAround(change))
  const identifiers = new Set(people.flatMap(({ email, uuid }) => [email, uuid]))
  for (const mention of mentions) {
    if (!identifiers.has(mention.toLowerCase())) throw invalid('mentions', `No such user: ${mention}`)
  }
  return people
}

const mentionedIn = async (change: Change, { message_plain: text, mentions = [] }: NewComment) => {
  const all = [...(await listedPeople(change, mentions)), ...(await peopleInText(change, text))]
  return uniquePeople(all.filter(({ uuid }) => uuid !== change.person.uuid)).slice(0, limits.mentions)
}

const answeredComment = async (change: Change, task: TaskRow, uuid: string) => {
  const answered = await findRow(change, 'comment', uuid)
  if (answered?.task_uuid !== task.uuid)
    throw invalid('replied_to_comment_uuid', 'This task has no such comment.')
  return answered.uuid
}

const createComment = (acting: Acting, taskUuid: string, input: NewComment) =>
  changePart(acting, 'task', taskUuid, async (change, task) => {
    const repliedTo = input.replied_to_comment_uuid
    const answered = repliedTo ? await answeredComment(change, task, repliedTo) : null
    const mentioned = await mentionedIn(change, input)
    const comment = await addRow(change, 'comment', {
      ...messageFields(change, input),
      task_uuid: task.uuid,
      replied_to: answered,
    })
    const record = await announceComment(change, repliedTo ? 'comment_reply' : 'comment_new', comment)
    for (const person of mentioned) await announceComment(change, 'comment_mention', comment, person)
    return record
  })

const createNote = (acting: Acting, projectUuid: string, input: NewNote) =>
  changeProject(acting, projectUuid, async (change) => {
    onlyInternal(change.person)
    const note = await addRow(change, 'note', messageFields(change, input))
    return announceNote(change, 'add_project_note', note)
  })

const messageFields = ({ deps, person, project }: Change, { message_plain }: NewNote) => ({
  uuid: deps.newUuid(),
  project_uuid: project.uuid,
  created_by: person.uuid,
  message_plain,
  created_at: deps.now(),
})

type Table = 'comment' | 'note'

const announceChange = (change: Change, is: 'edited' | 'removed', message: CommentOrNote) =>
  isComment(message)
    ? announceComment(change, is === 'edited' ? 'comment_updated' : 'comment_deleted', message)
    : announceNote(change, is === 'edited' ? 'edit_project_note' : 'delete_project_note', message)

const edit = (table: Table) => (acting: Acting, uuid: string, patch: CommentPatch) =>
  changePart(acting, table, uuid, async (change, message) => {
    if (!mayEdit(change.person, message, change.byKey))
      throw notAllowed(`You can't edit somebody else's ${table}.`)
    onlyAsSeen(patch, messageSeen(message))
    const { message_plain } = patch
    if (message.message_plain === message_plain) return commentRecord(change, message)
    const changed = { message_plain, edited_at: change.deps.now() }
    await changeRow(change, table, message.uuid, changed)
    return announceChange(change, 'edited', { ...message, ...changed })
  })

const traceOf = ({ deps, person }: Change, message: CommentOrNote) => ({
  uuid: message.uuid,
  project_uuid: message.project_uuid,
  task_uuid: isComment(message) ? message.task_uuid : null,
  created_at: message.created_at,
  removed_by: person.uuid,
  removed_at: deps.now(),
})

/** A comment's replies stay. If somebody else than the author removes it, the pages say who and when. */
const remove = (table: Table) => (acting: Acting, uuid: string) =>
  changePart(acting, table, uuid, async (change, message) => {
    if (!mayDelete(change.person, message)) throw notAllowed(`You can't delete somebody else's ${table}.`)
    await removeRow(change, table, message.uuid)
    if (message.created_by !== change.person.uuid)
      await addRow(change, 'removed_message', traceOf(change, message))
    return announceChange(change, 'removed', message)
  })

export const comments = { create: createComment, edit: edit('comment'), remove: remove('comment') }
export const notes = { create: createNote, edit: edit('note'), remove: remove('note') }
