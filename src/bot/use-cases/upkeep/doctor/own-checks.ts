import { randomBytes } from 'node:crypto'
import { migrationsDone, writeProbe } from '../../../store/upkeep/doctor.ts'
import type { Finding } from '../../../messages/upkeep/doctor.ts'
import { challengeHeader, proofHeader } from '../../../instance.ts'
import { age, bad, type Check, good, look } from './check.ts'

const addressMs = 4_000
const healthPath = '/healthz'

const addressRemedy =
  'PUBLIC_URL must be this bot’s own address as the tracker sees it; look at the proxy or tunnel in front'

/** Requests only the configured address, and follows no redirects. */
const address: Check = {
  topic: 'PUBLIC_URL',
  run: async ({ instance }) => {
    const nonce = randomBytes(16).toString('hex')
    const at = new URL(instance.publicUrl())
    const shown = at.origin
    try {
      const response = await fetch(`${at.href.replace(/\/$/, '')}${healthPath}`, {
        headers: { [challengeHeader]: nonce },
        redirect: 'error',
        signal: AbortSignal.timeout(addressMs),
      })
      await response.body?.cancel()
      if (response.headers.get(proofHeader) === instance.prove(nonce))
        return good('PUBLIC_URL', `${shown} leads back to this bot`)
      return bad('PUBLIC_URL', `${shown} answers (${response.status}), but it is not this bot`, addressRemedy)
    } catch {
      return look(
        'PUBLIC_URL',
        `${shown} cannot be reached from this machine`,
        `${addressRemedy}; some networks do not let a machine call its own public address`,
      )
    }
  },
}

const slowMs = 1_000
/** Takes the fastest probe, because others may have waited behind other work. */
const probes = 3

const database: Check = {
  topic: 'Database',
  run: async ({ database: { sql, engine }, newUuid }) => {
    let ms = Infinity
    try {
      for (let probe = 0; probe < probes; probe++) {
        const started = performance.now()
        await writeProbe(sql, newUuid())
        ms = Math.min(ms, Math.round(performance.now() - started))
      }
    } catch {
      return bad('Database', 'it cannot be written', 'look at its disk, its rights and its log')
    }
    const name = engine.name === 'postgres' ? 'PostgreSQL' : 'SQLite'
    const found = `${name}, written and read in ${ms} ms; ${await migrationsDone(sql)} migrations done, none open`
    return ms < slowMs ? good('Database', found) : look('Database', found, 'look at its load and its disk')
  },
}

const lagMs = 5 * 60_000

const queue: Check = {
  topic: 'Queue',
  run: async ({ lanes }): Promise<Finding[]> => {
    const counts = await lanes.counts()
    // Scheduled work waits for its time, which is not a delay.
    const working = counts.filter(({ kind }) => !daily.has(kind))
    const waiting = working.reduce((sum, row) => sum + row.waiting, 0)
    const oldest = Math.max(0, ...working.filter((row) => row.waiting > 0).map((row) => row.oldestMs))
    const aside = counts.reduce((sum, row) => sum + row.aside, 0)
    const found = waiting === 0 ? 'nothing waits' : `${waiting} waiting, the oldest for ${age(oldest)}`
    const remedy = 'the causes stand in /onboard status, with Retry and Skip'
    return [
      oldest < lagMs ? good('Queue', found) : look('Queue', found, remedy),
      aside === 0
        ? good('Set aside', 'nothing')
        : look('Set aside', `${aside} after their last attempt`, remedy),
    ]
  },
}

/** Lanes whose jobs wait for a scheduled time. */
const daily: ReadonlySet<string> = new Set(['reconcile', 'retention', 'digest', 'quiet', 'live'])

const runtime: Check = {
  topic: 'Node.js',
  run: async () => {
    const major = Number(process.versions.node.split('.')[0])
    const found = `${process.version}, running for ${age(process.uptime() * 1_000)}`
    return major >= 24
      ? good('Node.js', found)
      : look('Node.js', found, 'start with npm start, which brings Node 24')
  },
}

export const ownChecks: readonly Check[] = [address, database, queue, runtime]
