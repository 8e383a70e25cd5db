import { reactions } from '../../../src/bot/messages/kit/ids.ts'
import { channels } from '../plan.ts'
import { type Case, readersOf } from './case.ts'
import type { MadeComment, SaidReply } from '../story.ts'

type Row = Case['replies'][number]

const notOn = 'Your reply wasn’t posted to'
const notConfirmed = 'didn’t confirm your reply'
const editedAlone = 'Your edit changed Slack only'
const deletedAlone = 'deleted in Slack only'

const signOf: Partial<Record<Row['state'], string>> = {
  done: reactions.done,
  refused: reactions.attention,
  unconfirmed: reactions.attention,
}

/** A process that dies or stands still may leave a doubt that no answer of the tracker shows. */
const leavesDoubt = ({ plan }: Case) => plan.faults.some(({ kind }) => kind.group === 'processes')

const judgeTold = (it: Case, { key, user }: SaidReply, row: Row, made: readonly MadeComment[]): void => {
  const { story, said, blame } = it
  const words = row.state === 'refused' ? notOn : notConfirmed
  const others = it.replies.filter((one) => one.user_id === user && one.state === row.state)
  if (said.told(user, words) < others.length) blame('an author was not told', `${key}: ${row.state}`)
  const troubled = story.attempts.some((one) => one.words.includes(key) && one.fault !== undefined)
  if (!troubled && !leavesDoubt(it)) blame('an author was told without cause', `${key}: ${row.state}`)
  if (made.some(({ isEchoHeard }) => isEchoHeard))
    blame('an author was told that a comment is not there', `${key}: ${row.state}`)
}

const judgeChanges = (
  { said, blame }: Case,
  reply: SaidReply,
  row: Row,
  made: readonly MadeComment[],
): void => {
  const { key, user, isEditHeard, isDeletionHeard } = reply
  const [comment] = made
  if (isEditHeard && !isDeletionHeard && comment && !comment.words.includes(`${key} v1`))
    if (said.told(user, editedAlone) === 0) blame('an edit in Slack was lost unsaid', key)
  if (isDeletionHeard && comment && said.told(user, deletedAlone) === 0)
    blame('a deletion in Slack was lost unsaid', key)
  if (!isDeletionHeard && row.state === 'cancelled') blame('a reply was withdrawn by nobody', key)
}

/** Under its author's name in every other channel that may read it, once; in its own never. */
const judgePassedOn = ({ said, blame }: Case, { key, channel, task }: SaidReply, isMade: boolean): void => {
  for (const other of readersOf(task)) {
    const { length } = said.standing(other, key)
    if (other === channel && length > 0) blame('an echo', `${key} in ${channel}`)
    if (other !== channel && length > 1) blame('a reply was passed on twice', `${key} to ${other}`)
    if (other !== channel && isMade && length === 0) blame('a reply was not passed on', `${key} to ${other}`)
  }
}

const judgeOne = (it: Case, reply: SaidReply): void => {
  const { story, said, blame } = it
  const { key, ts, channel } = reply
  const made = story.made.filter(({ words }) => words.includes(key))
  if (made.length > 1) blame('a comment was made twice', key)
  const row = it.replies.find(({ source }) => source === `${channels[channel]}:${ts}`)
  judgePassedOn(it, reply, row?.state === 'done' && made.length > 0)
  if (!reply.isHeard) return
  if (!row) return blame('a reply was lost', key)
  if (made.length === 0 && (row.state === 'done' || row.state === 'stored' || row.state === 'unknown'))
    blame('a reply was lost', `${key}: ${row.state}`)
  if (row.state === 'refused' || row.state === 'unconfirmed') judgeTold(it, reply, row, made)
  judgeChanges(it, reply, row, made)
  const sign = signOf[row.state]
  const signs = said.signs(ts)
  if (!reply.isDeletionHeard && sign !== undefined && (signs.length !== 1 || signs[0] !== sign))
    blame('a reply has the wrong sign', `${key}: ${row.state}, ${signs.join(' ') || 'none'}`)
}

/** Each acknowledged reply is one comment, or its author knows why not. */
export const judgeReplies = (it: Case): void => {
  for (const reply of it.story.replies.values()) judgeOne(it, reply)
}
