import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '../chaos/kinds.ts'
import { buildWorld, type World } from '../chaos/build.ts'
import type { Engine, Plan } from '../chaos/plan.ts'
import { untilQuiet } from '../chaos/processes/quiet.ts'
import { seen, subscribe } from '../chaos/set-up.ts'
import type { PostgresServer } from '../support/postgres-server.ts'
import { sameTime } from '../support/same-time.ts'
import { type Found, judgeDrill } from './judge.ts'
import { createTraffic } from './traffic.ts'

export interface DrillPlan {
  readonly engine: Engine
  /** Whether the bot runs while the backup is made, or was stopped cleanly before. */
  readonly backup: 'running' | 'stopped'
}

const minuteMs = 60_000
/**
 * How far the bot's clock is from Slack's: before and during the backup, and then until the kill. Together five minutes,
 * and never more than four, because the bot refuses what Slack sends with a time five minutes off.
 */
const beforeMs = -minuteMs
const steps = [0, 1, 2, 3, 4].map((minutes) => minutes * minuteMs)
/** After a certain loss, people's replies are looked for after seven minutes; the last late look is after ten. */
const searchMs = (4 + 11) * minuteMs
/** A node looks at its clock at least this often. */
const lookAgainMs = 6_000

const planOf = (engine: Engine): Plan => ({
  seed: 1,
  engine,
  transport: 'http',
  tracker: 'stand-in',
  hasDigest: false,
  stormMs: 0,
  deeds: [],
  // It never strikes: with it, the nodes have clocks that can be set.
  faults: kinds
    .filter((kind) => kind.group === 'processes' && kind.how === 'clock')
    .map((kind) => ({ kind, from: 0, to: 0, size: 0, hits: [false] })),
})

const main = join(import.meta.dirname, '../../src/main.ts')

/** Runs a command of the product as an operator does. */
const operate = async (world: World, ...words: readonly string[]) => {
  const child = spawn(process.execPath, [main, ...words], {
    env: {
      ...sameTime(),
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: world.database.url,
      DATA_DIR: world.home,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const [status] = (await once(child, 'close')) as [number]
  world.timeline.add('the operator', `${words[0]}: exit ${status}, ${said}`)
  return { status, said }
}

const must = ({ status, said }: { status: number; said: string }, wanted: number): void => {
  if (status !== wanted) throw new Error(`exit status ${status} instead of ${wanted}: ${said}`)
}

/** Late looks have time until the clock moves. */
const soonMs = 3_000

const quiet = ({ nodes, tracker, courier, timeline }: World, looksMs?: number): Promise<readonly string[]> =>
  untilQuiet(nodes, [tracker, courier], timeline, looksMs)

const each = (world: World, act: (node: World['nodes'][number]) => Promise<void>) =>
  Promise.all(world.nodes.map(act))

const setClocks = ({ nodes }: World, ms: number) => {
  for (const node of nodes) node.setClock(ms)
}

/** Traffic, a backup, five more minutes of traffic, `kill -9`, the restored backup, and traffic again. */
const live = async (world: World, { backup }: DrillPlan): Promise<void> => {
  const folder = join(world.home, 'copy')
  const traffic = createTraffic(world)
  setClocks(world, beforeMs)
  for (const node of world.nodes) await node.start()
  for (const channel of ['team', 'shared', 'flat'] as const) await subscribe(world, channel)
  await traffic.firstCards()
  await traffic.round('before')
  if (backup === 'stopped') {
    await quiet(world, soonMs)
    await each(world, (node) => node.stop())
    must(await operate(world, 'backup', folder), 0)
    await each(world, (node) => node.start())
  } else {
    // In the middle of what it is doing.
    void traffic.round('before')
    await sleep(300)
    must(await operate(world, 'backup', folder), 0)
  }
  await subscribe(world, 'digest')
  for (const ms of steps) {
    setClocks(world, ms)
    await traffic.round('gap')
    await sleep(1_000)
  }
  await quiet(world, soonMs)
  must(await operate(world, 'restore', folder, '--yes'), 1)
  // Comments by now, without the sign that says so.
  const { fault } = world.slack.slack
  fault.next = ({ method }) => (method === 'reactions.add' ? { status: 503 } : undefined)
  await traffic.round('gap')
  await sleep(1_500)
  // Acknowledged, and perhaps not done.
  void traffic.round('gap')
  await sleep(250)
  await each(world, (node) => node.kill())
  fault.next = undefined
  must(await operate(world, 'restore', folder), 2)
  must(await operate(world, 'restore', folder, '--yes'), 0)
  await each(world, (node) => node.start())
  await seen('the first node is up again', () => world.nodes[0]?.upSince() !== undefined)
  await traffic.round('after')
  await quiet(world, soonMs)
  // Those who are asked have waited for the echo first, in each thread one after another.
  for (const ms of [0, 3, 6, 9].map((minutes) => searchMs + minutes * minuteMs)) {
    setClocks(world, ms)
    await sleep(lookAgainMs)
  }
  const left = await quiet(world)
  if (left.length > 0) world.blame('never quiet', left.join(', '))
  world.courier.end()
  await world.tracker.close()
  await each(world, (node) => node.stop())
}

export interface DrillResult extends Found {
  readonly plan: DrillPlan
  readonly timeline: string
}

export const runDrill = async (
  plan: DrillPlan,
  shared: () => Promise<PostgresServer>,
): Promise<DrillResult> => {
  await using stack = new AsyncDisposableStack()
  const world = await buildWorld(planOf(plan.engine), shared, stack)
  world.timeline.begin()
  await live(world, plan)
  const found = await judgeDrill(world)
  return { ...found, plan, timeline: world.timeline.text() }
}
