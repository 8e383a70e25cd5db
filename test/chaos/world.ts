import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { secret } from '../bot/support/start-node.ts'
import { freePort } from '../support/free-port.ts'
import type { PostgresServer } from '../support/postgres-server.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { beside, type Courier, inOrder } from './sides/couriers.ts'
import { faultsOf } from './faults.ts'
import { judge } from './judge/judge.ts'
import { createNode, type Node } from './processes/node.ts'
import { serviceProcess } from './processes/service.ts'
import { setLayouts } from './layouts.ts'
import { channelNames, channels, internalTask, type Plan, taskNames } from './plan.ts'
import { databaseOf } from './processes/database.ts'
import { untilQuiet } from './processes/quiet.ts'
import { watchReadiness } from './processes/readiness.ts'
import { httpDoor, type Post, socketDoor } from './sides/doors.ts'
import { slackSide } from './sides/slack.ts'
import { storm } from './storm.ts'
import { newStory, type Story } from './story.ts'
import type { Outage } from './strike.ts'
import { createTimeline } from './timeline.ts'
import { serviceSide } from './sides/service.ts'
import { trackerSide } from './sides/tracker.ts'
import { type Violation, violationsIn } from './violations.ts'

export interface Result {
  readonly plan: Plan
  readonly violations: readonly Violation[]
  /** What took too long while the machine was too busy to say whose fault that is. */
  readonly unjudged: readonly Violation[]
  readonly happened: ReadonlyMap<string, number>
  readonly events: number
  readonly replies: number
  readonly setAside: number
  readonly timeline: string
}

const setUpMs = 180_000
const saysSubscribed = ({ text }: Record<string, unknown>) =>
  /(subscribed|changed what) this channel/.test(String(text))

/** A digest is posted so long after its time at the latest: it waits for a tracker that hangs, too. */
const digestMs = 120_000

const untilDigest = async (end: number, isThere: () => boolean) => {
  while (Date.now() < end && !isThere()) await sleep(500)
}

const seen = async <T>(what: string, look: () => T | undefined | false): Promise<T> => {
  const end = performance.now() + setUpMs
  while (performance.now() < end) {
    const found = look()
    if (found) return found
    await sleep(50)
  }
  throw new Error(`the world was not set up: never seen: ${what}`)
}

const eventsIn = ({ acknowledged, changes, completed, made }: Story) =>
  acknowledged +
  changes.filter(({ isHeard }) => isHeard).length +
  completed.size +
  made.filter(({ isEchoHeard }) => isEchoHeard).length

/** One plan from the start of its processes to the verdict. */
export const runWorld = async (plan: Plan, shared: () => Promise<PostgresServer>): Promise<Result> => {
  const home = mkdtempSync(join(quickFolder(), 'onboarding-chaos-'))
  const timeline = createTimeline()
  const { found, unjudged, blame } = violationsIn(timeline)
  const story = newStory()
  let isStorm = false
  const faults = faultsOf(plan, timeline, () => isStorm)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(home, { recursive: true, force: true }))
  const database = stack.use(await databaseOf(plan, home, shared))
  const { url: databaseUrl } = database
  const digestAt = await setLayouts(databaseUrl, plan)

  const nodes: Node[] = []
  let turn = 0
  /** A load balancer that knows no more than which processes are there. */
  const to = () => {
    const up = nodes.filter((node) => node.upSince() !== undefined)
    const among = up.length > 0 ? up : nodes
    return among[turn++ % among.length]?.url ?? ''
  }
  const couriers: { tracker?: Courier; slack?: Courier } = {}
  const courier = (from: 'tracker' | 'slack') => () => {
    const one = couriers[from]
    if (!one) throw new Error('nobody delivers yet')
    return one
  }
  couriers.tracker = inOrder({ from: 'tracker', faults, timeline })
  couriers.slack = beside({ from: 'slack', faults, timeline })
  const post: Post = async (path, body, headers, signal) => {
    const answer = await fetch(`${to()}${path}`, { method: 'POST', body, headers, signal })
    await answer.text()
    return answer.status
  }
  const around = { faults, story, timeline }
  const service = plan.tracker === 'service' ? await serviceProcess({ home, timeline, blame }) : undefined
  if (service) stack.defer(service.node.kill)
  const toHook = (body: string, headers: Record<string, string>, signal: AbortSignal) =>
    post(`/webhooks/onboarding/${secret}`, body, headers, signal)
  const tracker = service
    ? await serviceSide({ ...around, ...service, send: toHook })
    : await trackerSide({
        ...around,
        courier: courier('tracker'),
        send: (body, signal) => toHook(body, { 'content-type': 'application/json' }, signal),
      })
  stack.defer(() => tracker.close())
  const socket = plan.transport === 'socket' ? await socketDoor(around) : undefined
  if (socket) stack.defer(socket.close)
  const slack = await slackSide({
    ...around,
    courier: courier('slack'),
    door: socket?.door ?? httpDoor(post),
    socketUrl: socket?.url,
  })
  const env = {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    SLACK_BOT_TOKEN: 'xoxb-test',
    ...(socket ? { SLACK_APP_TOKEN: 'xapp-test' } : { SLACK_SIGNING_SECRET: 'signing-secret' }),
    SLACK_API_URL: slack.slack.apiUrl,
    ONBOARDING_BASE_URL: tracker.url,
    ONBOARDING_API_KEY: service?.key ?? 'key',
    ONBOARDING_WEBHOOK_SECRET: secret,
    ONBOARDING_SUBSCRIBE: 'off',
  }
  const clocksJump = plan.faults.some(({ kind }) => kind.group === 'processes' && kind.how === 'clock')
  for (const name of plan.engine === 'sqlite' ? ['node 1'] : ['node 1', 'node 2']) {
    const own = { ...env, DATA_DIR: join(home, name) }
    const clockFile = clocksJump ? join(home, `the clock of ${name}`) : undefined
    nodes.push(createNode({ name, port: await freePort(), env: own, timeline, blame, clockFile }))
  }
  stack.defer(() => Promise.all(nodes.map((node) => node.kill())).then(() => undefined))
  for (const node of nodes) await node.start()
  if (socket) await seen('a connection of Socket Mode', () => socket.open() >= nodes.length)

  for (const channel of channelNames) {
    const isDone = () =>
      slack.slack.made('respond').filter(saysSubscribed).length > channelNames.indexOf(channel)
    // A busy machine may answer that it takes longer, or not in time.
    for (let tried = 0; tried < 5 && !isDone(); tried += 1) {
      await slack.subscribe(channel, AbortSignal.timeout(60_000))
      for (let waited = 0; waited < 300 && !isDone(); waited += 1) await sleep(50)
    }
    await seen('the answer to /onboard subscribe', isDone)
  }
  for (const task of taskNames.keys()) {
    await tracker.comment(`s00${task}x`, task)
    await seen('the card of a task', () => slack.rootOf('team', task))
    if (task !== internalTask)
      await seen('the card in the shared channel', () => slack.rootOf('shared', task))
  }
  await untilQuiet(nodes, [tracker], timeline)

  timeline.begin()
  isStorm = true
  timeline.add(
    'chaos',
    `seed ${plan.seed} on ${plan.engine}, Slack by ${plan.transport}, the tracker a ${plan.tracker}`,
  )
  for (const { kind, from, to: end, size, hits } of plan.faults) {
    const rate = hits.filter(Boolean).length / hits.length
    timeline.add(
      'chaos',
      `${kind.name}: ${from} to ${end} ms, rate ${rate.toFixed(1)}, size ${size.toFixed(2)}`,
    )
  }
  const outages: Outage[] = []
  const readiness = watchReadiness({ plan, nodes, timeline, blame, outages })
  await storm({ plan, timeline, nodes, service: service?.node, slack, tracker, faults, database, outages })
  isStorm = false
  timeline.add('chaos', 'the storm is over')

  if (digestAt > 0)
    await untilDigest(digestAt + digestMs, () => slack.slack.roots(channels.digest).length > 0)
  const left = await untilQuiet(nodes, [tracker, couriers.slack], timeline)
  if (left.length > 0) blame.inTime('never quiet', left.join(', '))
  await readiness.end()
  couriers.tracker.end()
  couriers.slack.end()
  await service?.node.stop()
  await Promise.all(nodes.map((node) => node.stop()))
  const setAside = await judge({ plan, story, slack, tracker, blame, databaseUrl })
  await slack.slack[Symbol.asyncDispose]().catch((error: unknown) =>
    blame('Slack would refuse', (error as Error).message),
  )
  const heard = [...story.replies.values()].filter(({ isHeard }) => isHeard).length
  return {
    plan,
    violations: found,
    unjudged,
    happened: faults.happened,
    events: eventsIn(story),
    replies: heard,
    setAside,
    timeline: timeline.text(),
  }
}
