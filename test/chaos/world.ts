import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { secret } from '../bot/support/start-node.ts'
import { freePort } from '../support/free-port.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { beside, type Courier, inOrder } from './couriers.ts'
import { faultsOf } from './faults.ts'
import { judge } from './judge/judge.ts'
import { createNode, type Node } from './node.ts'
import { internalTask, type Plan, taskNames } from './plan.ts'
import { untilQuiet } from './quiet.ts'
import { watchReadiness } from './readiness.ts'
import { slackSide } from './slack-side.ts'
import { storm } from './storm.ts'
import { newStory, type Story } from './story.ts'
import { createTimeline } from './timeline.ts'
import { trackerSide } from './tracker-side.ts'
import { type Violation, violationsIn } from './violations.ts'

export interface Result {
  readonly plan: Plan
  readonly violations: readonly Violation[]
  readonly happened: ReadonlyMap<string, number>
  readonly events: number
  readonly replies: number
  readonly setAside: number
  readonly timeline: string
}

const setUpMs = 180_000

const seen = async <T>(what: string, look: () => T | undefined | false): Promise<T> => {
  const end = performance.now() + setUpMs
  while (performance.now() < end) {
    const found = look()
    if (found) return found
    await sleep(50)
  }
  throw new Error(`the world was not set up: never seen: ${what}`)
}

const databaseOf = async (plan: Plan, home: string, shared: () => Promise<PostgresServer>) => {
  if (plan.engine === 'sqlite') return { url: `sqlite:${join(home, 'bot.db')}`, server: undefined, count: 1 }
  const crashes = plan.faults.some(({ kind }) => kind.group === 'processes' && kind.how === 'crash')
  // A server that may forget what it has committed would be a fault of the world's own.
  const own = crashes ? await startPostgres({ fsync: true }) : undefined
  const name = `chaos_${plan.seed}_${crypto.randomUUID().slice(0, 8)}`
  const url = await createDatabase((own ?? (await shared())).url, name)
  return { url, server: own, count: 2 }
}

const eventsIn = ({ acknowledged, assignees, completed }: Story) =>
  acknowledged + assignees.size + completed.size

/** One plan from the start of its processes to the verdict. */
export const runWorld = async (plan: Plan, shared: () => Promise<PostgresServer>): Promise<Result> => {
  const home = mkdtempSync(join(quickFolder(), 'onboarding-chaos-'))
  const timeline = createTimeline()
  const { found, blame } = violationsIn(timeline)
  const story = newStory()
  let isStorm = false
  const faults = faultsOf(plan, timeline, () => isStorm)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(home, { recursive: true, force: true }))
  const { url: databaseUrl, server, count } = await databaseOf(plan, home, shared)
  if (server) stack.use(server)

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
  const post = async (path: string, body: string, headers: Record<string, string>, signal: AbortSignal) => {
    const answer = await fetch(`${to()}${path}`, { method: 'POST', body, headers, signal })
    await answer.text()
    return answer.status
  }
  const around = { faults, story, timeline }
  const tracker = await trackerSide({
    ...around,
    courier: courier('tracker'),
    send: (body, signal) =>
      post(`/webhooks/onboarding/${secret}`, body, { 'content-type': 'application/json' }, signal),
  })
  stack.defer(() => tracker.close())
  const slack = await slackSide({
    ...around,
    courier: courier('slack'),
    send: (body, headers, signal) => post('/slack/events', body, headers, signal),
  })
  const env = {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: 'signing-secret',
    SLACK_API_URL: slack.slack.apiUrl,
    ONBOARDING_BASE_URL: tracker.url,
    ONBOARDING_API_KEY: 'key',
    ONBOARDING_WEBHOOK_SECRET: secret,
    ONBOARDING_SUBSCRIBE: 'off',
  }
  for (let n = 1; n <= count; n += 1) {
    const own = { ...env, DATA_DIR: join(home, `node-${n}`) }
    nodes.push(createNode({ name: `node ${n}`, port: await freePort(), env: own, timeline, blame }))
  }
  stack.defer(() => Promise.all(nodes.map((node) => node.kill())).then(() => undefined))
  for (const node of nodes) await node.start()

  for (const channel of ['team', 'shared'] as const) {
    const asked = slack.slack.made('respond').length
    await slack.subscribe(channel, AbortSignal.timeout(60_000))
    await seen('the answer to /onboard subscribe', () => slack.slack.made('respond').length > asked)
  }
  for (const task of taskNames.keys()) {
    tracker.comment(`s00${task}x`, task)
    await seen('the card of a task', () => slack.rootOf('team', task))
    if (task !== internalTask)
      await seen('the card in the shared channel', () => slack.rootOf('shared', task))
  }
  await untilQuiet(nodes, [couriers.tracker], timeline)

  timeline.begin()
  isStorm = true
  timeline.add('chaos', `seed ${plan.seed} on ${plan.engine}`)
  for (const { kind, from, to: end, size, hits } of plan.faults) {
    const rate = hits.filter(Boolean).length / hits.length
    timeline.add(
      'chaos',
      `${kind.name}: ${from} to ${end} ms, rate ${rate.toFixed(1)}, size ${size.toFixed(2)}`,
    )
  }
  const outages: { from: number; to: number }[] = []
  const readiness = watchReadiness({ plan, nodes, timeline, blame, outages })
  await storm({ plan, timeline, nodes, slack, tracker, faults, server, outages })
  isStorm = false
  timeline.add('chaos', 'the storm is over')

  const left = await untilQuiet(nodes, [couriers.tracker, couriers.slack], timeline)
  if (left.length > 0) blame('never quiet', left.join(', '))
  await readiness.end()
  couriers.tracker.end()
  couriers.slack.end()
  await Promise.all(nodes.map((node) => node.stop()))
  const setAside = await judge({ plan, story, slack, blame, databaseUrl })
  await slack.slack[Symbol.asyncDispose]().catch((error: unknown) =>
    blame('Slack would refuse', (error as Error).message),
  )
  const heard = [...story.replies.values()].filter(({ isHeard }) => isHeard).length
  return {
    plan,
    violations: found,
    happened: faults.happened,
    events: eventsIn(story),
    replies: heard,
    setAside,
    timeline: timeline.text(),
  }
}
