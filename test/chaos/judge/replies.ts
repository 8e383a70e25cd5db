import { reactions } from '../../../src/bot/kit/ids.ts'
import { channels } from '../plan.ts'
import { isExcused, readersOf, type Case } from './case.ts'
import { wrongParts, type MadeComment, type SaidReply } from '../story.ts'

type Row = Case['replies'][number]

const notOn = /Your reply wasn’t posted to|no longer shared with this channel/
const notConfirmed = /didn’t confirm your reply/
const editedAlone = /Your edit changed Slack only/
const deletedAlone = /deleted in Slack only/

const signOf: Partial<Record<Row['state'], string>> = {
  done: reactions.done,
  refused: reactions.attention,
  unconfirmed: reactions.attention,
}

/** A process that dies or freezes can leave a reply unconfirmed, even if the tracker answered well. */
const leavesDoubt = ({ plan }: Case) => plan.faults.some(({ kind }) => kind.group === 'processes')

const judgeTold = (
  it: Case,
  { key, user, task, isLong }: SaidReply,
  row: Row,
  made: readonly MadeComment[],
): void => {
  const { story, said, blame } = it
  const words = row.state === 'refused' ? notOn : notConfirmed
  const others = it.replies.filter((one) => one.user_id === user && one.state === row.state)
  if (said.told(user, words) < others.length) blame('an author was not told', `${key}: ${row.state}`)
  const troubled =
    story.hidden.has(task) || story.attempts.some((one) => one.words.includes(key) && one.fault !== undefined)
  if (!troubled && !leavesDoubt(it)) blame('an author was told without cause', `${key}: ${row.state}`)
  // For a long reply, one part may be refused or unconfirmed. Text that changed at once is not recognized.
  const isThere =
    !isLong && made.some(({ isEchoHeard, isEdited, isDeleted }) => isEchoHeard && !isEdited && !isDeleted)
  if (isThere) blame('an author was told that a comment is not there', `${key}: ${row.state}`)
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

/** The reply's own channel has its author's message, and one line with later changes in the tracker. */
const judgeAtHome = (
  { said, story, blame }: Case,
  { key, channel, task }: SaidReply,
  made: readonly MadeComment[],
) => {
  const lines = said.standing(channel, key)
  const [comment] = made
  if (lines.some(({ text }) => !text.startsWith('The comment from ')))
    blame('an echo', `${key} in ${channel}`)
  if (lines.length > 1) blame('an edit in the tracker was told twice', key)
  if (!comment?.isEditHeard || comment.isDeleted || isExcused(story, channel, task)) return
  if (!lines.some(({ text }) => text.includes(`${key} t1`))) blame('an edit in the tracker was not told', key)
}

/** Every other channel that may read it has each of its comments whose event was heard once, in the current version. */
const judgePassedOn = (
  { said, story, blame }: Case,
  { key, channel, task, isSecret }: SaidReply,
  made: readonly MadeComment[],
) => {
  for (const other of [...readersOf({ isSecret }), 'flat' as const]) {
    if (other === channel) continue
    const where = `${key} to ${other}`
    const standing = said.standing(other, key)
    const lasting = made.filter(({ isDeleted, isEchoHeard }) => isEchoHeard && !isDeleted)
    if (standing.length > made.length) blame('a reply was passed on twice', where)
    if (isExcused(story, other, task)) continue
    if (standing.length < lasting.length) blame('a reply was not passed on', where)
    for (const { isDeleted, isEchoHeard, isEditHeard, isDeletionHeard } of made) {
      const shows = standing.some(({ text }) => text.includes(key))
      if (isDeletionHeard && shows) blame('a reply stands that was deleted in the tracker', where)
      if (
        isEchoHeard &&
        isEditHeard &&
        !isDeleted &&
        !standing.some(({ text }) => text.includes(`${key} t1`))
      )
        blame('an edit in the tracker did not win', where)
    }
  }
}

/** A settled reply's comments contain its whole text once. */
const judgeMade = ({ blame }: Case, { key, isLong }: SaidReply, made: readonly MadeComment[]) => {
  const wrong = wrongParts(
    made.map(({ words }) => words),
    isLong,
  )
  if (wrong !== undefined) blame('a reply is not its comments', `${key}: ${wrong}`)
}

/** True if nothing of it was to be passed on. */
const judgeLate = ({ blame }: Case, { key, before }: SaidReply, made: readonly MadeComment[]): boolean => {
  const old = made.filter(({ words }) => words.includes(`${key} v0`))
  if (before === 'deleted' && made.length > 0) blame('what was deleted before it was heard was sent', key)
  if (before === 'edited' && old.length > 0)
    blame('what was edited before it was heard was sent as it was', key)
  return before === 'deleted'
}

const judgeOne = (it: Case, reply: SaidReply): void => {
  const { story, said, blame } = it
  const { key, ts, channel, isLong } = reply
  const made = story.made.filter(({ words }) => words.includes(key))
  if (made.length > 1 && !isLong) blame('a comment was made twice', key)
  if (judgeLate(it, reply, made)) return
  const row = it.replies.find(({ source }) => source === `${channels[channel]}:${ts}`)
  if (row?.state === 'done') {
    judgeMade(it, reply, made)
    judgeAtHome(it, reply, made)
    judgePassedOn(it, reply, made)
  }
  if (!reply.isHeard) return
  if (!row) return blame('a reply was lost', key)
  if (made.length === 0 && (row.state === 'done' || row.state === 'stored' || row.state === 'unknown'))
    blame('a reply was lost', `${key}: ${row.state}`)
  if (row.state === 'refused' || row.state === 'unconfirmed') judgeTold(it, reply, row, made)
  judgeChanges(it, reply, row, made)
  const sign = signOf[row.state]
  const signs = said.signs(ts)
  if (reply.isDeletionHeard || sign === undefined) return
  // ✅ is never on words which its comment doesn't have.
  const isOutdated = reply.isEditHeard && !made.some(({ words }) => words.includes(`${key} v1`))
  const right = row.state === 'done' && isOutdated ? '' : sign
  if (signs.join(' ') !== right)
    blame('a reply has the wrong sign', `${key}: ${row.state}, ${signs.join(' ') || 'none'}`)
}

/** Each acknowledged reply is one comment, or its author knows why not. */
export const judgeReplies = (it: Case): void => {
  for (const reply of it.story.replies.values()) judgeOne(it, reply)
}
