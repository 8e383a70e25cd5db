import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dana, type RunningTestBot } from '../../support/running-bot.ts'
import { type Channel, channels, heard, team, threeChannels } from '../../support/three-channels.ts'

type Step = { channel: Channel; user: string; by: 'slack' } | { by: 'tracker' }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ by: 'tracker' } as const),
  fc.record({
    by: fc.constant('slack' as const),
    channel: fc.constantFrom(...channels),
    user: fc.constantFrom(dana, 'U0LEE', 'U0CASEY'),
  }),
)

const play = async (running: Awaited<ReturnType<typeof threeChannels>>, steps: readonly Step[]) => {
  const { customerSays, says, echo }: RunningTestBot & typeof running = running
  for (const [at, one] of steps.entries()) {
    const words = `word-${at}.`
    if (one.by === 'tracker') {
      await customerSays(words)
      continue
    }
    // Only members are in the channel of the team.
    const user = one.channel === team && one.user === 'U0CASEY' ? dana : one.user
    await says(one.channel, user, words)
    // An echo, twice: as a new comment and again.
    await echo()
    await echo()
  }
}

test('however people talk in three channels and the tracker, each word is in each thread once, and nothing loops', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const running = await threeChannels()
      await play(running, steps)
      for (const [at, one] of steps.entries()) {
        const counts = heard(running, `word-${at}.`).map(({ length }) => length)
        expect(counts).toEqual(
          channels.map((channel) => (one.by === 'slack' && one.channel === channel ? 0 : 1)),
        )
      }
      expect(running.tracker.attempts).toHaveLength(steps.filter(({ by }) => by === 'slack').length)
    }),
    { numRuns: 8 },
  )
})
