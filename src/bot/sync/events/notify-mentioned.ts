import { taskUrl } from '../../tracker/views.ts'
import { mentionsIn } from '../../../contract/comment.ts'
import { limits } from '../../../contract/limits.ts'
import type { User } from '../../../contract/user.ts'
import { postsAbout } from '../store/posts.ts'
import { wantsMentions } from '../../store/key-values.ts'
import { type Job, RetryLater } from '../../../lanes/lanes.ts'
import { mentioned } from '../messages/task.ts'
import type { Message } from '../../kit/message.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob, NewBotJob } from '../../store/payloads.ts'
import { sendDirect } from '../../answers/notify.ts'
import { type TaskInView, lookAtTask } from '../../tracker/task-in-view.ts'
import { type CommentInView, lookAtComment } from '../../tracker/comment-in-view.ts'
import { plainName } from '../../kit/text.ts'
import { memberFor, allUsers, nameOf } from '../../tracker/people.ts'

/** How long to wait for the comment's message, so that there is a thread to link to. */
const threadWaitMs = 30_000

/** The team, and the account's own contacts. If in doubt, a user is another account's customer. */
const isOnProject = (
  { is_active: active, is_customer: customer, customer_name: account }: User,
  view: TaskInView,
) => active !== false && (customer === false || (!!account && account === view.project.accountName))

/** A tracker that shows no uuids of users has only the author's name. */
const isAuthor = (user: User, { authorUuid, authorName }: CommentInView): boolean =>
  user.uuid && authorUuid ? user.uuid === authorUuid : plainName(nameOf(user)) === authorName

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

/** The task's thread in a channel that the person is in. */
const threadUrlOf = async (deps: BotDeps, comment: string, task: string, member: string) => {
  const rows = await postsAbout(deps.database.sql, 'comment', comment)
  const cards = await postsAbout(deps.database.sql, 'task_card', task)
  for (const { state, channel } of rows) {
    const card = state === 'posted' && cards.find((row) => row.channel === channel)
    if (card && card.ts && (await deps.slack.isIn(channel, member)))
      return deps.slack.permalink(channel, card.ts)
  }
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

const messageTo = async (
  deps: BotDeps,
  comment: CommentInView,
  view: TaskInView,
  user: User,
  member: string,
): Promise<Message> =>
  mentioned({
    authorName: comment.authorName,
    text: comment.text,
    taskName: view.task.name,
    projectName: view.task.project.name,
    taskUrl: taskUrl(view, { shared: user.is_customer !== false }),
    threadUrl: await threadUrlOf(deps, comment.uuid, view.uuid, member),
  })

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
  const jobs: NewBotJob[] = []
  for (const user of all) {
    if (person !== undefined && keyOf(user) !== person) continue
    const member = await memberOf(deps, user)
    if (member === undefined) continue
    if (person !== undefined)
      return sendDirect(deps, job, member, await messageTo(deps, comment, view, user, member))
    const key = `${uuid}:${member}`
    const payload = { comment: uuid, person: keyOf(user) }
    jobs.push({ kind: 'mentioned', lane: key, payload, uniqueKey: key, trace: 'inherited' })
  }
  await deps.database.transaction(async (tx) => job.done(tx, jobs))
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
