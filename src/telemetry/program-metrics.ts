import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { OpenRegistry } from './registry.ts'

/** What the queue says of its jobs. */
interface Counts {
  readonly kind: string
  readonly waiting: number
  readonly aside: number
  readonly oldestMs: number
}

/** One attempt of a job. */
interface Run {
  readonly kind: string
  readonly outcome: string
  readonly ms: number
  /** From when it could run to this attempt. Undefined if this attempt did not end it. */
  readonly waitedMs: number | undefined
}

interface Sources {
  readonly program: 'bot' | 'service'
  readonly counts: () => Promise<readonly Counts[]>
  /** See `/readyz`. */
  readonly reasons: () => Promise<readonly string[]>
  /** Where the files of the program are. Undefined: it has none. */
  readonly dataDir: string | undefined
}

const versionHere = (): string => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

const jobGauges = (registry: OpenRegistry) => ({
  waiting: registry.gauge('onboarding_jobs_waiting', 'Jobs waiting in lanes, by kind.', ['kind']),
  aside: registry.gauge('onboarding_jobs_aside', 'Jobs that were set aside, by kind.', ['kind']),
  oldest: registry.gauge('onboarding_jobs_oldest_seconds', 'Age of the oldest waiting job.', ['kind']),
})

/** Of the disk with DATA_DIR. PostgreSQL's disk is another. */
const diskGauges = (registry: OpenRegistry) => ({
  free: registry.gauge('onboarding_disk_free_bytes', 'Free space on the disk of DATA_DIR.'),
  size: registry.gauge('onboarding_disk_size_bytes', 'Size of the disk of DATA_DIR.'),
})

/** What bot and service have in common. */
export const programMetrics = (registry: OpenRegistry) => {
  const runs = ['kind', 'outcome'] as const
  const ran = registry.timer('onboarding_job_run_seconds', 'Attempts of jobs, by kind and outcome.', runs)
  const untilDone = 'Time from when a job could run to the attempt that ended it, by kind.'
  const waited = registry.timer('onboarding_job_wait_seconds', untilDone, ['kind'], 'long')
  const statement = registry.timer('onboarding_database_statement_seconds', 'Statements.', ['command'])
  const versions = ['program', 'version', 'node'] as const
  const build = registry.gauge('onboarding_build_info', '1, with the version of program and Node.', versions)
  const up = registry.gauge('onboarding_database_up', '1 if the database answered just now.')
  const ready = registry.gauge('onboarding_ready', '1 if /readyz answers 200.')
  const jobs = jobGauges(registry)
  const disk = diskGauges(registry)

  const readJobs = async ({ counts }: Sources) => {
    // Stays 0 if the answer comes too late.
    up.set(0)
    const known = await counts()
    // A kind without jobs is not counted, so the gauges are reset to clear old values.
    for (const gauge of Object.values(jobs)) gauge.reset()
    for (const { kind, waiting, aside, oldestMs } of known) {
      jobs.waiting.set({ kind }, waiting)
      jobs.aside.set({ kind }, aside)
      jobs.oldest.set({ kind }, oldestMs / 1_000)
    }
    up.set(1)
  }
  const readDisk = async (path: string) => {
    const { bavail, blocks, bsize } = await statfs(path)
    disk.free.set(bavail * bsize)
    disk.size.set(blocks * bsize)
  }
  return {
    jobRan: ({ kind, outcome, ms, waitedMs }: Run): void => {
      ran.observe({ kind, outcome }, ms)
      if (waitedMs !== undefined) waited.observe({ kind }, waitedMs)
    },
    /** `command`: `select`, `commit`, … */
    statement: (command: string, ms: number): void => statement.observe({ command }, ms),
    /** Sets the source of the figures that are read for each answer. */
    watch: (sources: Sources): void => {
      build.set({ program: sources.program, version: versionHere(), node: process.version }, 1)
      const { dataDir, reasons } = sources
      registry.refresh(() => readJobs(sources).catch(() => undefined))
      registry.refresh(async () => {
        const known = await reasons().catch(() => ['unknown'])
        ready.set(known.length === 0 ? 1 : 0)
      })
      if (dataDir !== undefined) registry.refresh(() => readDisk(dataDir).catch(() => undefined))
    },
  }
}
