import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { secret } from '../bot/support/start-node.ts'
import { freePort } from '../support/free-port.ts'
import type { PostgresServer } from '../support/postgres-server.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { faultsOf } from './faults.ts'
import { openOne } from '../support/open-one.ts'
import { putChannelSettings, defaultSettings } from '../../src/bot/store/channel-settings.ts'
import { channels, type Plan } from './plan.ts'
import { databaseOf } from './processes/database.ts'
import { createNode, serviceProcess, type Node } from './processes/node.ts'
import { beside, inOrder } from './sides/couriers.ts'
import { httpDoor, type Post, socketDoor } from './sides/doors.ts'
import { slowTenants } from './sides/tenants.ts'
import { serviceSide } from './sides/service.ts'
import { slackSide } from './sides/slack.ts'
import { trackerSide } from './sides/tracker.ts'
import { newStory } from './story.ts'
import { createTimeline, violationsIn, type Outage } from './timeline.ts'

/** A load balancer that knows only which processes are up. */
export const balanced = (nodes: readonly Node[]): Post => {
  let turn = 0
  return async (path, body, headers, signal) => {
    const up = nodes.filter((node) => node.upSince() !== undefined)
    const among = up.length > 0 ? up : nodes
    const url = among[turn++ % among.length]?.url ?? ''
    const answer = await fetch(`${url}${path}`, { method: 'POST', body, headers, signal })
    await answer.text()
    return answer.status
  }
}

/** The world sets `isStorm`. */
export const notesOf = (plan: Plan, isBusy?: () => boolean) => {
  const timeline = createTimeline()
  const state = { isStorm: false }
  const faults = faultsOf(plan, timeline, () => state.isStorm)
  return { timeline, state, faults, story: newStory(), ...violationsIn(timeline, isBusy) }
}

interface Around {
  readonly notes: ReturnType<typeof notesOf>
  readonly post: Post
  readonly stack: AsyncDisposableStack
}

const json = { 'content-type': 'application/json' }

const buildTracker = async (plan: Plan, home: string, { notes, post, stack }: Around) => {
  const send = (body: string, signal: AbortSignal) =>
    post(`/webhooks/onboarding/${secret}`, body, json, signal)
  if (plan.tracker === 'service') {
    const service = await serviceProcess({ home, ...notes })
    stack.defer(service.node.kill)
    return { ...service, tracker: await serviceSide({ notes, ...service, send }) }
  }
  const courier = inOrder({ from: 'tracker', ...notes })
  return { node: undefined, key: 'key', tracker: await trackerSide({ notes, courier, send }) }
}

const buildSlack = async (plan: Plan, { notes, post, stack }: Around) => {
  const socket = plan.transport === 'socket' ? await socketDoor(notes) : undefined
  if (socket) stack.defer(socket.close)
  const courier = beside({ from: 'slack', ...notes })
  const door = socket?.door ?? httpDoor(post)
  const slack = await slackSide({ ...notes, plan, courier, door, socketUrl: socket?.url })
  return { courier, socket, slack }
}

const minuteMs = 60_000
/** The storm has ended by then. */
const earliestMs = 30_000

/** Before any node starts. Returns when the digest is due, or 0 if the plan has none. */
export const setLayouts = async (to: Parameters<typeof openOne>[0], { hasDigest }: Plan): Promise<number> => {
  const soon = Math.ceil((Date.now() + earliestMs) / minuteMs) * minuteMs
  // Half a day later, because no world lasts that long.
  const due = hasDigest ? soon : soon + 720 * minuteMs
  const at = new Date(due).toISOString().slice(11, 16)
  const digest = { every: 'daily' as const, day: 1, at, timeZone: 'UTC' }
  await using database = await openOne(to)
  await database.transaction(async (tx) => {
    const by = { user: 'U0DANA', at: Date.now() }
    await putChannelSettings(tx, channels.flat, { ...defaultSettings, layout: 'flat' }, by)
    await putChannelSettings(tx, channels.digest, { ...defaultSettings, digest }, by)
  })
  return hasDigest ? due : 0
}

/** Starts no node. Disposed with the stack. */
export const buildWorld = async (
  plan: Plan,
  shared: () => Promise<PostgresServer>,
  stack: AsyncDisposableStack,
) => {
  const home = mkdtempSync(join(quickFolder(), 'onboarding-chaos-'))
  stack.defer(() => rmSync(home, { recursive: true, force: true }))
  const notes = notesOf(plan)
  const database = await databaseOf(plan, home, shared, stack)
  const digestAt = await setLayouts(database.url, plan)
  const nodes: Node[] = []
  const around = { notes, post: balanced(nodes), stack }
  const { node: service, key, tracker } = await buildTracker(plan, home, around)
  stack.defer(() => tracker.close())
  const { slack, socket, courier } = await buildSlack(plan, around)
  const slow = plan.ways.find(({ how }) => how === 'slow tenants')
  const onHeld = () => notes.faults.note(slow?.name ?? '')
  const tenants =
    slow && (await slowTenants({ databaseUrl: database.url, state: notes.state, post: around.post, onHeld }))
  stack.defer(() => tenants?.close())
  const env = {
    ...tenants?.env,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    SLACK_BOT_TOKEN: 'xoxb-test',
    ...(socket ? { SLACK_APP_TOKEN: 'xapp-test' } : { SLACK_SIGNING_SECRET: 'signing-secret' }),
    SLACK_API_URL: slack.slack.apiUrl,
    ONBOARDING_BASE_URL: tracker.url,
    ONBOARDING_API_KEY: key,
    ONBOARDING_WEBHOOK_SECRET: secret,
    ONBOARDING_SUBSCRIBE: 'off',
  }
  const clocksJump = plan.faults.some(({ kind }) => kind.group === 'processes' && kind.how === 'clock')
  for (const name of plan.engine === 'sqlite' ? ['node 1'] : ['node 1', 'node 2']) {
    const port = await freePort()
    const own = { ...env, DATA_DIR: join(home, name), PUBLIC_URL: `http://127.0.0.1:${port}` }
    const clockFile = clocksJump ? join(home, `the clock of ${name}`) : undefined
    nodes.push(createNode({ ...notes, name, port, env: own, clockFile }))
  }
  stack.defer(() => Promise.all(nodes.map((node) => node.kill())).then(() => undefined))
  const outages: Outage[] = []
  return {
    ...notes,
    home,
    plan,
    outages,
    database,
    digestAt,
    nodes,
    service,
    tracker,
    slack,
    socket,
    courier,
    tenants,
  }
}
export type World = Awaited<ReturnType<typeof buildWorld>>
