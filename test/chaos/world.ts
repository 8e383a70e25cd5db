import type { PostgresServer } from '../support/postgres-server.ts'
import { buildWorld, type World } from './build.ts'
import { judge } from './judge/judge.ts'
import type { Plan } from './plan.ts'
import { untilQuiet, watchReadiness } from './processes/watch.ts'
import { setUp, untilDigest } from './set-up.ts'
import { storm } from './storm.ts'
import type { Story } from './story.ts'

const eventsIn = ({ acknowledged, changes, completed, made }: Story) =>
  acknowledged +
  changes.filter(({ isHeard }) => isHeard).length +
  completed.size +
  made.filter(({ isEchoHeard }) => isEchoHeard).length

const announce = ({ plan, timeline }: World): void => {
  const { seed, engine, transport, tracker } = plan
  timeline.add('chaos', `seed ${seed} on ${engine}, Slack by ${transport}, the tracker a ${tracker}`)
  for (const { kind, from, to, size, hits } of plan.faults) {
    const rate = (hits.filter(Boolean).length / hits.length).toFixed(1)
    timeline.add('chaos', `${kind.name}: ${from} to ${to} ms, rate ${rate}, size ${size.toFixed(2)}`)
  }
}

/** Runs all faults of the plan, and then waits until nothing more happens. */
const live = async (world: World): Promise<void> => {
  const { timeline, state, nodes, tracker, courier, service, blame } = world
  timeline.begin()
  state.isStorm = true
  announce(world)
  const readiness = watchReadiness(world)
  await storm(world)
  state.isStorm = false
  timeline.add('chaos', 'the storm is over')
  await untilDigest(world)
  const left = await untilQuiet(nodes, [tracker, courier], timeline)
  if (left.length > 0) blame.inTime('never quiet', left.join(', '))
  await readiness.end()
  courier.end()
  await tracker.close()
  await service?.stop()
  await Promise.all(nodes.map((node) => node.stop()))
}

/** Runs one plan, from the start of its processes to the verdict. */
export const runWorld = async (plan: Plan, shared: () => Promise<PostgresServer>) => {
  await using stack = new AsyncDisposableStack()
  const world = await buildWorld(plan, shared, stack)
  await setUp(world)
  await live(world)
  const { slack, story, faults, timeline, found, unjudged, blame } = world
  const setAside = await judge(world)
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
export type Result = Awaited<ReturnType<typeof runWorld>>
