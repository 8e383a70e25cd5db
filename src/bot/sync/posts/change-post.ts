import { mayShow, repliesIn, type Route, routeTo, taskLinkFor } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { BotJob } from '../../store/payloads.ts'
import { type DuePost, settleChanged } from '../store/due-post.ts'
import { type PostRow, aboutOf, postAt, postJob } from '../store/posts.ts'
import { leaveCard } from '../store/task-threads.ts'
import {
  type Rendered,
  type Shown,
  briefOf,
  formOf,
  isCard,
  isRemoval,
  kindOf,
  readFacts,
  render,
} from './kinds.ts'
import { aboutNow } from './guards.ts'
import { z } from 'zod'
import type { Message } from '../../kit/message.ts'
import { notShownHere } from '../messages/task.ts'

/* Changes a message that is in Slack to what it should say now, for those who read it now. */

const linkKeys: readonly string[] = ['url', 'taskUrl', 'cutUrl']

/** Customers may know a module by another name, and the next task may be internal. */
const teamKeys: readonly string[] = ['moduleName', 'nextTaskName', 'nextTaskUrl']

/** The page of the post's task for those who read the channel now. `about`: its own project first. */
const taskLinkNow = (route: Route, row: PostRow, [about]: Awaited<ReturnType<typeof aboutNow>>) =>
  about?.project && taskLinkFor(route, aboutOf(row).uuid, about.project)

/** What a new message in the channel itself says of its task. Its card may be from before others read the channel. */
export const flatFor = async (deps: BotDeps, route: Route, row: PostRow, flat: Shown['flat']) => {
  if (typeof flat !== 'object' || !route.shared) return flat
  return { ...flat, url: taskLinkNow(route, row, await aboutNow(deps, row)) }
}

/** Without what is for the team alone: its facts may be from before others read the channel. Nothing of an internal task. */
const forOthers = async (deps: BotDeps, route: Route, row: PostRow, shown: Shown): Promise<Rendered> => {
  const about = await aboutNow(deps, row)
  const isHidden = about.some(({ internal }) => !mayShow(route, internal))
  // Replies to a removal become no comments.
  if (isHidden) return notShownHere(isRemoval(briefOf(row)) ? {} : shown)
  const url = taskLinkNow(route, row, about)
  const facts = Object.entries(readFacts(z.looseObject({}), row))
    .filter(([key]) => !teamKeys.includes(key))
    .map(([key, value]) => [key, linkKeys.includes(key) ? url : value] as const)
  const flat = typeof shown.flat === 'object' ? { ...shown.flat, url } : shown.flat
  return render({ ...row, facts: JSON.stringify(Object.fromEntries(facts)) }, { ...shown, flat })
}

/** What a message that was made earlier says to those who read it now. A project's messages get new facts with each change. */
export const messageFor = async (deps: BotDeps, row: PostRow, shown: Shown): Promise<Rendered> => {
  const about = kindOf(aboutOf(row).kind)?.about
  // `thread`: under a flat comment, and so about that comment's task.
  if (about !== 'task' && about !== 'thread') return render(row, shown)
  const route = await routeTo(deps, row.channel)
  return route.shared ? forOthers(deps, route, row, shown) : render(row, shown)
}

const messageNow = async (deps: BotDeps, { row, settings }: DuePost): Promise<Message> => {
  const replies = repliesIn(await routeTo(deps, row.channel), settings)
  return messageFor(deps, row, { flat: formOf(row).flat, replies })
}

const isPostedCard = (row: PostRow | undefined): row is PostRow => row?.state === 'posted' && isCard(row.kind)

/** A card was deleted in Slack. The next message posts a new card and starts a new thread. */
export const cardDeleted = async (deps: BotDeps, channel: string, ts: string): Promise<void> => {
  const row = await postAt(deps.database.sql, channel, ts)
  if (isPostedCard(row)) await deps.database.transaction((tx) => leaveCard(tx, row, deps.now()))
}

/** Changes the message in Slack, in the form in which it was posted. */
export const changeMessage = async (deps: BotDeps, due: DuePost, ts: string): Promise<void> => {
  const { row } = due
  const { text, blocks } = await messageNow(deps, due)
  try {
    await deps.slack.update({ channel: row.channel, ts, text, blocks })
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.code !== 'message_not_found' || !isPostedCard(row))
      throw error
    // Slack's event about the deletion was missed.
    await cardDeleted(deps, row.channel, ts)
    throw new RetryLater(0, 'the card is gone: it will say this once it is posted again')
  }
}

/** Shows the change in Slack, and stores that. A later change gets a job of its own. Returns the message's `ts`. */
export const showChange = async (
  deps: BotDeps,
  job: BotJob<'post'>,
  due: DuePost,
  ts: string,
): Promise<string> => {
  const { row } = due
  await changeMessage(deps, due, ts)
  await deps.database.unflushed.transaction(async (tx) => {
    const isSettled = await settleChanged(tx.sql, row, deps.now())
    await job.done(tx, isSettled ? [] : [postJob(row)])
  })
  return ts
}
