import { teamUrl } from '../../tracker/views.ts'
import { isLate, type ProjectInView } from '../../tracker/project-in-view.ts'
import { isoDate } from '../../../contract/dates.ts'
import type { User } from '../../../contract/user.ts'
import * as store from './store/digests.ts'
import type { DigestItem } from '../../sync/messages/digest.ts'
import { isFree, yourDay } from './messages/digests.ts'
import type { Message } from '../../kit/message.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { dayAt, dayMs } from '../../kit/time.ts'
import { mentionedIn } from '../../sync/events/notify-mentioned.ts'
import { trackerUserAmong, everybody, nameOf } from '../../tracker/people.ts'
import { openTaskNow } from '../../tracker/task-in-view.ts'
import { knowsAllTasks, taskWithProject } from '../../store/known-projects.ts'
import { taskLinkFor } from '../../audience/audience.ts'
import {
  byState,
  projectsByState,
  type Waiting,
  waitingNow,
  dueWords,
  lateWords,
} from './digest-project-facts.ts'
import { waitsForUs } from './waiting-for-team.ts'
import { eachAlone } from '../../deps/faults.ts'
import type { Tx } from '../../store/database.ts'
import { morning } from '../../audience/messages/settings-words.ts'
import type { BotJob } from '../../store/payloads.ts'
import { isColleague } from '../../slack/people.ts'
import { notifyPerson } from '../../answers/notify.ts'
import { isDigestTime, nextDigest } from './post-digest.ts'

const mostNamed = 5
/** Older mentions are no news. */
const mentionDays = 14

interface Me {
  user: User
  name: string
  slackUser: string
  timeZone: string
  today: string
}

type Detail = (due: string | undefined) => string | undefined
type ItemOf = (
  deps: BotDeps,
  uuid: string,
  assignee: string | undefined,
  detail: Detail,
) => Promise<DigestItem | undefined>

/** Undefined if the task is no longer open, or somebody else's. */
const readAgain: ItemOf = async (deps, uuid, assignee, detail) => {
  const task = await openTaskNow(deps, uuid)
  if (!task || (assignee !== undefined && (task.assignee_name ?? assignee) !== assignee)) return undefined
  return { name: task.name, url: teamUrl(uuid, task), detail: detail(task.due_date?.slice(0, 10)) }
}

/** From the store, because the Home tab is shown too often to ask the tracker for each task. */
const asStored: ItemOf = async ({ database }, uuid, _, detail) => {
  const stored = await taskWithProject(database.sql, uuid)
  if (!stored) return undefined
  const { name, dueDate } = stored.task
  return { name, url: taskLinkFor({ shared: false }, uuid, stored.project), detail: detail(dueDate) }
}

/** Uuids of tasks where somebody mentioned the person, who has not written there since. */
const mentions = async (deps: BotDeps, { user, name, slackUser }: Me, all: readonly User[]) => {
  const { sql } = deps.database
  const comments = await store.commentsWithAtSign(sql, deps.now() - mentionDays * dayMs)
  // A name may be a part of another one, so all people are compared. The person comes first, because that is fast.
  const isMe = (text: string) => mentionedIn(text, [user]).length > 0 && mentionedIn(text, all).includes(user)
  const mentioning = comments.filter(({ text, authorName }) => authorName !== name && isMe(text))
  const last = new Map(mentioning.map(({ taskUuid, at }) => [taskUuid, at]))
  const own = await store.lastWordsOf(sql, [...last.keys()], { name, slackUser })
  return [...last].filter(([task, at]) => at > (own.get(task) ?? 0)).map(([uuid]) => uuid)
}

type ByState = Awaited<ReturnType<typeof projectsByState>>

/** The accounts of the person's own projects. */
const ownAccounts = ({ user }: Me, { running }: ByState): ReadonlyMap<string, string> => {
  const email = user.email_address?.toLowerCase()
  const own = email === undefined ? [] : running.filter(({ ownerEmail }) => ownerEmail === email)
  return new Map(own.map(({ uuid, account }) => [uuid, account]))
}

/** What waits on customers in the person's own projects, by account. */
const onCustomers = (all: readonly Waiting[], accounts: ReadonlyMap<string, string>) => {
  const tasks = all.filter(({ whose, project }) => whose === 'customer' && accounts.has(project.uuid))
  const byAccount = Map.groupBy(tasks, ({ project }) => accounts.get(project.uuid) ?? '')
  return [...byAccount]
    .map(([account, [longest, ...others]]) => ({
      account,
      tasks: 1 + others.length,
      since: longest && isoDate(longest.since),
    }))
    .sort(
      (one, other) =>
        other.tasks - one.tasks ||
        (one.since ?? '').localeCompare(other.since ?? '') ||
        one.account.localeCompare(other.account),
    )
}

const factsOf = async (deps: BotDeps, me: Me, all: readonly User[], itemOf: ItemOf, states: ByState) => {
  const itemsOf = async (uuids: readonly string[], assignee: string | undefined, detail: Detail) => {
    const found = await Promise.all(
      uuids.slice(0, mostNamed).map((uuid) => itemOf(deps, uuid, assignee, detail)),
    )
    const items = found.filter((item) => item !== undefined)
    return { total: items.length + Math.max(0, uuids.length - mostNamed), named: items }
  }
  // Tasks have only their assignee's name, so somebody of the same name would get another's tasks.
  const isOnlyName = all.filter((one) => nameOf(one) === me.name).length === 1
  const assigned = isOnlyName ? await store.tasksAssignedTo(deps.database.sql, me.name) : []
  const mentioned = await mentions(deps, me, all)
  const accounts = ownAccounts(me, states)
  const waiting = await waitingNow(deps, states.over)
  const ofMe = new Set([...assigned.map(({ uuid }) => uuid), ...mentioned])
  const forTeam = waiting.filter(
    ({ whose, uuid, project }) => whose === 'team' && (ofMe.has(uuid) || accounts.has(project.uuid)),
  )
  // A task is in one list.
  const isListed = new Set(forTeam.map(({ uuid }) => uuid))
  const tasks = assigned.filter(
    ({ uuid, projectUuid }) => !states.over.has(projectUuid) && !isListed.has(uuid),
  )
  const { late = [], open = [] } = Object.groupBy(tasks, ({ dueDate }) =>
    isLate({ dueDate, completed: false }, me.today) ? 'late' : 'open',
  )
  const uuidsOf = (some: readonly store.AssignedTask[]) => some.map(({ uuid }) => uuid)
  return {
    day: me.today,
    forTeam: await waitsForUs(deps, forTeam, me, mostNamed, async ({ uuid }) => {
      return (await itemOf(deps, uuid, undefined, () => undefined)) !== undefined
    }),
    overdue: await itemsOf(uuidsOf(late), me.name, (day) => lateWords(day, me.today)),
    assigned: await itemsOf(uuidsOf(open), me.name, dueWords),
    mentioned: await itemsOf(
      mentioned.filter((uuid) => !isListed.has(uuid)),
      undefined,
      dueWords,
    ),
    waiting: onCustomers(waiting, accounts),
    knowsAll: await knowsAllTasks(deps.database.sql),
  }
}

/** Undefined if nobody in the tracker's team is this person. */
const meAmong = async (deps: BotDeps, slackUser: string, all: readonly User[]): Promise<Me | undefined> => {
  const user = await trackerUserAmong(deps, slackUser, all)
  if (!user || user.is_customer === true) return undefined
  const { timeZone = 'UTC' } = await deps.slack.person(slackUser)
  return { user, name: nameOf(user), slackUser, timeZone, today: dayAt(timeZone, deps.now()) }
}

/** For the Home tab. */
export const yourDayNow = async (deps: BotDeps, slackUser: string, projects: readonly ProjectInView[]) => {
  const all = await everybody(deps)
  const me = await meAmong(deps, slackUser, all)
  return me && factsOf(deps, me, all, asStored, byState(projects))
}

/** Undefined if there is nothing to do, or if nobody in the tracker is this person. */
const yourDayMessage = async (deps: BotDeps, slackUser: string): Promise<Message | undefined> => {
  const all = await everybody(deps)
  const me = await meAmong(deps, slackUser, all)
  if (!me) return undefined
  const facts = await factsOf(deps, me, all, readAgain, await projectsByState(deps))
  return isFree(facts) ? undefined : yourDay(facts)
}

type Deps = Pick<BotDeps, 'lanes' | 'now'>
type YourDay = store.YourDay

/** Every morning where the person is. */
const timing = ({ timeZone }: YourDay) => ({ every: 'daily', day: 1, at: morning, timeZone }) as const

/** The job's key includes the last one's time: after a clock is set back, the due time alone is already used. */
const schedule = async ({ lanes, now }: Deps, tx: Tx, user: string, yourDay: YourDay): Promise<void> => {
  const due = nextDigest(timing(yourDay), now())
  const lane = `${user}@${due}`
  const uniqueKey = `${lane}:${yourDay.sent ?? 0}`
  await lanes.enqueue(tx, [{ kind: 'your-day', lane, uniqueKey, payload: { user, due }, runAt: due }])
}

/** At start, and after a clock was set back: jobs may be missing. */
export const scheduleYourDay = async (deps: Deps & Pick<BotDeps, 'log'>, tx: Tx): Promise<void> =>
  eachAlone(
    deps.log,
    await store.everyYourDay(tx.sql),
    ([user]) => ({ user }),
    ([user, text]) => schedule(deps, tx, user, store.yourDayIn(user, text)),
  )

/** Whether the person is in another time zone, where the next one is less than half a day away. */
const isEarly = (before: YourDay, here: YourDay, now: number): boolean =>
  before.timeZone !== here.timeZone && nextDigest(timing(here), now) - now < dayMs / 2

/** Lane `your-day`: sends *Your day*. One of an older schedule is not sent. */
export const sendYourDay = async (deps: BotDeps, job: BotJob<'your-day'>): Promise<void> => {
  const { due, user } = job.payload
  const yourDay = await store.yourDayOf(deps.database.sql, user)
  if (!yourDay || !isDigestTime(timing(yourDay), due)) return
  // If several are late, the first has said everything.
  const wasSent = yourDay.sent !== undefined && yourDay.sent >= due && yourDay.sent <= deps.now()
  const { role, timeZone = yourDay.timeZone } = await deps.slack.person(user)
  const here = { ...yourDay, timeZone }
  const waits = isEarly(yourDay, here, deps.now())
  // Somebody who became a guest learns nothing more.
  const isWanted = !wasSent && !waits && isColleague(role)
  const message = isWanted ? await yourDayMessage(deps, user) : undefined
  const key = `your-day@${due}`
  await deps.database.transaction(async (tx) => {
    if (message) await notifyPerson(deps, tx, { user, channel: undefined, ts: key }, message, 'once')
    // Nothing is planned if the person turned it off meanwhile.
    if (await store.yourDayOf(tx.sql, user)) {
      const next = waits ? here : { ...here, sent: deps.now() }
      await store.putYourDay(tx.sql, user, next)
      await schedule(deps, tx, user, next)
    }
    await job.done(tx)
  })
}

export const setYourDay = async (deps: BotDeps, user: string, on: boolean): Promise<void> => {
  const { timeZone = 'UTC' } = await deps.slack.person(user)
  const yourDay = on ? { timeZone } : undefined
  await deps.database.transaction(async (tx) => {
    await store.putYourDay(tx.sql, user, yourDay)
    if (yourDay) await schedule(deps, tx, user, yourDay)
  })
}
