import { isOpen, replyById, replyBySource, sourceOf } from './store/replies.ts'
import { nextOwed, notePut, oweDone, payDone } from './store/signs.ts'
import { reactions } from '../../kit/ids.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Payload } from '../../store/payloads.ts'

type Deps = Pick<BotDeps, 'slack' | 'database'>
type Marks = Payload<'mark'>['mark']
export type Mark = Exclude<Marks, readonly unknown[]>
export type Sign = Extract<Mark, { op: 'react' | 'unreact' | 'pending' }>

export interface Place {
  readonly channel: string
  readonly ts: string
}

/** Gives this ✅'s turn to the most urgent reply, which may be another one. */
const putOwed = async ({ slack, database: { sql } }: Deps): Promise<void> => {
  for (;;) {
    const next = await nextOwed(sql)
    if (!next || next.ts === null) return
    await slack.react(next.channel, next.ts, reactions.done)
    if (await payDone(sql, next.source)) return
  }
}

/** `waited`: another reply's turn may have added it. */
const putDone = async (deps: Deps, { channel, ts }: Place, waited: boolean): Promise<void> => {
  const { sql } = deps.database
  const source = sourceOf(channel, ts)
  const sign = waited ? (await replyBySource(sql, source))?.sign : null
  if (sign === 'owed' || sign === reactions.done) return putOwed(deps)
  try {
    await deps.slack.react(channel, ts, reactions.done)
  } catch (error) {
    if (error instanceof SlackProblem && error.kind === 'rate-limited') await oweDone(sql, source)
    throw error
  }
  // The job's other signs may have to wait. Its retry then skips this one.
  if (waited) await notePut(sql, source)
}

export const putSign = async (deps: Deps, place: Place, item: Sign, waited: boolean): Promise<void> => {
  const { channel, ts } = place
  const { sql } = deps.database
  switch (item.op) {
    case 'pending': {
      const reply = await replyById(sql, item.reply)
      if (!reply || !isOpen(reply)) return
      return deps.slack.react(channel, ts, reactions.pending)
    }
    case 'react':
      if (item.name === reactions.done) return putDone(deps, place, waited)
      return deps.slack.react(channel, ts, item.name)
    case 'unreact':
      return deps.slack.unreact(channel, ts, item.name)
  }
}
