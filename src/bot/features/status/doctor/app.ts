import { jobKinds } from '../../../store/payloads.ts'
import { readKey, writeKey } from '../../../store/key-values.ts'
import { type BotDeps, type Instance, instanceHeader } from '../../../deps/deps.ts'
import { age, bad, checkFailed, checkLate, type Finding, good, look } from '../messages/doctor.ts'
import { certificateRemedy } from './certificate.ts'
import { within } from '../../../kit/time.ts'
import type { Queries } from '../../../store/database.ts'

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
const addressRemedy =
  'set PUBLIC_URL to this app’s own address as the tracker sees it, and check the proxy or tunnel in front'

/** Requests only the configured address, without redirects. The id is in the database, and unknown without it. */
export const address: Check<{
  readonly instance: Pick<Instance, 'publicUrl'> & { readonly id: string | undefined }
}> = {
  topic: 'PUBLIC_URL',
  run: async ({ instance }) => {
    const { href, origin } = new URL(instance.publicUrl())
    try {
      const response = await fetch(`${href.replace(/\/$/, '')}${healthPath}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(addressMs),
      })
      await response.body?.cancel()
      const id = response.headers.get(instanceHeader)
      if (id === instance.id) return good(address.topic, `${origin} reaches this app`)
      if (id !== null && instance.id === undefined)
        return look(address.topic, `${origin} reaches this app or another one`, 'check the database first')
      return bad(
        address.topic,
        `${origin} responds (${response.status}), but it isn’t this app`,
        addressRemedy,
      )
    } catch (error) {
      const code = String((error as { cause?: { code?: unknown } }).cause?.code)
      const ofCertificate = certificateRemedy(code, { whose: 'its', address: address.topic })
      if (ofCertificate) return bad(address.topic, `${origin} isn’t trusted (${code})`, ofCertificate)
      const remedy = `${addressRemedy}; some networks don’t let a machine call its own public address`
      return look(address.topic, `this machine can’t reach ${origin}`, remedy)
    }
  },
}

/** Throws if the value can't be written and read back. */
const writeProbe = async (sql: Queries, value: string): Promise<void> => {
  await writeKey(sql, 'doctor_probe', value)
  if ((await readKey(sql, 'doctor_probe')) === undefined) throw new Error('what was written is not there')
}

/** The quickest probe counts: others may have waited behind other work. */
const probes = 3
const slowMs = 1_000

const database: Check = {
  topic: 'Database',
  run: async ({ database: { sql, engine }, newUuid, ticks }) => {
    const { topic } = database
    let ms = Infinity
    try {
      for (let probe = 0; probe < probes; probe++) {
        const started = ticks()
        await writeProbe(sql, newUuid())
        ms = Math.min(ms, Math.round(ticks() - started))
      }
    } catch {
      return bad(topic, 'it can’t be written to', 'check its disk, its permissions and its log')
    }
    const name = engine.name === 'postgres' ? 'PostgreSQL' : 'SQLite'
    const found = `${name}; written and read in ${ms} ms`
    return ms < slowMs ? good(topic, found) : look(topic, found, 'check its load and its disk')
  },
}

const planned: ReadonlySet<string> = new Set(jobKinds(({ isPlanned }) => isPlanned))

const lagMs = 5 * 60_000
const causes = 'see the causes in /onboard status, with Retry and Skip'

const queue: Check = {
  topic: 'Queue',
  run: async ({ lanes }) => {
    const counts = await lanes.counts()
    // These jobs wait for their time, which is no delay.
    const working = counts.filter(({ kind }) => !planned.has(kind))
    const waiting = working.reduce((sum, row) => sum + row.waiting, 0)
    const oldestMs = Math.max(0, ...working.filter((row) => row.waiting > 0).map((row) => row.oldestMs))
    const found = waiting === 0 ? 'nothing waiting' : `${waiting} waiting, the oldest for ${age(oldestMs)}`
    const aside = counts.reduce((sum, row) => sum + row.aside, 0)
    return [
      oldestMs < lagMs ? good(queue.topic, found) : look(queue.topic, found, causes),
      aside === 0
        ? good('Set aside', 'nothing')
        : look('Set aside', `${aside} after the last attempt`, causes),
    ]
  },
}

export const appChecks: readonly Check[] = [address, database, queue]
