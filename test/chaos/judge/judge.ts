import { openOne } from '../../support/open-one.ts'
import { eventRows, postRows, replyRows } from '../../bot/support/rows/post-rows.ts'
import { channelNames, channels, internalTask, taskNames, type ChannelName } from '../plan.ts'
import type { World } from '../build.ts'
import { taskUuid } from '../sides/tracker.ts'
import type { Story, ToldComment } from '../story.ts'
import { clocksJump, isExcused, ofTask, readersOf, saidIn, type Case } from './case.ts'
import { judgeReplies } from './replies.ts'

/** Why a comment was not posted, as its post says. Undefined if it doesn't. */
const reasonFor = ({ events, posts }: Case, { uuid }: ToldComment, channel: ChannelName) => {
  const row = posts.find(
    (one) => one.kind === 'comment' && one.object_uuid === uuid && one.channel === channels[channel],
  )
  if (row && (row.state === 'failed' || row.state === 'skipped')) return row.error ?? undefined
  const event = events.find((one) => one.event_name === 'comment_new' && one.object_uuid === uuid)
  return event?.state === 'aside' ? (event.outcome ?? undefined) : undefined
}

const begins = (messages: readonly { readonly ts: string; readonly text: string }[]) =>
  messages.map(({ ts, text }) => `${ts} “${text.slice(0, 40)}”`).join(', ')

const judgeComment = (it: Case, comment: ToldComment, channel: ChannelName): void => {
  const { said, story, blame } = it
  const { key, task, announced, version, editHeard, isDeleted, deletionHeard } = comment
  const standing = said.standing(channel, key)
  const where = `${key} in ${channel}`
  if (standing.length > 1) blame('a comment was posted twice', `${where}: ${begins(standing)}`)
  const [message] = standing
  if (!message) {
    const mayLack = isDeleted || isExcused(story, channel, task, announced)
    if (!mayLack && reasonFor(it, comment, channel) === undefined) blame('a comment was lost', where)
    return
  }
  const shows = message.text.includes(key)
  if (deletionHeard && shows) blame('a deleted comment stands', where)
  const mayBeOld = isDeleted || editHeard !== version || isExcused(story, channel, task)
  if (!mayBeOld && !message.text.includes(`${key} v${version}`))
    blame('an edit did not win', `${where}: ${message.text.slice(0, 120)}`)
}

/** A channel takes so many of one author in a minute. What counts the others is one message. */
const atOnce = 10
/** A flood within it is counted by one message. */
const minuteMs = 60_000

const judgeFlood = ({ plan, story, posts, blame }: Case): void => {
  // The bot may also have heard of those whose sender gave up.
  const most = Math.max(0, story.comments.size + story.made.length - atOnce)
  const times = [...story.comments.values()].map(({ at }) => at)
  for (const channel of channelNames) {
    const bursts = posts
      .filter(
        (post) => post.kind === 'comment_burst' && post.channel === channels[channel] && post.ts !== null,
      )
      .map(({ facts }) => /"authorName":"([^"]*)".*"comments":(\d+)/.exec(facts) ?? [])
    const counted = bursts.reduce((sum, [, , count]) => sum + Number(count ?? 0), 0)
    if (counted > most) blame('a message counts too many comments', `${channel}: ${counted}, ${most} at most`)
    const authors = new Set(bursts.map(([, author]) => author))
    const isOne = Math.max(...times) - Math.min(...times) < minuteMs
    if (authors.size < bursts.length && isOne && !clocksJump(plan))
      blame.inTime('a flood is counted twice', channel)
  }
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

/** A card quotes a comment of its thread, as it is now. */
const judgeQuote = ({ plan, story, said, blame }: Case, channel: ChannelName, task: number): void => {
  const where = `${taskNames[task]} in ${channel}`
  const quote = said.quoted(channel, task)
  const keys = [...story.comments.values()].filter((one) => one.task === task && !one.isDeleted)
  const stands = said.inThread(channel, task).some(({ text }) => keys.some(({ key }) => text.includes(key)))
  // A job that waits by a clock that jumped waits longer.
  const mayBeOld = isExcused(story, channel, task)
  if (quote === undefined && stands && !clocksJump(plan) && !mayBeOld) blame('no comment is quoted', where)
  const key = /\bc\d{3}x\b/.exec(quote ?? '')?.[0]
  const comment = key === undefined ? undefined : story.comments.get(key)
  if (quote === undefined || !comment) return
  if (comment.deletionHeard) blame('a deleted comment is quoted', `${key} on ${where}`)
  if (comment.editHeard === comment.version && !mayBeOld && !quote.includes(`${key} v${comment.version}`))
    blame('an old text is quoted', `${key} on ${where}: ${quote.slice(0, 60)}`)
}

/** Each acknowledged comment is once in each channel that may read it, in order, as it is now. */
const judgeComments = (it: Case): void => {
  for (const comment of it.story.comments.values())
    if (comment.announced !== undefined)
      for (const channel of [...readersOf(comment), 'flat' as const]) judgeComment(it, comment, channel)
  for (const [task, name] of taskNames.entries()) {
    for (const channel of readersOf(ofTask(task)))
      judgeOrder(it, it.said.inThread(channel, task), `on ${name} in ${channel}`)
    if (task !== internalTask) for (const channel of readersOf(ofTask(task))) judgeQuote(it, channel, task)
    const flat = it.said.standing('flat', name)
    judgeOrder(it, flat, `on ${name} in flat`)
  }
}

/** The last acknowledged assignee and later ones, because any event makes the bot read the current state. */
const assigneesOf = ({ changes }: Story, task: number): string[] => {
  const ofTask = changes.filter((change) => change.task === task)
  const last = ofTask.findLastIndex(({ isHeard }) => isHeard)
  return last < 0 ? [] : ofTask.slice(last).map(({ assignee }) => assignee)
}

/** In the channel itself, because the task had no thread then. A task that it names as next comes later. */
const isAlone = (text: string, name: string): boolean =>
  text.startsWith('✅ ') && (text.split(' completed')[0] ?? '').includes(name)

/** Each task has one card per channel, with its current state, and one line for its completion. */
const judgeTasks = ({ story, said, blame }: Case): void => {
  for (const [task, name] of taskNames.entries())
    for (const channel of readersOf(ofTask(task))) {
      if (isExcused(story, channel, task)) continue
      const where = `${name} in ${channel}`
      const cards = said.cards(channel, task)
      if (cards.length !== 1) blame('a task has not one card', `${where}: ${cards.length}`)
      const assignees = assigneesOf(story, task)
      const isOneIn = (text: string) => assignees.some((assignee) => text.includes(assignee))
      if (assignees.length > 0 && !cards.every(({ text }) => isOneIn(text)))
        blame('a card is stale', `${where}: ${cards[0]?.text.slice(0, 120)}`)
      if (!story.completed.has(task)) continue
      const lines = [
        ...said.inThread(channel, task).filter(({ text }) => text.startsWith('Task completed')),
        ...said.rootsOf(channel).filter(({ text }) => isAlone(text, name)),
      ]
      if (lines.length !== 1) blame('a completion is not said once', `${where}: ${lines.length}`)
    }
}

const judgeSecrets = ({ story, said, blame }: Case, internalPage: string): void => {
  const words = [
    internalPage,
    taskNames[internalTask] ?? '?',
    ...[...story.comments.values(), ...story.replies.values()]
      // What an outsider said is answered where it was said.
      .filter((one) => one.isSecret && !('channel' in one && one.channel === 'shared'))
      .map(({ key }) => key),
  ]
  for (const { method, args } of said.reached('shared')) {
    const text = JSON.stringify(args)
    const secret = words.find((word) => text.includes(word))
    if (secret !== undefined) blame('internal in the shared channel', `${secret} by ${method}`)
  }
}

/** A look at who reads the channel may take as long, between the last check of a message and its call. */
const checkedMs = 15_000

/** What waits is withheld once the bot knows that its task is internal. */
const judgeHidden = ({ plan, story, events, posts, blame }: Case): void => {
  for (const [task, since] of clocksJump(plan) ? [] : story.hidden) {
    const known = events.find(
      (one) => one.object_uuid === taskUuid(task) && one.received_at >= since && one.state === 'handled',
    )
    const late = posts.filter(({ kind, channel, on_uuid: on, ts, attempted_at: at }) =>
      kind === 'comment' && channel === channels.shared && on === taskUuid(task) && ts && at
        ? at > (known?.handled_at ?? Infinity) + checkedMs
        : false,
    )
    for (const { object_uuid: uuid } of late) blame('posted after its task became internal', uuid)
  }
}

/** The bot asks who reads a channel at most a minute before it posts there. A post may also be on its way. */
const readersKnownMs = 75_000

const judgeGuests = ({ story, said, blame }: Case): void => {
  for (const { channel, how, at } of story.closures)
    for (const comment of how === 'guest' ? story.comments.values() : [])
      if (comment.at > at + readersKnownMs && said.standing(channel, comment.key).length > 0)
        blame('posted where a guest reads', `${comment.key} in ${channel}`)
}

/** The channel has one digest, if one was due, and nothing else. */
const judgeDigest = ({ plan, said, blame }: Case): void => {
  const roots = said.rootsOf('digest')
  const others = roots.filter(({ text }) => !/^\*?Digest/.test(text))
  for (const { text } of others) blame('in a channel for digests', text.slice(0, 120))
  const count = roots.length - others.length
  // If a clock jumps over its time, the digest may come early or not at all.
  const isRight = clocksJump(plan) ? count <= 1 : count === (plan.hasDigest ? 1 : 0)
  if (!isRight) (count === 0 ? blame.inTime : blame)('a digest is not posted once', `${count} digests`)
}

/** Returns how much was set aside. Each is a violation, because faults end within seconds. */
export const judge = async (
  { slack, tracker, plan, story, blame }: World,
  to: Parameters<typeof openOne>[0],
): Promise<number> => {
  await using database = await openOne(to)
  const [events, posts, replies] = await Promise.all([
    eventRows(database),
    postRows(database),
    replyRows(database),
  ])
  const it: Case = { plan, story, blame, said: saidIn(slack), events, posts, replies }
  judgeComments(it)
  judgeFlood(it)
  judgeReplies(it)
  judgeTasks(it)
  judgeSecrets(it, tracker.internalPage)
  judgeGuests(it)
  judgeHidden(it)
  judgeDigest(it)
  const aside = [
    ...events.filter(({ state }) => state === 'aside').map((row) => `${row.event_name}: ${row.outcome}`),
    ...posts.filter(({ state }) => state === 'failed').map((row) => `${row.kind}: ${row.error}`),
  ]
  for (const one of aside) it.blame('set aside for a fault that passes', one)
  return aside.length
}
