import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobRun, LaneCounts } from '../lanes/lanes.ts'

/** What `/metrics` answers. */
export interface Exposed {
  readonly contentType: string
  text(): Promise<string>
}

export interface Timer<L extends string> {
  observe(labels: Partial<Record<L, string | number>>, ms: number): void
}

/** In seconds. `short` is for calls and jobs, `long` for what waits through outages. */
const buckets = {
  short: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  long: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600, 86_400],
}

/** CPU, memory, event loop and garbage collection belong to the process, which may run both bot and service. */
let ofProcess: Registry | undefined
const processMetrics = () => {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess.metrics()
}

/** How long one answer waits for figures from the database, in ms. Prometheus itself gives up after ten seconds. */
const patienceMs = 3_000

/** Labels take few values, never a channel, a workspace or a uuid. Each program has its own registry: tests run two at once. */
export const openRegistry = () => {
  const registry = new Registry()
  const registers = [registry]
  const refreshers: (() => Promise<void>)[] = []
  return {
    contentType: registry.contentType,
    text: async (): Promise<string> => {
      const late = sleep(patienceMs, undefined, { ref: false })
      await Promise.race([Promise.all(refreshers.map((refresh) => refresh())), late])
      return `${await registry.metrics()}\n${await processMetrics()}`
    },
    counter: <L extends string>(name: `onboarding_${string}_total`, help: string, labels: readonly L[]) =>
      new Counter<L>({ name, help, labelNames: labels, registers }),
    gauge: <L extends string = never>(
      name: `onboarding_${string}`,
      help: string,
      labels: readonly L[] = [],
    ) => new Gauge<L>({ name, help, labelNames: labels, registers }),
    /** Takes ms, and reports seconds. */
    timer: <L extends string>(
      name: `onboarding_${string}_seconds`,
      help: string,
      labels: readonly L[],
      length: keyof typeof buckets = 'short',
    ): Timer<L> => {
      const histogram = new Histogram<L>({
        name,
        help,
        labelNames: labels,
        buckets: buckets[length],
        registers,
      })
      return { observe: (labels, ms) => histogram.observe(labels, Math.max(0, ms) / 1_000) }
    },
    /** Runs before each answer. It must not reject. */
    refresh: (work: () => Promise<void>) => void refreshers.push(work),
  }
}
export type OpenRegistry = ReturnType<typeof openRegistry>

/** Refused requests, by reason. Each reason is there from the start. */
export const refusalCounter = <R extends string>(registry: OpenRegistry, reasons: readonly R[]) => {
  const help = 'Requests refused, by reason.'
  const refused = registry.counter('onboarding_requests_refused_total', help, ['reason'])
  for (const reason of reasons) refused.inc({ reason }, 0)
  return (reason: R): void => refused.inc({ reason })
}

interface Sources {
  readonly program: 'bot' | 'service'
  readonly counts: () => Promise<readonly LaneCounts[]>
  readonly reasons: () => Promise<readonly string[]>
  /** Where the files of the program are. Undefined if it has none. */
  readonly dataDir: string | undefined
}

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

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
  const jobs = {
    waiting: registry.gauge('onboarding_jobs_waiting', 'Jobs waiting in lanes, by kind.', ['kind']),
    aside: registry.gauge('onboarding_jobs_aside', 'Jobs that were set aside, by kind.', ['kind']),
    oldest: registry.gauge('onboarding_jobs_oldest_seconds', 'Age of the oldest waiting job.', ['kind']),
  }
  // PostgreSQL may be on another disk.
  const disk = {
    free: registry.gauge('onboarding_disk_free_bytes', 'Free space on the disk of DATA_DIR.'),
    size: registry.gauge('onboarding_disk_size_bytes', 'Size of the disk of DATA_DIR.'),
  }

  const readJobs = async ({ counts }: Sources) => {
    // Stays 0 if the answer comes too late.
    up.set(0)
    const laneCounts = await counts()
    // A kind without jobs is not counted, so the gauges are reset to clear old values.
    for (const gauge of Object.values(jobs)) gauge.reset()
    for (const { kind, waiting, aside, oldestMs } of laneCounts) {
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
    jobRan: ({ kind, outcome, ms, waitedMs }: JobRun): void => {
      ran.observe({ kind, outcome }, ms)
      if (waitedMs !== undefined) waited.observe({ kind }, waitedMs)
    },
    /** `command`: `select`, `commit`, … */
    statement: (command: string, ms: number): void => statement.observe({ command }, ms),
    watch: (sources: Sources): void => {
      build.set({ program: sources.program, version, node: process.version }, 1)
      const { dataDir, reasons } = sources
      registry.refresh(() => readJobs(sources).catch(() => undefined))
      registry.refresh(async () => {
        const currentReasons = await reasons().catch(() => ['unknown'])
        ready.set(currentReasons.length === 0 ? 1 : 0)
      })
      if (dataDir !== undefined) registry.refresh(() => readDisk(dataDir).catch(() => undefined))
    },
  }
}
