import fc from 'fast-check'
import { expect } from 'vitest'
import type { EngineName } from '../../../support/databases.ts'
import { clearInstallation } from '../../../../src/bot/installations/store/leaving.ts'
import { count, type Counts, missingIn, table } from './counts.ts'
import { lookingAt } from './look.ts'
import { pick, type Side } from './side.ts'
import { createChannel, deedNames, pauses, resumeQuota, steps, take } from './steps.ts'
import { worldOf } from './world.ts'

/** `CROSSING_STEPS=10000` takes so many on both engines. A step costs about 10 ms of processor time. */
const total = Number(process.env['CROSSING_STEPS'] ?? 1_200)
/** Two of them share a channel, and two a tracker. */
const installations = 5
const each = 100
const hour = 3_600_000
const batches = 6

const batch = fc.record({
  steps: fc.array(steps, { minLength: each, maxLength: each }),
  pause: pauses,
  /** The installation that leaves, in some of the batches. */
  away: fc.nat(99),
  /** A tracker is out of order during the batch. */
  out: fc.option(
    fc.record({ which: fc.nat(99), how: fc.constantFrom('unreachable', 'quota', 'unauthorized') }),
    {
      nil: undefined,
      freq: 4,
    },
  ),
})

type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never

/** What its people asked for before may still be answered. */
const isStill = async ({ slack: { calls } }: Side): Promise<void> => {
  let seen: number
  do {
    seen = calls.length
    await new Promise((resolve) => setTimeout(resolve, 500))
  } while (calls.length > seen)
}

/** A world of its own, so that its tables stay small. */
const story = async (engine: EngineName, batches: readonly Batch[], watch: () => Disposable | undefined) => {
  await using world = await worldOf(engine, installations)
  using _watching = watch()
  const { sides, trackers, bot, clock, counts, installed } = world
  const look = lookingAt(world)
  for (const [at, { steps, pause, away, out }] of batches.entries()) {
    const troubled = out && pick(trackers, out.which)
    if (out && troubled) troubled.control.down = out.how
    const gone = at % 3 === 2 ? pick(sides.slice(1), away) : undefined
    const forgotten = at % 6 === 5
    if (gone) {
      const how = forgotten
        ? { type: 'app_uninstalled' }
        : { type: 'tokens_revoked', tokens: { bot: ['U0BOT'] } }
      await isStill(gone)
      await gone.slackEvent(how)
      installed.remove(gone.n)
    }
    const before = gone?.slack.calls.length
    await Promise.all(steps.map((one) => take(world, one)))
    await world.idle()
    expect(await look()).toEqual([])
    expect(gone?.slack.calls.slice(before) ?? []).toEqual([])
    if (gone && forgotten) await clearInstallation(world.database, gone.n)
    if (gone) count(counts, forgotten ? 'step: erased' : 'step: reinstall')
    if (gone) installed.add(gone)
    if (troubled) {
      troubled.control.down = undefined
      for (const side of sides) if (side.tracker === troubled) await resumeQuota(side)
    }
    for (const { n } of sides) await world.subscribe(n)
    // What still runs would lose its lease and run twice.
    await world.idle()
    clock.ahead += pause
    await bot.signOfLife()
    await world.idle()
  }
  // By chance, somebody who may does this only in some stories.
  for (const side of sides) await createChannel(side)
  await world.idle()
  clock.ahead += 25 * hour
  await bot.signOfLife()
  await world.idle()
  expect(await look()).toEqual([])
  world.checkSlack()
  const deeds = sides.slice(0, 1).flatMap(deedNames)
  expect(deeds.filter((name) => !counts.has(`deed: ${name}`))).toEqual([])
  return {
    posted: sides.map(({ slack }) => slack.made('chat.postMessage').length),
    commented: trackers.map(({ said }) => said.size),
    counts,
    inShared: new Set(world.connect.messages.map((message) => message.bot_id)).size,
  }
}

/** Half of all steps, and at least a story. `watch` begins when the bot of a story has started. */
export const nothingCrosses = async (
  engine: EngineName,
  watch: () => Disposable | undefined = () => undefined,
): Promise<void> => {
  const happened: Counts = new Map()
  const stories = Math.max(1, Math.round(total / 2 / (each * batches)))
  const property = fc.asyncProperty(
    fc.array(batch, { minLength: batches, maxLength: batches }),
    async (all) => {
      const { posted, commented, inShared, counts } = await story(engine, all, watch)
      for (const [what, times] of counts) count(happened, what, times)
      // All posted, also in the channel that two of them share, and replies became comments everywhere.
      expect(Math.min(...posted)).toBeGreaterThan(10)
      expect(Math.min(...commented)).toBeGreaterThan(0)
      expect(inShared).toBe(2)
    },
  )
  await fc.assert(property, { numRuns: stories, endOnFailure: true })
  if (process.env['CROSSING_COUNTS']) console.log(`${engine}:\n${table(happened)}`)
  expect(missingIn(happened)).toEqual([])
  const replies = happened.get('reply to a task') ?? 0
  expect(happened.get('comment of a reply')).toBeGreaterThan(replies / 3)
}
