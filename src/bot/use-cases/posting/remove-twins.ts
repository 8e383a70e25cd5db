import { deliveryById } from '../../store/ledger/deliveries.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, NewBotJob } from '../../payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { minuteMs } from '../answers/wall-clock.ts'
import { whereOf } from './where-posted.ts'

/** Slack may carry out a call long after it timed out. */
const looksAfterMs: readonly number[] = [minuteMs, 10 * minuteMs]

/** Looks for duplicates of a row that is posted again, because its first call may still succeed. */
export const twinJobs = (delivery: number, now: number): NewBotJob[] =>
  looksAfterMs.map((ms) => ({
    kind: 'twin',
    lane: `${delivery}:${ms}`,
    payload: { delivery },
    runAt: now + ms,
  }))

const hidden = ['channel', 'scope', 'refused', 'message']

/** Lane `twin`: removes duplicates of a message, except those that people replied to. */
export const removeTwins =
  (deps: BotDeps) =>
  async (job: BotJob<'twin'>): Promise<void> => {
    const row = await deliveryById(deps.database.sql, job.payload.delivery)
    if (row?.state !== 'posted' || row.ts === null) return
    try {
      for await (const { ts, answered } of deps.slack.everyDelivery(await whereOf(deps, row))) {
        if (ts === row.ts) continue
        deps.log.warn({ delivery: row.id, answered }, 'Slack carried out a call that had been given up')
        if (!answered) await deps.slack.remove(row.channel, ts)
      }
    } catch (error) {
      if (!(error instanceof SlackProblem) || !hidden.includes(error.kind)) throw error
      deps.log.warn({ delivery: row.id, problem: error.code }, 'a second message could not be taken away')
    }
  }
