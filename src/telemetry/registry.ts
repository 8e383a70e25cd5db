import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` answers. */
export interface Exposed {
  readonly contentType: string
  text(): Promise<string>
}

type Labels<L extends string> = Partial<Record<L, string | number>>

export interface Timer<L extends string> {
  observe(labels: Labels<L>, ms: number): void
}

/** From 1 ms to a minute: calls and jobs. */
const short = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
/** From 50 ms to a day: what waits through outages. */
const long = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600, 86_400]
const buckets = { short, long } as const

/** CPU, memory, event loop and garbage collection are the process's, which may run bot and service. */
let ofProcess: Registry | undefined
const processMetrics = () => {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess.metrics()
}

/** Time that one answer waits for figures of the database, in ms. Prometheus itself gives up after ten seconds. */
const patienceMs = 3_000

const inTime = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * The metrics of one program. Names begin with `onboarding_` and end with their unit; labels take few values, and
 * never a channel, a workspace or a uuid. Each instance has its own, because tests run two bots in one process.
 */
export const openRegistry = () => {
  const registry = new Registry()
  const registers = [registry]
  const refreshers: (() => Promise<void>)[] = []
  return {
    contentType: registry.contentType,
    text: async (): Promise<string> => {
      await Promise.all(refreshers.map((refresh) => inTime(refresh())))
      return `${await registry.metrics()}\n${await processMetrics()}`
    },
    counter: <L extends string>(name: `onboarding_${string}_total`, help: string, labels: readonly L[]) =>
      new Counter<L>({ name, help, labelNames: labels, registers }),
    gauge: <L extends string = never>(
      name: `onboarding_${string}`,
      help: string,
      labels: readonly L[] = [],
    ) => new Gauge<L>({ name, help, labelNames: labels, registers }),
    /** Takes ms, and says seconds. */
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
        buckets: [...buckets[length]],
        registers,
      })
      return { observe: (labels, ms) => histogram.observe(labels, Math.max(0, ms) / 1_000) }
    },
    /** Runs before each answer. It must not reject. */
    refresh: (work: () => Promise<void>) => void refreshers.push(work),
  }
}
export type OpenRegistry = ReturnType<typeof openRegistry>
