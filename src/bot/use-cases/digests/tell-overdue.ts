import { addDays, isoDate } from '../../../contract/dates.ts'
import { tasksDue } from '../../store/digests/assigned-tasks.ts'
import { mineOf } from '../../store/digests/mine.ts'
import { isSwitchedOn } from '../../store/settings.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { becameOverdue } from '../../messages/digests/became-overdue.ts'
import { morning } from '../../messages/channels/settings-words.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, NewBotJob } from '../../payloads.ts'
import { isColleague } from '../../slack/standing.ts'
import { mark } from '../answers/mark-message.ts'
import { dayAt, dayMs, hourMs, instantsOf } from '../answers/wall-clock.ts'
import { findProject } from '../tracker/find-project.ts'
import { isOver } from '../tracker/is-completed.ts'
import { memberFor } from '../tracker/match-people.ts'
import { nameOf, peopleOf } from '../tracker/people.ts'
import { openTaskNow, teamUrl } from '../tracker/task-in-view.ts'
import { nextDigest } from './digest-times.ts'

/** Also tells of tasks that became overdue while no node was running. Older ones are no news. */
const days = 3

/** The next nine in the morning, where the person is, on a day after the due date. */
const morningOf = (timeZone: string, due: string, now: number): number => {
  const [overdueAt = now] = instantsOf(timeZone, Date.parse(due) + dayMs)
  const daily = { every: 'daily', day: 1, at: morning, timeZone, alone: false } as const
  return nextDigest(daily, Math.max(now, overdueAt) - 1)
}

/** Those of the team whose name nobody else has, because tasks have only names. */
const peopleByName = async (deps: BotDeps) => {
  const team = await peopleOf(deps, false)
  return new Map(
    team
      .filter((user) => team.filter((other) => nameOf(other) === nameOf(user)).length === 1)
      .map((user) => [nameOf(user), user]),
  )
}

/** For the daily pass: a job for each task that became overdue. Its key is the task, its due date and the person. */
export const overdueJobs = async (deps: BotDeps): Promise<NewBotJob[]> => {
  const today = isoDate(deps.now())
  // East of the pass, tomorrow's morning comes before its next run.
  const due = await tasksDue(deps.database.sql, addDays(today, -days), today)
  const nextPass = deps.now() + dayMs + hourMs
  if (due.length === 0) return []
  const people = await peopleByName(deps)
  const jobs: NewBotJob[] = []
  for (const { uuid, assigneeName, dueDate } of due) {
    const user = people.get(assigneeName)
    const member = user && (await memberFor(deps, user))
    if (!member || !isColleague(member.standing)) continue
    const key = `${uuid}:${dueDate}:${member.id}`
    const runAt = morningOf(member.timeZone ?? 'UTC', dueDate, deps.now())
    if (runAt > nextPass) continue
    const payload = { task: uuid, user: member.id, name: assigneeName, due: dueDate }
    jobs.push({ kind: 'overdue', lane: key, uniqueKey: key, payload, runAt })
  }
  return jobs
}

/** The task is as it was, and its person wants to know it now: a daily digest names it anyway. */
const isNews = async (deps: BotDeps, { user, name, due, task: uuid }: BotJob<'overdue'>['payload']) => {
  const { sql } = deps.database
  if (!(await isSwitchedOn(sql, 'overdue', user))) return undefined
  if (await mineOf(sql, user)) return undefined
  const { standing, timeZone = 'UTC' } = await deps.slack.person(user)
  const task = await openTaskNow(deps, uuid)
  if (!isColleague(standing) || !task) return undefined
  const projectUuid = task.project.uuid ?? (await knownTask(sql, uuid))?.projectUuid
  const item = projectUuid && (await findProject(deps, projectUuid, task.project.name))
  if (item && isOver(item)) return undefined
  const isSame = (task.assignee_name ?? name) === name && (task.due_date?.slice(0, 10) ?? due) === due
  return isSame && due < dayAt(timeZone, deps.now()) ? task : undefined
}

/** Lane `overdue`: tells who has a task that it is overdue, once. */
export const tellOverdue = async (deps: BotDeps, job: BotJob<'overdue'>): Promise<void> => {
  const { task: uuid, user, due } = job.payload
  const task = await isNews(deps, job.payload)
  await deps.database.transaction(async (tx) => {
    if (task) {
      const url = teamUrl(uuid, task)
      const facts = { taskName: task.name, projectName: task.project.name, dueDate: due, url }
      const at = { channel: user, ts: `overdue-${job.seq}` }
      await mark(deps, tx, at, [{ op: 'direct', user, message: becameOverdue(facts) }])
    }
    await job.done(tx)
  })
}
