import { setTimeout as sleep } from 'node:timers/promises'
import { asksWhoReads, saysSubscribed } from './sides/slack.ts'
import type { PostgresServer } from '../support/postgres-server.ts'
import { buildWorld, type World } from './build.ts'
import { judge } from './judge/judge.ts'
import { channelNames, internalTask, taskNames, type ChannelName, type Plan } from './plan.ts'
import { untilQuiet, waitingAmong, watchReadiness } from './processes/watch.ts'
import { storm } from './storm.ts'
import type { Story } from './story.ts'

const setUpMs = 180_000
const tries = 5

/** The first truthy result. Undefined if the time runs out. */
const found = async <T>(look: () => T | undefined | false, ms: number): Promise<T | undefined> => {
  const end = performance.now() + ms
  while (performance.now() < end) {
    const one = look()
    if (one) return one
    await sleep(50)
  }
  return undefined
}

const seen = async (what: string, look: () => unknown): Promise<void> => {
  if (!(await found(look, setUpMs))) throw new Error(`the world was not set up: never seen: ${what}`)
}

const subscribe = async ({ slack }: World, channel: ChannelName): Promise<void> => {
  const done = () =>
    slack.slack.made('respond').filter(({ text }) => saysSubscribed.test(String(text))).length
  const before = done()
  const isDone = () => done() > before
  // On a busy machine, the command may answer that it takes longer, or answer too late.
  for (let tried = 0; tried < tries && !isDone(); tried += 1) {
    const asked = slack.slack.made('respond').filter(asksWhoReads).length
    const question = () => slack.slack.made('respond').filter(asksWhoReads)[asked]
    await slack.subscribe(channel, AbortSignal.timeout(60_000))
    await found(() => isDone() || question(), setUpMs / tries)
    if (!question()) continue
    await slack.confirm(channel, question(), AbortSignal.timeout(60_000))
    await found(isDone, setUpMs / tries)
  }
  await seen('the answer to /onboard subscribe', isDone)
}

/** Starts the nodes. Resolves when each task has its card and nothing more happens. */
const setUp = async (world: World, { untilQuiet }: Watch): Promise<void> => {
  const { nodes, slack, socket, tracker } = world
  for (const node of nodes) await node.start()
  if (socket) await seen('a connection of Socket Mode', () => socket.open() >= nodes.length)
  for (const channel of channelNames) await subscribe(world, channel)
  for (const task of taskNames.keys()) {
    await tracker.comment(`s00${task}x`, task)
    await seen('the card of a task', () => slack.rootOf('team', task))
    if (task !== internalTask)
      await seen('the card in the shared channel', () => slack.rootOf('shared', task))
  }
  await untilQuiet(world)
}

/** A digest may be this late, because it also waits for a tracker that hangs. */
const digestMs = 120_000

const untilDigest = async ({ digestAt, slack }: World): Promise<void> => {
  if (digestAt > 0) await found(() => slack.digests().length > 0, digestAt + digestMs - Date.now())
}

const eventsIn = ({ acknowledged, changes, completed, made }: Story) =>
  acknowledged +
  changes.filter(({ isHeard }) => isHeard).length +
  completed.size +
  made.filter(({ isEchoHeard }) => isEchoHeard).length

const announce = ({ plan, timeline }: World): void => {
  const { seed, engine, transport, tracker } = plan
  timeline.add('chaos', `seed ${seed} on ${engine}, Slack by ${transport}, the tracker a ${tracker}`)
  for (const { name } of plan.ways) timeline.add('chaos', name)
  for (const { kind, from, to, size, hits } of plan.faults) {
    const rate = (hits.filter(Boolean).length / hits.length).toFixed(1)
    timeline.add('chaos', `${kind.name}: ${from} to ${to} ms, rate ${rate}, size ${size.toFixed(2)}`)
  }
}

interface Watch {
  /** How the world sees that nothing more happens. */
  readonly untilQuiet: (world: World) => Promise<readonly string[]>
  /** Between two looks at `/readyz`, in ms. */
  readonly pauseMs: number
}

const live = async (world: World, { untilQuiet, pauseMs }: Watch): Promise<void> => {
  const { timeline, state, nodes, tracker, courier, service, blame } = world
  timeline.begin()
  state.isStorm = true
  announce(world)
  const readiness = watchReadiness(world, pauseMs)
  await storm(world)
  state.isStorm = false
  timeline.add('chaos', 'the storm is over')
  await untilDigest(world)
  const left = await untilQuiet(world)
  if (left.length > 0) blame.inTime('never quiet', left.join(', '))
  await readiness.end()
  courier.end()
  await tracker.close()
  await service?.stop()
  await Promise.all(nodes.map((node) => node.stop()))
}

/** `to`: how the judge reads the bot's database. */
export const runIn = async (world: World, watch: Watch, to: () => Parameters<typeof judge>[1]) => {
  await setUp(world, watch)
  await live(world, watch)
  const { plan, slack, story, faults, timeline, found, unjudged, blame } = world
  const setAside = await judge(world, to())
  await slack.slack[Symbol.asyncDispose]().catch((error: unknown) =>
    blame('Slack would refuse', (error as Error).message),
  )
  return {
    plan,
    violations: found,
    /** What took too long on a machine too busy to judge it. */
    unjudged,
    happened: faults.happened,
    events: eventsIn(story),
    replies: [...story.replies.values()].filter(({ isHeard }) => isHeard).length,
    setAside,
    timeline: timeline.text(),
  }
}
export type Result = Awaited<ReturnType<typeof runIn>>

export const runWorld = async (plan: Plan, shared: () => Promise<PostgresServer>): Promise<Result> => {
  await using stack = new AsyncDisposableStack()
  const world = await buildWorld(plan, shared, stack)
  const watch: Watch = {
    untilQuiet: ({ nodes, tracker, courier, timeline }) =>
      untilQuiet(() => waitingAmong(nodes), [tracker, courier], timeline),
    pauseMs: 500,
  }
  return await runIn(world, watch, () => world.database.url)
}
