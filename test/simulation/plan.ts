import { createRandom, planOf, type Closing, type Deed, type Plan, type Random } from '../chaos/plan.ts'

/** What is left of a seed's plan, by position. Undefined: everything. */
export interface Part {
  readonly deeds?: readonly number[]
  readonly faults?: readonly number[]
}

const kept = <T>(list: readonly T[], positions: readonly number[] | undefined): readonly T[] =>
  positions ? list.filter((_, at) => positions.includes(at)) : list

const closings: readonly Closing[] = ['mute', 'unsubscribe', 'guest']

/** A task becomes internal while comments on it wait. */
const hidingOf = (random: Random, at: number): Deed[] => {
  const task = random.between(0, 1)
  const comments = Array.from({ length: 4 }, (_, n): Deed => {
    const key = `c${200 + n}x`
    return { at: Math.max(0, at - random.between(10, 900)), do: 'comment', key, task, isLong: false }
  })
  return [...comments, { at, do: 'hide task', task }]
}

/** Readers and visibility change, channels are muted, or end their subscription and begin it again. */
const audienceOf = (random: Random, stormMs: number): Deed[] => {
  const at = () => random.between(0, stormMs)
  const hides = random.next() < 0.3
  const closes = random.next() < 0.4
  const channel = random.pick(['team', 'team', 'shared', 'flat'] as const)
  const how = random.pick(closings)
  const from = at()
  return [
    ...(hides ? hidingOf(random, at()) : []),
    // In a channel of the team: guests and others read the shared one already.
    ...(closes && (how !== 'guest' || channel === 'team')
      ? [{ at: from, do: 'close' as const, channel, how }]
      : []),
    ...(closes && how !== 'guest' && random.next() < 0.8
      ? [{ at: random.between(from, stormMs), do: 'open' as const, channel, how }]
      : []),
  ]
}

/** Some worlds last as long as in the chaos tests, others up to 14 minutes. */
const paces = [1, 1, 8, 60]
/** Of a call that fails for longer while others work, the bot gives up the job. */
const longestFaultMs = 240_000

/** The same seed makes the same plan: one node on SQLite, or two that share it as they would share a server. */
export const planFor = (seed: number, { deeds, faults }: Part = {}): Plan => {
  const random = createRandom(seed + 2_000_000)
  const pace = random.pick(paces)
  const engine = seed % 3 === 0 ? 'postgres' : 'sqlite'
  const plan = planOf(seed, engine, '', { transport: 'http', tracker: 'stand-in' })
  const stormMs = plan.stormMs * pace
  const all = [
    ...plan.deeds.map((deed) => ({ ...deed, at: deed.at * pace })),
    ...audienceOf(random, stormMs),
  ].sort((one, other) => one.at - other.at)
  return {
    ...plan,
    // There is one workspace.
    ways: plan.ways.filter(({ how }) => how !== 'slow tenants'),
    stormMs,
    deeds: kept(all, deeds),
    faults: kept(
      plan.faults.map((fault) => {
        const [from, to] = [fault.from * pace, fault.to * pace]
        return { ...fault, from, to: Math.min(to, from + longestFaultMs) }
      }),
      faults,
    ),
  }
}
