import { expect, test } from 'vitest'
import { channel, projectEvent } from '../../support/running-bot.ts'
import { taskEvent } from '../../support/start-node.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'
import { leakIn, type SecretWorld, secretWorld } from './secret-world.ts'

/** What happens while messages for the team wait for Slack. Of new readers, Slack's event is lost. */
const changes: Readonly<Record<string, (world: SecretWorld) => unknown>> = {
  'the channel is shared': ({ slack }) => slack.shared.add(channel),
  'a guest comes': ({ slack }) => slack.guests.add(channel),
  'the task becomes internal': ({ changeTask, send }) => {
    changeTask({ is_internal: true })
    return send(taskEvent('task_updated', { uuid: taskUuid, name: task.name }))
  },
  'the project moves to another account': ({ change, send }) => {
    change({ account: { id: 'g1', name: 'Globex', logo_path: null } })
    return send(projectEvent('project_updated'))
  },
}
type Change = keyof typeof changes

const ordersOf = (all: readonly Change[]): Change[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((first) => ordersOf(all.filter((one) => one !== first)).map((rest) => [first, ...rest]))

/** What the channel shows of messages that Slack held back while all of this happened. */
const shownAfter = async (
  happening: readonly Change[],
  engine: 'sqlite' | 'postgres',
  { confirms = false, shared = false },
) => {
  const world = await secretWorld({ engine, burstSize: 100, both: engine === 'postgres', shared })
  const { slack, clock, pass } = world
  // Cards are there, so that both new messages and changes wait.
  await world.tells('project_created')
  await world.commented()
  const before = slack.calls.length
  let isHeld = true
  slack.fault.next = ({ method, args }) =>
    isHeld && args['channel'] === channel && /^chat\.(postMessage|update)$/.test(method)
      ? { status: 429, headers: { 'retry-after': '1' } }
      : undefined
  await world.tells('task_completed')
  await world.tells('project_invitation')
  await world.tells('module_updated')
  await world.commented()
  for (const name of happening) {
    await changes[name]?.(world)
    for (const deps of [world.bot.deps, await world.there?.depsThere()]) deps?.slack.forgetChannel(channel)
  }
  if (confirms) {
    await world.confirms(`subscribe "${project.name}" all`)
    await world.there?.subscribeThere(`"${project.name}" all`)
  }
  isHeld = false
  const held = slack.calls.length
  expect(held).toBeGreaterThan(before)
  const waiting = async () => {
    await pass(clock.now + 2_000)
    const counts = await world.bot.deps.lanes.counts()
    return counts.reduce((sum, { kind, waiting: jobs }) => sum + (kind === 'post' ? jobs : 0), 0)
  }
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
  const shown = slack.calls.slice(held).filter(({ args }) => args['channel'] === channel)
  return JSON.stringify(shown.filter(({ method }) => method.startsWith('chat.')))
}

const orders = ordersOf(Object.keys(changes)).map((order) => order.join(', then '))
/** Each order on one engine, and one that begins with each change on the other. */
const inAll = orders.map((order, at) => [order, 'sqlite', at % 2 === 0] as const)
const inSome = orders.filter((_, at) => at % 6 === 0).map((order) => [order, 'postgres', true] as const)

test.each(['sqlite', 'postgres'] as const)(
  'what Slack held back is shown once it takes messages again (%s)',
  async (engine) => {
    expect(leakIn(await shownAfter([], engine, {}))).toBeDefined()
  },
)

test.each([...inAll, ...inSome])(
  'outsiders read nothing that was held back from before: %s (%s, and somebody confirms the readers: %s)',
  async (order, engine, confirms) => {
    const shown = await shownAfter(order.split(', then '), engine, { confirms })
    expect(leakIn(shown)).toBeUndefined()
    // The comment is on a task that is internal by now.
    expect(shown).not.toContain('Where do we start?')
  },
)

const words = ['Where do we start?', 'Kick-off call'] as const

/** Others read the channel, with a confirmation, all the time. What Slack held back was made for them. */
test.each([
  ['nothing', words],
  ['the task becomes internal', []],
  ['the project moves to another account', []],
])(
  'what Slack held back for a shared channel, and what of it is shown once this happened: %s',
  async (change, said) => {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const shown = await shownAfter(change === 'nothing' ? [] : [change], engine, { shared: true })
      expect(words.filter((word) => shown.includes(word))).toEqual(said)
      expect(leakIn(shown)).toBeUndefined()
    }
  },
)
