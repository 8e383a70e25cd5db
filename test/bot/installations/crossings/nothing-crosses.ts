import fc from 'fast-check'
import { expect } from 'vitest'
import type { EngineName } from '../../../support/databases.ts'
import { lookingAt } from './look.ts'
import { pick } from './side.ts'
import { pauses, steps, take } from './steps.ts'
import { worldOf } from './world.ts'

/** `CROSSING_STEPS=10000` takes so many in all. A step costs about 10 ms of processor time. */
const total = Number(process.env['CROSSING_STEPS'] ?? 4_000)
const each = 100
const batches = 10

const batch = fc.record({
  steps: fc.array(steps, { minLength: each, maxLength: each }),
  pause: pauses,
  /** One installation is away during the batch. */
  away: fc.option(fc.nat(99), { nil: undefined, freq: 5 }),
})

type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never

/** A world of its own, so that its tables stay small. */
const story = async (engine: EngineName, installations: number, batches: readonly Batch[]) => {
  await using world = await worldOf(engine, installations)
  const { sides, bot, clock, installed } = world
  const look = lookingAt(world)
  for (const { steps, pause, away } of batches) {
    const gone = away === undefined ? undefined : pick(sides.slice(1), away)
    if (gone) {
      await gone.slackEvent({ type: 'app_uninstalled' })
      installed.remove(gone.n)
    }
    const before = gone?.slack.calls.length
    await Promise.all(steps.map((one) => take(world, one)))
    await bot.lanes.idle()
    expect(await look()).toEqual([])
    expect(gone?.slack.calls.length).toBe(before)
    if (gone) installed.add(gone)
    for (const { n } of sides) await world.subscribe(n)
    clock.ahead += pause
    await bot.signOfLife()
  }
  world.checkSlack()
  return {
    posted: sides.map(({ slack }) => slack.made('chat.postMessage').length),
    commented: sides.map(({ tracker }) => tracker.attempts.length),
    inShared: new Set(world.connect.messages.map((message) => message.bot_id)).size,
  }
}

/** A quarter of all steps, and at least a story. */
export const nothingCrosses = async (engine: EngineName, installations: number): Promise<void> => {
  const stories = Math.max(1, Math.round(total / 4 / (each * batches)))
  const property = fc.asyncProperty(
    fc.array(batch, { minLength: batches, maxLength: batches }),
    async (all) => {
      const { posted, commented, inShared } = await story(engine, installations, all)
      // All posted, also in the channel that two of them share, and replies became comments.
      expect(Math.min(...posted)).toBeGreaterThan(10)
      expect(Math.max(...commented)).toBeGreaterThan(0)
      expect(inShared).toBe(2)
    },
  )
  await fc.assert(property, { numRuns: stories, endOnFailure: true })
}
