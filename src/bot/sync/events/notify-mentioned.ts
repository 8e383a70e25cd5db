import { taskUrl } from '../../tracker/views.ts'
import { mentionsIn } from '../../../contract/comment.ts'
import { limits } from '../../../contract/limits.ts'
import { hashOf } from '../../../contract/text.ts'
import type { User } from '../../../contract/user.ts'
import { postsAbout } from '../store/posts.ts'
import { claimKey, dropKey, keysUnder, wantsMentions, writeKey } from '../../store/key-values.ts'
import { type Job, RetryLater } from '../../../lanes/lanes.ts'
import { mentioned, mentionedAgain } from '../messages/task.ts'
import type { Message } from '../../kit/message.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob, NewBotJob } from '../../store/payloads.ts'
import { sendDirect } from '../../answers/notify.ts'
import { type TaskInView, lookAtTask } from '../../tracker/task-in-view.ts'
import { type CommentInView, lookAtComment } from '../../tracker/comment-in-view.ts'
import { plainName } from '../../kit/text.ts'
import { findCommentWords } from './on-comment.ts'
import { readersOfComment } from '../../audience/comment-readers.ts'
import { joinThread } from '../store/task-threads.ts'
import { memberFor, allUsers, nameOf } from '../../tracker/people.ts'

/** How long to wait for the comment's message, so that there is a thread to link to. */
const threadWaitMs = 30_000

/** The team, and the account's own contacts. If in doubt, a user is another account's customer. */
const isOnProject = (
  { is_active: active, is_customer: customer, customer_name: account }: User,
  view: TaskInView,
) => active !== false && (customer === false || (!!account && account === view.project.accountName))

/** A tracker that shows no uuids of users has only the author's name. */
const isAuthor = (user: User, { authorUuid, nameInTracker }: CommentInView): boolean =>
  user.uuid && authorUuid ? user.uuid === authorUuid : plainName(nameOf(user)) === nameInTracker

/** The same people that the service mentions for this comment, and as many. */
const peopleIn = (comment: CommentInView, users: readonly User[], view: TaskInView): User[] =>
  mentionedIn(
    comment.text,
    users.filter((user) => isOnProject(user, view)),
  )
    .filter((user) => !isAuthor(user, comment))
    .slice(0, limits.mentions)

/** Customers hear only of visible tasks. If in doubt, a task is internal. */
const mayRead = ({ is_customer: customer }: User, view: TaskInView): boolean =>
  customer === false || view.internal === false

/** The Slack member to notify. Undefined if the user is not in our workspace or turned this off. */
const memberOf = async (deps: BotDeps, user: User): Promise<string | undefined> => {
  const person = await memberFor(deps, user)
  // A member of the team who became a guest is not notified.
  if (person?.role === 'guest' && user.is_customer === false) return undefined
  return person && (await wantsMentions(deps.database.sql, person.id)) ? person.id : undefined
}

/** The comment's message, or else the task's card, in a channel that the person is in. */
export const threadUrlOf = async (
  { database, slack }: Pick<BotDeps, 'database' | 'slack'>,
  comment: string | undefined,
  task: string,
  member: string,
): Promise<string | undefined> => {
  const comments = comment === undefined ? [] : await postsAbout(database.sql, 'comment', comment)
  for (const { state, channel, ts } of [...comments, ...(await postsAbout(database.sql, 'task_card', task))])
    if (state === 'posted' && ts !== null && (await slack.isIn(channel, member)))
      return slack.permalink(channel, ts)
  return undefined
}

/** While a message of the comment is not posted yet, the job waits as long again as it has waited, without a call. */
const waitForThread = async (deps: BotDeps, job: Job, comment: string): Promise<void> => {
  const rows = await postsAbout(deps.database.sql, 'comment', comment)
  const isOpen = rows.some(({ state }) => state === 'waiting' || state === 'sending')
  const waited = deps.now() - job.createdAt
  if (isOpen && waited < threadWaitMs)
    throw new RetryLater(Math.max(250, waited), 'the comment is not posted yet')
}

const keyOf = ({ uuid, email_address: email }: User): string => uuid ?? email ?? ''

const wordsIn = async (deps: BotDeps, comment: CommentInView, { project: { accountName } }: TaskInView) => {
  const { authorName, text } = await findCommentWords(deps, comment, { accountName, mayAsk: true })
  return { authorName, text }
}

const messageTo = async (
  deps: BotDeps,
  comment: CommentInView,
  view: TaskInView,
  user: User,
  member: string,
): Promise<Message> =>
  mentioned({
    ...(await wordsIn(deps, comment, view)),
    taskName: view.task.name,
    projectName: view.task.project.name,
    taskUrl: taskUrl(view, { shared: user.is_customer !== false }),
    threadUrl: await threadUrlOf(deps, comment.uuid, view.uuid, member),
    ...(await readersOfComment(deps, undefined, view)),
  })

/** The message begins a thread of its task: replies to it become comments. */
const sendInThread = async (
  deps: BotDeps,
  job: Job<object>,
  member: string,
  task: string,
  message: Message,
) => {
  const sent = await sendDirect(deps, job, member, message)
  if (!sent) return
  const thread = { channel: sent.channel, threadTs: sent.ts, taskUuid: task }
  await deps.database.transaction((tx) => joinThread(tx, thread, { user: member, at: deps.now() }))
}

/**
 * Lane `mentioned`: the comment's job makes one for each Slack member whom it mentions. That one reads everything again
 * right before it writes to the person, because it may have waited long.
 */
export const notifyMentioned = async (deps: BotDeps, job: BotJob<'mentioned'>): Promise<void> => {
  const { comment: uuid, person } = job.payload
  if (person === undefined) await waitForThread(deps, job, uuid)
  const comment = await lookAtComment(deps, uuid)
  const task = comment?.taskUuid
  const view = task && (await lookAtTask(deps, task, comment.projectUuid))
  if (!view) return
  const all = peopleIn(comment, (await allUsers(deps)).users, view).filter((user) => mayRead(user, view))
  const author = authorOf(comment)
  const told = new Map<string, NewBotJob>()
  for (const user of all) {
    if (person !== undefined && keyOf(user) !== person) continue
    const member = await memberOf(deps, user)
    if (member === undefined) continue
    if (person !== undefined)
      return sendInThread(deps, job, member, view.uuid, await messageTo(deps, comment, view, user, member))
    const key = `${uuid}:${member}`
    const payload = { comment: uuid, person: keyOf(user) }
    told.set(member, { kind: 'mentioned', lane: key, payload, uniqueKey: key, trace: 'inherited' })
  }
  await deps.database.transaction(async (tx) => {
    const jobs: NewBotJob[] = []
    for (const [member, tell] of told) {
      const keys = keysOf({ user: member, author })
      if (await claimKey(tx, keys.window, uuid)) jobs.push(tell, windowJob(deps, { user: member, author }))
      else await writeKey(tx.sql, keys.later + uuid, '')
    }
    await job.done(tx, jobs)
  })
}

/* One author's mentions of one person: the first is a message at once, those of the next ten minutes are one together. */

const windowMs = 600_000
/** More are only counted. */
const mostNamed = 10

type Pair = BotJob<'mentions'>['payload']

const authorOf = ({ authorUuid, nameInTracker }: CommentInView): string => hashOf(authorUuid || nameInTracker)

/** `window`: the time in which mentions are gathered has begun. `later`: before the uuid of a gathered comment. */
const keysOf = ({ user, author }: Pair) => ({
  window: `mention-window:${user}:${author}`,
  later: `mention-later:${user}:${author}:`,
})

const windowJob = ({ now }: Pick<BotDeps, 'now'>, pair: Pair): NewBotJob => ({
  kind: 'mentions',
  lane: `${pair.user}:${pair.author}`,
  payload: pair,
  runAt: now() + windowMs,
})

/** A gathered comment that still mentions the person, and that they may read. */
const mentionIn = async (deps: BotDeps, uuid: string, member: string) => {
  const comment = await lookAtComment(deps, uuid)
  const task = comment?.taskUuid
  const view = task && (await lookAtTask(deps, task, comment.projectUuid))
  if (!view) return undefined
  for (const user of peopleIn(comment, (await allUsers(deps)).users, view)) {
    if (!mayRead(user, view) || (await memberOf(deps, user)) !== member) continue
    const url = taskUrl(view, { shared: user.is_customer !== false })
    const { authorName } = await wordsIn(deps, comment, view)
    return { authorName, uuid: view.uuid, task: { name: view.task.name, url } }
  }
  return undefined
}

/** Lane `mentions`, one per author and person: the time has passed, so what was gathered is one message. */
export const notifyAgain = async (deps: BotDeps, job: BotJob<'mentions'>): Promise<void> => {
  const { user } = job.payload
  const keys = keysOf(job.payload)
  const gathered = [...(await keysUnder(deps.database.sql, keys.later)).keys()]
  const found: NonNullable<Awaited<ReturnType<typeof mentionIn>>>[] = []
  for (const uuid of gathered.slice(0, mostNamed)) {
    const mention = await mentionIn(deps, uuid, user)
    if (mention) found.push(mention)
  }
  const [first] = found
  if (first) {
    const comments = found.length + Math.max(0, gathered.length - mostNamed)
    const tasks = new Map(found.map(({ uuid, task }) => [uuid, task]))
    const facts = { authorName: first.authorName, comments, tasks: [...tasks.values()] }
    if (tasks.size === 1 && comments === found.length)
      await sendInThread(deps, job, user, first.uuid, mentionedAgain(facts))
    else await sendDirect(deps, job, user, mentionedAgain(facts))
  }
  await deps.database.transaction(async (tx) => {
    // Whoever gathers a mention waits, and then opens a new window.
    await claimKey(tx, keys.window, deps.newUuid())
    for (const uuid of gathered) await dropKey(tx.sql, keys.later + uuid)
    const isOver = !first && (await keysUnder(tx.sql, keys.later)).size === 0
    if (isOver) await dropKey(tx.sql, keys.window)
    await job.done(tx, isOver ? [] : [windowJob(deps, job.payload)])
  })
}

/** Runs once per comment, even if several events announce it. */
export const mentionedJob = (comment: string): NewBotJob => ({
  kind: 'mentioned',
  lane: comment,
  payload: { comment },
  uniqueKey: comment,
  trace: 'inherited',
})

/** The interface has no field for mentions, so this finds `@Full Name` and `@email` in the text. */
export const mentionedIn = (text: string, users: readonly User[]): User[] =>
  mentionsIn(
    text,
    users.flatMap((user) =>
      [nameOf(user).trim(), user.email_address ?? ''].map((word) => ({ word, person: user })),
    ),
  )
