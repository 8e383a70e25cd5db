import { deliveryById } from '../../store/ledger/deliveries.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, NewBotJob } from '../../payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { looksAfterMs } from '../answers/late-calls.ts'
import { whereOf } from './where-posted.ts'

/** Looks for a second message of a row that is posted again, since its first call may still be carried out. */
export const twinJobs = (delivery: number, now: number): NewBotJob[] =>
  looksAfterMs.map((ms) => ({
    kind: 'twin',
    lane: `${delivery}:${ms}`,
    payload: { delivery },
    runAt: now + ms,
  }))

const hidden = ['channel', 'scope', 'refused', 'message']

/**
 * Lane `twin`: of several messages with a row's delivery id the one stays that the ledger knows. One that people
 * have answered stays too, for their words hang on it.
 */
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
