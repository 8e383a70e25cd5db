import { randomBytes } from 'node:crypto'
import { migrationsDone, writeProbe } from '../store/doctor.ts'
import * as say from './messages/bot-findings.ts'
import { challengeHeader, type Instance, proofHeader, type BotDeps } from '../../../deps/deps.ts'
import { checkFailed, checkLate, type Finding } from './messages/doctor.ts'
import { within } from '../../../kit/time.ts'

/** `topic` names the check if it does not finish in time. Some checks also run on the command line, with less. */
export interface Check<Needs = BotDeps> {
  topic: string
  run(needs: Needs): Promise<Finding | readonly Finding[]>
}

export const findingsOf = async <Needs>(
  check: Check<Needs>,
  needs: Needs,
  { doctorWaitMs, log }: Pick<BotDeps, 'doctorWaitMs' | 'log'>,
): Promise<readonly Finding[]> => {
  const { topic } = check
  const found = await within(
    doctorWaitMs,
    check.run(needs).catch((error: unknown) => {
      log.error({ err: error, topic }, 'a doctor check failed')
      return checkFailed(topic)
    }),
  )
  return [found ?? checkLate(topic, doctorWaitMs / 1_000)].flat()
}

const addressMs = 4_000
const healthPath = '/healthz'

/** Requests only the configured address, without redirects. */
export const address: Check<{ readonly instance: Pick<Instance, 'publicUrl' | 'prove'> }> = {
  topic: say.address,
  run: async ({ instance }) => {
    const nonce = randomBytes(16).toString('hex')
    const { href, origin } = new URL(instance.publicUrl())
    try {
      const response = await fetch(`${href.replace(/\/$/, '')}${healthPath}`, {
        headers: { [challengeHeader]: nonce },
        redirect: 'error',
        signal: AbortSignal.timeout(addressMs),
      })
      await response.body?.cancel()
      return response.headers.get(proofHeader) === instance.prove(nonce)
        ? say.addressReached(origin)
        : say.addressOfAnother(origin, response.status)
    } catch {
      return say.addressUnreachable(origin)
    }
  },
}

/** The quickest probe counts: others may have waited behind other work. */
const probes = 3

const database: Check = {
  topic: say.database,
  run: async ({ database: { sql, engine, now }, newUuid }) => {
    let ms = Infinity
    try {
      for (let probe = 0; probe < probes; probe++) {
        const started = performance.now()
        await writeProbe(sql, newUuid())
        ms = Math.min(ms, Math.round(performance.now() - started))
      }
    } catch {
      return say.notWritable()
    }
    const name = engine.name === 'postgres' ? 'PostgreSQL' : 'SQLite'
    return [say.written(name, ms, await migrationsDone(sql)), ...say.databaseClock(now() - Date.now())]
  },
}

/** Lanes whose jobs wait for a scheduled time. */
const daily: ReadonlySet<string> = new Set(['reconcile', 'retention', 'digest', 'card', 'your-day'])

const queue: Check = {
  topic: say.queue,
  run: async ({ lanes }) => {
    const counts = await lanes.counts()
    // Daily work waits for its hour, which is no delay.
    const working = counts.filter(({ kind }) => !daily.has(kind))
    const waiting = working.reduce((sum, row) => sum + row.waiting, 0)
    const oldest = Math.max(0, ...working.filter((row) => row.waiting > 0).map((row) => row.oldestMs))
    const aside = counts.reduce((sum, row) => sum + row.aside, 0)
    return [say.waiting(waiting, oldest), say.setAside(aside)]
  },
}

const runtime: Check = {
  topic: say.node,
  run: async () => say.runtime(process.version, process.uptime() * 1_000),
}

export const ownChecks: readonly Check[] = [address, database, queue, runtime]
