import { taskUrl } from '../../tracker/views.ts'
import { mentionsIn } from '../../../contract/comment.ts'
import { limits } from '../../../contract/limits.ts'
import type { User } from '../../../contract/user.ts'
import { type PostRow, postsAbout } from '../store/posts.ts'
import { wantsMentions } from '../../store/key-values.ts'
import { type Job, RetryLater } from '../../../lanes/lanes.ts'
import { mentioned } from '../messages/task.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob, NewBotJob } from '../../store/payloads.ts'
import { type Notice, notify } from '../../answers/notify.ts'
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

const threadUrlOf = async (deps: BotDeps, rows: readonly PostRow[], task: string) => {
  const channel = rows.find(({ state }) => state === 'posted')?.channel
  if (channel === undefined) return undefined
  const cards = await postsAbout(deps.database.sql, 'task_card', task)
  const card = cards.find((row) => row.channel === channel)
  return card?.ts ? deps.slack.permalink(channel, card.ts) : undefined
}

/** The comment's messages. While one is not posted yet, the job waits as long again as it has waited, without a call. */
const postsOf = async (deps: BotDeps, job: Job, comment: string): Promise<PostRow[]> => {
  const rows = await postsAbout(deps.database.sql, 'comment', comment)
  const isOpen = rows.some(({ state }) => state === 'waiting' || state === 'sending')
  const waited = deps.now() - job.createdAt
  if (isOpen && waited < threadWaitMs)
    throw new RetryLater(Math.max(250, waited), 'the comment is not posted yet')
  return rows
}

const notifyPeople = async (
  deps: BotDeps,
  job: Job,
  comment: CommentInView,
  { view, rows }: { view: TaskInView; rows: readonly PostRow[] },
): Promise<void> => {
  const users = peopleIn(comment, (await allUsers(deps)).users, view).filter((user) => mayRead(user, view))
  const threadUrl = await threadUrlOf(deps, rows, view.uuid)
  const notices: { user: string; notice: Notice }[] = []
  for (const user of users) {
    const member = await memberOf(deps, user)
    if (member === undefined) continue
    const { task } = view
    const message = mentioned({
      authorName: comment.authorName,
      text: comment.text,
      taskName: task.name,
      projectName: task.project.name,
      taskUrl: taskUrl(view, { shared: user.is_customer !== false }),
      threadUrl,
    })
    notices.push({ user: member, notice: { op: 'direct', user: member, message } })
  }
  await deps.database.transaction(async (tx) => {
    for (const { user, notice } of notices) {
      const at = { channel: user, ts: comment.uuid }
      await notify(deps, tx, at, notice, `mentioned:${comment.uuid}:${user}`)
    }
    await job.done(tx)
  })
}

/** Lane `mentioned`, one per comment: notifies each mentioned Slack member once. */
export const notifyMentioned = async (deps: BotDeps, job: BotJob<'mentioned'>): Promise<void> => {
  const { comment: uuid } = job.payload
  const rows = await postsOf(deps, job, uuid)
  const comment = await lookAtComment(deps, uuid)
  const task = comment?.taskUuid
  const view = task && (await lookAtTask(deps, task, comment.projectUuid))
  if (view) await notifyPeople(deps, job, comment, { view, rows })
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
