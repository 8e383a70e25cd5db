import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openOne } from '../support/open-one.ts'
import { openLanes } from '../../src/lanes/lanes.ts'
import { noBell } from '../../src/lanes/bell/bell.ts'

/** One node of `bell.ts`: enqueues one job per transaction, sixteen at once, and prints the jobs enqueued or worked per second. */
const [url = '', inside, what, seconds] = process.argv.slice(2)
const database = await openOne(url, { pool: 16 })
// To work, the nodes must hear each other.
const lanes = openLanes(database, inside === 'inside' && what === 'enqueued' ? { openBell: noBell } : {})
const end = new AbortController()
let [done, counting] = [0, false]
const count = (happened: string) => {
  if (counting && happened === what) done += 1
}

const enqueue = async (lane: string) => {
  await database.transaction(async (tx) => {
    await lanes.enqueue(tx, [{ kind: 'bench', lane, payload: 1 }])
    if (inside === 'inside') await sql`select pg_notify('bench', 'bench')`.execute(tx.sql)
  })
  count('enqueued')
}
if (what === 'worked')
  lanes.work({ bench: { work: async () => count('worked'), backoff: [], concurrency: 128 } })
const enqueuing = Array.from({ length: 16 }, async (_, at) => {
  while (!end.signal.aborted) await enqueue(`${process.pid} ${at}`)
})
await sleep(1_000)
counting = true
const from = performance.now()
await sleep(Number(seconds) * 1_000)
counting = false
console.log((done / (performance.now() - from)) * 1_000)
end.abort()
await Promise.all(enqueuing)
await lanes[Symbol.asyncDispose]()
await database[Symbol.asyncDispose]()
