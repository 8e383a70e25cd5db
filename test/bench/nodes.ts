import { availableParallelism } from 'node:os'
import { createDatabase } from '../support/postgres-server.ts'
import { inParallel } from './in-parallel.ts'
import { world } from './installations-world.ts'
import type { Table } from './table.ts'

/** Each has one channel, which takes a message a second. */
const installations = 1_000
const events = 3_000
/** Requests that wait for their answer at once: first for nodes that know nothing yet, then for the events that count. */
const fewSenders = 8
const senders = 32

const row = async (databaseUrl: string, nodes: number): Promise<string[]> => {
  await using bot = await world(databaseUrl, installations)
  for (let n = 1; n < nodes; n += 1) await bot.addNode()
  const send = async (count: number, most: number) => {
    const arrivals: Promise<number>[] = []
    await inParallel(count, most, async (n) => {
      arrivals.push((await bot.comment(1 + (n % (installations - 1)), 0)).arrived)
    })
    await Promise.all(arrivals)
  }
  // Every node looks up each workspace, its people and its channel first.
  for (let n = 0; n < nodes; n += 1) await send(installations - 1, fewSenders)
  const [from, workedBefore] = [performance.now(), bot.worked()]
  await send(events, senders)
  const ms = performance.now() - from
  const worked = bot.worked() - workedBefore
  const share = worked / (ms * availableParallelism())
  return [
    `${nodes}`,
    ((events * 1_000) / ms).toFixed(0),
    (worked / events).toFixed(1),
    `${(share * 100).toFixed(0)} %`,
  ]
}

/** From the tracker's request to Slack, with more nodes. */
export const nodes = async (postgresUrl: string): Promise<Table> => {
  const rows: string[][] = []
  for (const count of [1, 2, 4])
    rows.push(await row(await createDatabase(postgresUrl, `bench_nodes_${count}`), count))
  return {
    title: 'Events that become messages, with more nodes on one PostgreSQL',
    head: [
      'nodes',
      'events/s',
      'ms of the nodes’ processor time for an event',
      'the nodes’ share of the machine',
    ],
    rows,
    note: `${events} comments for ${installations} installations at once, on ${availableParallelism()} processors. PostgreSQL, Slack, the trackers, and the bench use the same processors, so more nodes do no more here. Slack and the trackers answer at once.`,
  }
}
