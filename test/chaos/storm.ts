import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '../support/postgres-server.ts'
import type { Faults } from './faults.ts'
import type { Node } from './node.ts'
import type { Deed, Fault, Plan } from './plan.ts'
import type { SlackSide } from './slack-side.ts'
import type { Timeline } from './timeline.ts'
import type { TrackerSide } from './tracker-side.ts'

interface Surroundings {
  readonly plan: Plan
  readonly timeline: Timeline
  readonly nodes: readonly Node[]
  readonly slack: SlackSide
  readonly tracker: TrackerSide
  readonly faults: Faults
  /** Of this world alone, where the plan lets it crash. */
  readonly server: PostgresServer | undefined
  readonly outages: { from: number; to: number }[]
}

const perform = (deed: Deed, { slack, tracker }: Surroundings): void => {
  switch (deed.do) {
    case 'comment':
      return tracker.comment(deed.key, deed.task)
    case 'edit comment':
      return tracker.editComment(deed.key)
    case 'delete comment':
      return tracker.deleteComment(deed.key)
    case 'change task':
      return tracker.changeTask(deed.task, deed.assignee)
    case 'complete task':
      return tracker.completeTask(deed.task)
    case 'reply':
      return slack.reply(deed.key, deed)
    case 'edit reply':
      return slack.editReply(deed.key)
    case 'delete reply':
      return slack.deleteReply(deed.key)
  }
}

/** The longest that a supervisor lets a node be away. */
const awayMs = 4_000
const frozenMs = { from: 2_000, more: 26_000 }

const crash = async ({ server, timeline, outages }: Surroundings, ms: number) => {
  if (!server) return
  const outage = { from: timeline.now(), to: Infinity }
  outages.push(outage)
  timeline.add('chaos', `the database server crashes, for ${ms} ms`)
  await server.crash()
  await sleep(ms)
  await server.restart()
  outage.to = timeline.now()
  timeline.add('chaos', 'the database server is back')
}

/** A fault of processes strikes at the beginning of its window, and for some kinds again at its end. */
const strike = async (fault: Fault, around: Surroundings): Promise<void> => {
  const { kind, from, to, size, hits } = fault
  const { nodes, timeline, faults } = around
  if (kind.group !== 'processes') return
  const times = kind.how === 'kill' || kind.how === 'stop' ? [from, to] : [from]
  for (const [turn, time] of times.entries()) {
    await sleep(Math.max(0, time - timeline.now()))
    const node = nodes[hits[turn] === true ? 0 : nodes.length - 1]
    if (!node) return
    faults.note(kind.name)
    if (kind.how === 'crash') await crash(around, Math.round(1_000 + size * 14_000))
    else if (kind.how === 'freeze') await node.freeze(Math.round(frozenMs.from + size * frozenMs.more))
    else {
      await (kind.how === 'kill' ? node.kill() : node.stop())
      await sleep(size * awayMs)
      await node.start()
    }
  }
}

/** All deeds and faults of the plan at their times; resolves when the last fault is over. */
export const storm = async (around: Surroundings): Promise<void> => {
  const { plan, timeline } = around
  const deeds = plan.deeds.map(async (deed) => {
    await sleep(Math.max(0, deed.at - timeline.now()))
    perform(deed, around)
  })
  await Promise.all([...deeds, ...plan.faults.map((fault) => strike(fault, around)), sleep(plan.stormMs)])
}
