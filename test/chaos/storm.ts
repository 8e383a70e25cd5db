import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './build.ts'
import type { ProcessKind } from './kinds.ts'
import type { Deed, Fault } from './plan.ts'
import type { Outage } from './timeline.ts'
import type { Node } from './processes/node.ts'

/** The longest time before a supervisor starts a node again. */
const awayMs = 4_000
const frozenMs = { from: 2_000, more: 26_000 }
const serverMs = { from: 1_000, more: 14_000 }

/** How far a clock jumps, in seconds: less than a lease, more than one, more than signatures allow, more than a day. */
const jumps = [-90_000, -7_200, -240, -40, -8, 8, 40, 240, 7_200, 90_000]

type Strike = (fault: Fault, around: World, node: Node) => Promise<void>

const lasting = (size: number, { from, more }: { from: number; more: number }) =>
  Math.round(from + size * more)

const away = async (size: number, node: Node) => {
  await sleep(size * awayMs)
  await node.start()
}

interface Harm {
  readonly ms: number
  readonly begin: () => unknown
  readonly end: () => unknown
  readonly said?: readonly [begin: string, end: string]
}

/** What is broken for a while counts as an outage. */
const during =
  (isTotal: boolean, harmOf: (...struck: Parameters<Strike>) => Harm): Strike =>
  async (fault, around, node) => {
    const { timeline, outages } = around
    const { ms, begin, end, said } = harmOf(fault, around, node)
    const outage: Outage = { from: timeline.now(), to: Infinity, isTotal }
    outages.push(outage)
    await begin()
    if (said) timeline.add('chaos', said[0])
    await sleep(ms)
    await end()
    if (said) timeline.add('chaos', said[1])
    outage.to = timeline.now()
  }

const crash = during(true, ({ size }, { database: { server } }) => ({
  ms: lasting(size, serverMs),
  begin: () => server?.crash(),
  end: () => server?.restart(),
  said: ['the database server crashes', 'the database server is back'],
}))

const freezeServer = during(true, ({ size }, { database: { server } }) => ({
  ms: lasting(size, serverMs),
  begin: () => server?.signal('SIGSTOP'),
  end: () => server?.signal('SIGCONT'),
  said: ['SIGSTOP to the database server', 'SIGCONT to the database server'],
}))

const fillDisk = during(false, ({ to }, { database: { disk }, timeline, nodes }) => {
  const pids = () => nodes.flatMap((node) => node.pid() ?? [])
  return {
    ms: Math.max(0, to - timeline.now()),
    begin: () => disk?.fill(pids()),
    end: () => disk?.free(pids()),
    said: ['the disk is full', 'the disk has room again'],
  }
})

const killTracker = during(false, ({ size }, { service }) => ({
  ms: size * awayMs,
  begin: () => service?.kill(),
  end: () => service?.start(),
}))

const jump = during(false, ({ to, size }, { timeline }, node) => ({
  ms: Math.max(0, to - timeline.now()),
  begin: () => node.setClock((jumps[Math.floor(size * jumps.length)] ?? 8) * 1_000),
  end: () => node.setClock(0),
}))

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
const strike = async (fault: Fault, around: World): Promise<void> => {
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

const perform = async (deed: Deed, { slack, tracker }: World): Promise<void> => {
  switch (deed.do) {
    case 'comment':
      return tracker.comment(deed.key, deed.task, deed.isLong)
    case 'edit comment':
      return tracker.editComment(deed.key)
    case 'delete comment':
      return tracker.deleteComment(deed.key)
    case 'edit made':
      return tracker.editMade(deed.key)
    case 'delete made':
      return tracker.deleteMade(deed.key)
    case 'change task':
      return tracker.changeTask(deed.task, deed.assignee)
    case 'complete task':
      return tracker.completeTask(deed.task)
    case 'reply':
      return slack.reply(deed)
    case 'edit reply':
      return slack.editReply(deed.key)
    case 'delete reply':
      return slack.deleteReply(deed.key)
    case 'hide task':
      return tracker.hideTask(deed.task)
    case 'close':
      return slack.close(deed.channel, deed.how)
    case 'open':
      return slack.open(deed.channel, deed.how)
  }
}

/** Runs all deeds and faults of the plan at their times. Resolves when the last fault has ended. */
export const storm = async (around: World): Promise<void> => {
  const { plan, timeline, tenants } = around
  void tenants?.tell()
  const deeds = plan.deeds.map(async (deed) => {
    await sleep(Math.max(0, deed.at - timeline.now()))
    await perform(deed, around)
  })
  await Promise.all([...deeds, ...plan.faults.map((fault) => strike(fault, around)), sleep(plan.stormMs)])
}
