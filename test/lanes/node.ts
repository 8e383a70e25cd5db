import { onTestFinished } from 'vitest'
import type { Database } from '../../src/bot/store/database.ts'
import { openLanes, type Job, type LaneKind, type LaneOptions, type NewJob } from '../../src/lanes/lanes.ts'

/** One node of many. Closed after the test. */
export const openNode = (database: Database, options: LaneOptions = {}) => {
  const lanes = openLanes(database, { graceMs: 40, ...options })
  onTestFinished(async () => lanes[Symbol.asyncDispose]())
  const put = (...jobs: NewJob[]) => database.transaction((tx) => lanes.enqueue(tx, jobs))
  return { lanes, put }
}

export const post = (lane: string, payload: unknown, more: Partial<NewJob> = {}): NewJob => ({
  kind: 'post',
  lane,
  payload,
  ...more,
})

export const recorder = () => {
  const seen: unknown[] = []
  return {
    seen,
    work: async (job: Pick<Job, 'payload'>) => {
      seen.push(job.payload)
    },
  }
}

export const triesOf = () => {
  const seen: string[] = []
  const work = async (job: Pick<Job, 'payload' | 'attempt'>) =>
    void seen.push(`${job.payload as number} try ${job.attempt}`)
  return { seen, work }
}

export const workingNode = (
  database: Database,
  options?: LaneOptions,
  { seen, work }: { seen: unknown[]; work: LaneKind['work'] } = recorder(),
) => {
  const node = openNode(database, options)
  node.lanes.work({ post: { work, backoff: [] } })
  return { ...node, seen }
}

/** The machine under a node: when it dies, nothing the node does reaches the database any more. */
export const mortal = (database: Database) => {
  let dead = false
  const check = () => {
    if (dead) throw new Error('this node is dead')
  }
  const sql = new Proxy(database.sql, {
    get: (target, name) => {
      check()
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const body: Database = {
    ...database,
    sql,
    transaction: async (work) => {
      check()
      return database.transaction(async (tx) => {
        const result = await work(tx)
        check()
        return result
      })
    },
  }
  return { body, die: () => void (dead = true) }
}

/** Holds a handler where the story wants it. */
export const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: () => resolve() }
}

/** In ms, for what must not depend on a sweep or on a lease that runs out by itself. */
export const never = 3_600_000

/** How long to wait for what must come true; vitest's own second is too short for a loaded machine. */
export const patience = { timeout: 20_000, interval: 10 }

/** Puts the jobs in and waits until the first one runs. Gives the gate that ends it, unless `work` waits for something else. */
export const runOne = async (
  { lanes, put }: ReturnType<typeof openNode>,
  work: (job: Job, finished: Promise<void>) => Promise<void> = (_, finished) => finished,
  jobs: readonly NewJob[] = [post('a', 1)],
) => {
  const [started, finish] = [gate(), gate()]
  const begin = (job: Job) => {
    started.open()
    return work(job, finish.passed)
  }
  lanes.work({ post: { work: begin, backoff: [] } })
  await put(...jobs)
  await started.passed
  return finish
}
