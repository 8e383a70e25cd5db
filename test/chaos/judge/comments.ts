import { channels, type ChannelName, taskNames } from '../plan.ts'
import { type Case, readersOf } from './case.ts'
import type { ToldComment } from '../story.ts'

/** Why the ledger says that a comment was not posted. Undefined if it doesn't. */
const reasonFor = ({ events, ledger }: Case, { uuid }: ToldComment, channel: ChannelName) => {
  const row = ledger.find(
    (one) => one.kind === 'comment' && one.object_uuid === uuid && one.channel === channels[channel],
  )
  if (row && (row.state === 'failed' || row.state === 'skipped')) return row.error ?? undefined
  const event = events.find((one) => one.event_name === 'comment_new' && one.object_uuid === uuid)
  return event?.state === 'aside' ? (event.outcome ?? undefined) : undefined
}

const begins = (messages: readonly { readonly ts: string; readonly text: string }[]) =>
  messages.map(({ ts, text }) => `${ts} “${text.slice(0, 40)}”`).join(', ')

const judgeOne = (it: Case, comment: ToldComment, channel: ChannelName): void => {
  const { said, blame } = it
  const { key, version, editHeard, isDeleted, deletionHeard } = comment
  const standing = said.standing(channel, key)
  const where = `${key} in ${channel}`
  if (standing.length > 1) blame('a comment was posted twice', `${where}: ${begins(standing)}`)
  const [message] = standing
  if (!message) {
    if (!isDeleted && reasonFor(it, comment, channel) === undefined) blame('a comment was lost', where)
    return
  }
  const shows = message.text.includes(key)
  if (deletionHeard && shows) blame('a deleted comment stands', where)
  if (!isDeleted && editHeard === version && !message.text.includes(`${key} v${version}`))
    blame('an edit did not win', `${where}: ${message.text.slice(0, 120)}`)
}

/** In the order in which the tracker's events were acknowledged. */
const judgeOrder = (
  { story, blame }: Case,
  messages: readonly { readonly text: string }[],
  where: string,
): void => {
  const shown = messages.flatMap(({ text }) => {
    const key = /\b(c\d{3}x)\b/.exec(text)?.[1]
    const announced = key === undefined ? undefined : story.comments.get(key)?.announced
    return key === undefined || announced === undefined ? [] : [{ key, announced }]
  })
  for (const [n, one] of shown.entries()) {
    const next = shown[n + 1]
    if (next && next.announced < one.announced)
      blame('comments are out of order', `${one.key} before ${next.key} ${where}`)
  }
}

/** Each acknowledged comment is once in each channel that may read it, in order, as it is now. */
export const judgeComments = (it: Case): void => {
  for (const comment of it.story.comments.values())
    if (comment.announced !== undefined)
      for (const channel of [...readersOf(comment.task), 'flat' as const]) judgeOne(it, comment, channel)
  for (const [task, name] of taskNames.entries()) {
    for (const channel of readersOf(task))
      judgeOrder(it, it.said.inThread(channel, task), `on ${name} in ${channel}`)
    const flat = it.said.standing('flat', name)
    judgeOrder(it, flat, `on ${name} in flat`)
  }
}
