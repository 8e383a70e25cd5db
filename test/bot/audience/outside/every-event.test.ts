import { expect, test } from 'vitest'
import { type EventName, eventNames, families, type Family } from '../../../../src/contract/event.ts'
import { channel, dana } from '../../support/running-bot.ts'
import { soon } from '../../support/acts.ts'
import { subtaskEvent } from '../../support/listening.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'
import { internal, leakIn, secrets, type SecretWorld, secretWorld, unsure } from './secret-world.ts'

const happens = async (world: SecretWorld, name: EventName) => {
  if (name === 'project_completed') await world.completeProject()
  else if (name === 'task_completed') await world.complete()
  else await world.tells(name)
}

const layouts = ['threads', 'flat'] as const

const afterAll = async (
  family: Family,
  layout: (typeof layouts)[number],
  changes: Parameters<typeof secretWorld>[0],
) => {
  const where = layout === 'flat' ? ({ engine: 'postgres', both: true } as const) : {}
  const world = await secretWorld({ shared: true, layout, ...where, ...changes })
  await world.tells('project_created')
  await world.commented()
  await world.send(subtaskEvent('subtask_completed', { uuid: 'a', name: 'Step a' }))
  for (const name of families[family]) await happens(world, name)
  const { shown, reads } = world
  expect(shown()).toContain('Where do we start?')
  return { shown: shown(), reads: reads() }
}

const each = (Object.keys(families) as Family[]).flatMap((family) =>
  layouts.map((layout) => [family, layout] as const),
)

test.each(each)(
  'a reader from outside finds no internal word in what events of the family %s bring as %s, and reads what they would if nothing were internal',
  async (family, layout) => {
    const plain = await afterAll(family, layout, { secret: false })
    const { shown, reads } = await afterAll(family, layout, {})
    expect(leakIn(shown)).toBeUndefined()
    expect(reads).toEqual(plain.reads)
  },
)

test('where only the team reads, each of these words is shown', async () => {
  const world = await secretWorld({ burstSize: 100 })
  await world.commented()
  for (const name of eventNames) if (!name.endsWith('_deleted')) await happens(world, name)
  const words = ['project', 'fields', `task ${internal}`, `task ${unsure}`, `task ${taskUuid}`]
  const looked = await Promise.all(words.map((one) => world.command(one)))
  const read = world.shown() + JSON.stringify(looked)
  for (const word of Object.values(secrets)) expect(read).toContain(word)
})

test('a completed project that is announced after its channel became shared says no answer of an internal task', async () => {
  const world = await secretWorld()
  const { slack, slackEvent, confirmed, idle } = world
  await world.complete()
  expect(world.shown()).toContain(secrets.answer)
  slack.shared.add(channel)
  await slackEvent({ type: 'channel_shared', channel, event_ts: soon(world.clock.now) })
  await idle()
  expect(slack.roots(dana).at(-1)?.text).toContain('shared with another organization')
  world.clock.now += 120_000
  const before = world.shown().length
  await confirmed(`subscribe "${project.name}" all`)
  await world.completeProject()
  const since = world.shown().slice(before)
  expect(since).toContain('Project completed')
  expect(leakIn(since)).toBeUndefined()
})
