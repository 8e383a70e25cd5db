import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob, NewBotJob } from '../../store/payloads.ts'
import { follow } from '../../../telemetry/trace.ts'
import { asSlackAllows } from '../../answers/tell.ts'
import { nextToAdd, nextToRemove, noteAdded, noteRemoved } from './store/reactions.ts'

/**
 * Some reply's message should bear another reaction than it does. Two lanes, because Slack allows fewer removals than
 * additions.
 */
export const reactionJob = (op: 'add' | 'remove'): NewBotJob => ({
  kind: 'reaction',
  lane: op,
  payload: { op },
})

const add = async (deps: BotDeps, job: BotJob<'reaction'>): Promise<void> => {
  const next = await nextToAdd(deps.database.unflushed.sql, job.attempt - 1)
  if (!next) return
  const { id, channel, ts, reaction } = next
  await follow(`reply-${id}`, () =>
    asSlackAllows(deps, { op: 'add', channel, ts }, () => deps.slack.react(channel, ts, reaction)),
  )
  await deps.database.unflushed.transaction(async (tx) => {
    const isMore = await noteAdded(tx, next)
    await job.done(tx, isMore ? [reactionJob('remove')] : [])
  })
}

const remove = async (deps: BotDeps, job: BotJob<'reaction'>): Promise<void> => {
  const next = await nextToRemove(deps.database.unflushed.sql, job.attempt - 1)
  if (!next) return
  const { id, channel, ts, leftover } = next
  for (const name of leftover.split(' '))
    await follow(`reply-${id}`, () =>
      asSlackAllows(deps, { op: 'remove', channel, ts }, () => deps.slack.unreact(channel, ts, name)),
    )
  await deps.database.unflushed.transaction(async (tx) => {
    const isLost = await noteRemoved(tx, next)
    await job.done(tx, isLost ? [reactionJob('add')] : [])
  })
}

/** Lanes `reaction`: ⏳, ✅ or ⚠️ on the most urgent reply. Each change of a reply has its job, whichever that job serves. */
export const showReaction = (deps: BotDeps, job: BotJob<'reaction'>): Promise<void> =>
  job.payload.op === 'add' ? add(deps, job) : remove(deps, job)
