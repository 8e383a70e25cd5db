import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from './faults.ts'
import type { ProcessKind } from './kinds.ts'
import type { Fault } from './plan.ts'
import type { WorldDatabase } from './processes/database.ts'
import type { Node } from './processes/node.ts'
import type { Timeline } from './timeline.ts'

/** In ms of the timeline. */
export interface Outage {
  readonly from: number
  to: number
  /** True if no node can be ready during it. Otherwise a node may or may not be ready. */
  readonly isTotal: boolean
}

export interface StrikeSurroundings {
  readonly timeline: Timeline
  readonly nodes: readonly Node[]
  /** The tracker's process, if it is the service. */
  readonly service: Node | undefined
  readonly faults: Faults
  readonly database: Pick<WorldDatabase, 'server' | 'disk'>
  readonly outages: Outage[]
}

/** The longest time before a supervisor starts a node again. */
const awayMs = 4_000
const frozenMs = { from: 2_000, more: 26_000 }
const serverMs = { from: 1_000, more: 14_000 }

/** How far a clock jumps, in seconds: less than a lease, more than one, more than signatures allow, more than a day. */
const jumps = [-90_000, -7_200, -240, -40, -8, 8, 40, 240, 7_200, 90_000]

type Strike = (fault: Fault, around: StrikeSurroundings, node: Node) => Promise<void>

const during = async (
  { timeline, outages }: StrikeSurroundings,
  isTotal: boolean,
  work: () => Promise<void>,
) => {
  const outage: Outage = { from: timeline.now(), to: Infinity, isTotal }
  outages.push(outage)
  await work()
  outage.to = timeline.now()
}
const lasting = (size: number, { from, more }: { from: number; more: number }) =>
  Math.round(from + size * more)

const away = async (size: number, node: Node) => {
  await sleep(size * awayMs)
  await node.start()
}

const crash: Strike = async ({ size }, around) => {
  const { database, timeline } = around
  await during(around, true, async () => {
    timeline.add('chaos', 'the database server crashes')
    await database.server?.crash()
    await sleep(lasting(size, serverMs))
    await database.server?.restart()
    timeline.add('chaos', 'the database server is back')
  })
}

const freezeServer: Strike = async ({ size }, around) => {
  const { database, timeline } = around
  await during(around, true, async () => {
    database.server?.signal('SIGSTOP')
    timeline.add('chaos', 'SIGSTOP to the database server')
    await sleep(lasting(size, serverMs))
    database.server?.signal('SIGCONT')
    timeline.add('chaos', 'SIGCONT to the database server')
  })
}

const fillDisk: Strike = async ({ to }, around) => {
  const { database, timeline, nodes } = around
  const pids = () => nodes.flatMap((node) => node.pid() ?? [])
  await during(around, false, async () => {
    database.disk?.fill(pids())
    timeline.add('chaos', 'the disk is full')
    await sleep(Math.max(0, to - timeline.now()))
    database.disk?.free(pids())
    timeline.add('chaos', 'the disk has room again')
  })
}

const killTracker: Strike = async ({ size }, around) => {
  const { service } = around
  if (!service) return
  await during(around, false, async () => {
    await service.kill()
    await away(size, service)
  })
}

const jump: Strike = async ({ to, size }, around, node) => {
  const { timeline } = around
  await during(around, false, async () => {
    node.setClock((jumps[Math.floor(size * jumps.length)] ?? 8) * 1_000)
    await sleep(Math.max(0, to - timeline.now()))
    node.setClock(0)
  })
}

const strikes: Record<ProcessKind['how'], Strike> = {
  kill: ({ size }, _, node) => node.kill().then(() => away(size, node)),
  stop: ({ size }, _, node) => node.stop().then(() => away(size, node)),
  freeze: ({ size }, _, node) => node.freeze(lasting(size, frozenMs)),
  crash,
  'kill tracker': killTracker,
  'freeze database': freezeServer,
  disk: fillDisk,
  clock: jump,
}

/** A process fault strikes at the start of its window. Some kinds strike again at the end. */
export const strike = async (fault: Fault, around: StrikeSurroundings): Promise<void> => {
  const { kind, from, to, hits } = fault
  const { nodes, timeline, faults, database } = around
  if (kind.group !== 'processes') return
  if (kind.how === 'disk' && !database.disk)
    return faults.note(`${kind.name}: NOT TRIED, for want of a right`)
  const times =
    kind.how === 'kill' || kind.how === 'stop' || kind.how === 'kill tracker' ? [from, to] : [from]
  for (const [turn, time] of times.entries()) {
    await sleep(Math.max(0, time - timeline.now()))
    const node = nodes[hits[turn] === true ? 0 : nodes.length - 1]
    if (!node) return
    faults.note(kind.name)
    await strikes[kind.how](fault, around, node)
  }
}
