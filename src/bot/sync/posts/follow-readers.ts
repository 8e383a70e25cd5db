import { z } from 'zod'
import { type PostRow, showAgain } from './store/posts.ts'
import { sayingReaders } from './store/past-posts.ts'
import { taskWithProject } from '../../store/known-of-task.ts'
import type { Tx } from '../../store/database.ts'
import { postJob } from '../../store/payloads.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { mayShow, type Route, taskLinkFor } from '../../audience/audience.ts'
import type { Message } from '../../kit/message.ts'
import { kindsWithReaders, render } from './kinds.ts'
import { notShownHere } from './messages/not-shown-here.ts'
import { briefIfReadable, isRemoval, readFacts, type Shown } from './post-facts.ts'
import { toldOf } from './told-of.ts'

/** Of one channel. Slack takes about 50 updates a minute; older cards follow with their next change. */
const mostAtOnce = 50

/** Only the line that says who reads replies changes. It must be true also where nothing else may be said anymore. */
export const isForReaders = ({ ts, shown }: Pick<PostRow, 'ts' | 'shown'>): boolean =>
  ts !== null && shown === 0

/** Its text was cleared, it is about what was deleted, or its thread is synced no more. */
const isPast = (row: PostRow): boolean => {
  const said = briefIfReadable(row)
  return said.cleared === true || said.endedBy !== undefined || isRemoval(said)
}

/**
 * Other people read the channel, or its replies go elsewhere: its newest messages that say who reads replies say so.
 */
export const followReaders = async (deps: Pick<BotDeps, 'lanes'>, tx: Tx, channel: string): Promise<void> => {
  const which = { kinds: kindsWithReaders, most: mostAtOnce }
  const rows = (await sayingReaders(tx.sql, channel, which)).filter((row) => !isPast(row))
  for (const row of rows) await showAgain(tx, row)
  await deps.lanes.enqueue(
    tx,
    rows.map(({ id }) => postJob(channel, id)),
  )
}

const links: readonly string[] = ['url', 'taskUrl', 'cutUrl']
/** Of a task's module, its customers may know another name. The next task may be internal. */
const forTeam: readonly string[] = ['moduleName', 'nextTaskName', 'nextTaskUrl']

/**
 * What a message from before others read the channel says to them: without what is for the team alone, and nothing of
 * an internal task.
 */
export const forOthers = async (
  deps: BotDeps,
  route: Route,
  row: PostRow,
  shown: Shown,
): Promise<Message> => {
  const told = await toldOf(deps, row)
  if (told.some(({ internal }) => !mayShow(route, internal))) return notShownHere(shown)
  const taskUuid = row.on_uuid ?? row.object_uuid
  const known = await taskWithProject(deps.database.sql, taskUuid)
  const url = known && taskLinkFor(route, taskUuid, known.project)
  const facts = Object.entries(readFacts(z.looseObject({}), row))
    .filter(([key]) => !forTeam.includes(key))
    .map(([key, value]) => [key, links.includes(key) ? url : value] as const)
  const flat = typeof shown.flat === 'object' ? { ...shown.flat, url } : shown.flat
  return render({ ...row, facts: JSON.stringify(Object.fromEntries(facts)) }, { ...shown, flat })
}
