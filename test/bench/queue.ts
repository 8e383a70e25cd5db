import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './table.ts'

/** A queue under test, ordered by key. The measurement provides its handler. */
interface Queue extends AsyncDisposable {
  readonly put: (jobs: readonly { key: string; n: number }[]) => Promise<void>
  readonly start: () => Promise<void>
}

export type OpenQueue = (work: (key: string, n: number) => Promise<void>) => Promise<Queue>

export interface Drained {
  readonly drained: number
  /** Jobs per second. */
  readonly rate: number
  /** Jobs that ran before an earlier job of their key. */
  readonly inversions: number
}

const jobs = 3_000
const keys = 100

/** Adds jobs by hundreds, then starts the workers, for at most `limitMs`. */
export const drain = async (open: OpenQueue, limitMs: number): Promise<Drained> => {
  const last = new Map<string, number>()
  const all = Promise.withResolvers<void>()
  let [done, inversions] = [0, 0]
  await using queue = await open(async (key, n) => {
    if (n < (last.get(key) ?? -1)) inversions += 1
    last.set(key, n)
    if ((done += 1) === jobs + 300) all.resolve()
  })
  for (let from = 0; from < jobs; from += 100)
    await queue.put(
      Array.from({ length: 100 }, (_, at) => ({ key: `k${((from + at) * 7) % keys}`, n: from + at })),
    )
  // Ten jobs of one key per call, to test the order within a call too.
  await queue.put(Array.from({ length: 300 }, (_, at) => ({ key: `burst ${at % 10}`, n: at })))
  const from = performance.now()
  await queue.start()
  await Promise.race([all.promise, sleep(limitMs)])
  return { drained: done, rate: (done / (performance.now() - from)) * 1_000, inversions }
}

/** One job at a time for idle workers, timed from just before it is added. */
export const wake = async (open: OpenQueue): Promise<number> => {
  const times: number[] = []
  let ran: (() => void) | undefined
  await using queue = await open(async () => ran?.())
  await queue.start()
  await sleep(1_000)
  for (let n = 0; n < 30; n += 1) {
    const { promise, resolve } = Promise.withResolvers<void>()
    ran = resolve
    const from = performance.now()
    await queue.put([{ key: `wake ${n}`, n }])
    await Promise.race([promise, sleep(5_000)])
    times.push(performance.now() - from)
    if (n >= 4 && median(times) > 400) break
    await sleep(20)
  }
  return median(times)
}
