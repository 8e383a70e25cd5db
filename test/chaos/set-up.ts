import { channelNames, internalTask, taskNames, type ChannelName } from './plan.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { actions } from '../../src/bot/kit/ids.ts'
import type { World } from './build.ts'
import { untilQuiet } from './processes/watch.ts'

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

/** Rejects if it is not seen in time. */
const seen = async (what: string, look: () => unknown): Promise<void> => {
  if (!(await found(look, setUpMs))) throw new Error(`the world was not set up: never seen: ${what}`)
}

const saysSubscribed = ({ text }: Record<string, unknown>) =>
  /is subscribed to|(subscribed|changed what) this channel/.test(String(text))
const asksWhoReads = (said: Record<string, unknown>) =>
  JSON.stringify(said).includes(actions.confirmSubscribe)

/** Subscribes a channel to the project. */
const subscribe = async ({ slack }: World, channel: ChannelName): Promise<void> => {
  const before = slack.slack.made('respond').filter(saysSubscribed).length
  const isDone = () => slack.slack.made('respond').filter(saysSubscribed).length > before
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
export const setUp = async (world: World): Promise<void> => {
  const { nodes, slack, socket, tracker, timeline } = world
  for (const node of nodes) await node.start()
  if (socket) await seen('a connection of Socket Mode', () => socket.open() >= nodes.length)
  for (const channel of channelNames) await subscribe(world, channel)
  for (const task of taskNames.keys()) {
    await tracker.comment(`s00${task}x`, task)
    await seen('the card of a task', () => slack.rootOf('team', task))
    if (task !== internalTask)
      await seen('the card in the shared channel', () => slack.rootOf('shared', task))
  }
  await untilQuiet(nodes, [tracker], timeline)
}

/** A digest may be this late, because it also waits for a tracker that hangs. */
const digestMs = 120_000

export const untilDigest = async ({ digestAt, slack }: World): Promise<void> => {
  if (digestAt > 0) await found(() => slack.digests().length > 0, digestAt + digestMs - Date.now())
}
