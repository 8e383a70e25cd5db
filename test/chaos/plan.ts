import { kinds, type Kind, type WayKind, ways } from './kinds.ts'

/** Mulberry32: small, and the same on every machine. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from `from` to `to`, both included. */
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const one = list[between(0, list.length - 1)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }
  return {
    /** 0 to 1. */
    next,
    between,
    pick,
    some: <T>(list: readonly T[], count: number): T[] => {
      const left = [...list]
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const one = pick(left)
        left.splice(left.indexOf(one), 1)
        return one
      })
    },
  }
}
export type Random = ReturnType<typeof createRandom>

export type Engine = 'sqlite' | 'postgres'

/** `flat` and `digest` are set to these layouts; people write in the other two. */
export const channels = { team: 'C0TEAM', shared: 'C0SHARED', flat: 'C0FLAT', digest: 'C0DIGEST' } as const
export type ChannelName = keyof typeof channels
export const channelNames = Object.keys(channels) as ChannelName[]

export const taskNames = ['Kick-off call', 'Data import', 'Margin review'] as const
/** Its index in `taskNames`. It must never appear in the shared channel. */
export const internalTask = 2

/** Times are ms from the start of the storm. */
export interface Fault {
  readonly kind: Kind
  readonly from: number
  readonly to: number
  /** 0 to 1: the strength, for kinds that vary. */
  readonly size: number
  /** Whether the first, second, … call or delivery in the window is hit. Repeats from the start after the last. */
  readonly hits: readonly boolean[]
}

/** `guest`: one joins, so that its subscriptions are paused. Nobody opens it again. */
export type Closing = 'mute' | 'unsubscribe' | 'guest'

export type Deed = { readonly at: number } & (
  | { readonly do: 'comment'; readonly key: string; readonly task: number; readonly isLong: boolean }
  | { readonly do: 'edit comment' | 'delete comment'; readonly key: string }
  /** Somebody in the tracker changes the comment that a reply became. */
  | { readonly do: 'edit made' | 'delete made'; readonly key: string }
  | { readonly do: 'change task'; readonly task: number; readonly assignee: string }
  | { readonly do: 'complete task'; readonly task: number }
  | {
      readonly do: 'reply'
      readonly key: string
      readonly task: number
      readonly channel: ChannelName
      readonly user: string
      readonly isLong: boolean
    }
  | { readonly do: 'edit reply' | 'delete reply'; readonly key: string }
  /** The task becomes internal. */
  | { readonly do: 'hide task'; readonly task: number }
  /** What the channel receives ends, and begins again. */
  | { readonly do: 'close' | 'open'; readonly channel: ChannelName; readonly how: Closing }
)

export interface Plan {
  readonly seed: number
  readonly engine: Engine
  /** How Slack reaches the bot. */
  readonly transport: 'http' | 'socket'
  /** A stand-in, or the service in its own process. */
  readonly tracker: 'stand-in' | 'service'
  /** Whether a channel gets a digest within minutes. Such a world takes longer. */
  readonly hasDigest: boolean
  readonly stormMs: number
  readonly faults: readonly Fault[]
  readonly ways: readonly WayKind[]
  readonly deeds: readonly Deed[]
}

const stormMs = 14_000

const ofServers: readonly string[] = ['crash', 'freeze database']

type Setting = Pick<Plan, 'engine' | 'transport' | 'tracker'>

const fits = (kind: Kind, { engine, transport, tracker }: Setting): boolean => {
  if (kind.group === 'processes') {
    if (kind.how === 'kill tracker') return tracker === 'service'
    return engine === 'postgres' || !ofServers.includes(kind.how)
  }
  if (kind.group !== 'deliveries') return true
  if (kind.how === 'break') return transport === 'socket'
  // The service delivers in order, and its attempts outlast any fault.
  const ofStandIn = kind.how === 'aside' || (kind.how === 'order' && kind.from === 'tracker')
  return !ofStandIn || tracker === 'stand-in'
}

const faultOf = (random: Random, kind: Kind): Fault => {
  const from = random.between(500, 3_000)
  const rate = random.pick([0.3, 0.6, 1])
  const to = Math.min(stormMs, from + random.between(4_000, 13_500))
  return { kind, from, to, size: random.next(), hits: Array.from({ length: 61 }, () => random.next() < rate) }
}

const groups = ['slack', 'tracker', 'deliveries', 'processes'] as const

/** One kind from each of a few groups, so that no fault hides another. */
const faultsOf = (random: Random, setting: Setting, only: string): Fault[] => {
  const possible = kinds.filter((kind) => fits(kind, setting) && kind.name.includes(only))
  const ofGroup = (group: Kind['group']) => possible.filter((kind) => kind.group === group)
  const there = groups.filter((group) => ofGroup(group).length > 0)
  return random.some(there, random.between(1, 3)).map((group) => faultOf(random, random.pick(ofGroup(group))))
}

const number = (letter: string, n: number) => `${letter}${String(n).padStart(3, '0')}x`

const commentsOf = (random: Random): Deed[] =>
  Array.from({ length: random.between(10, 18) }, (_, n): Deed[] => {
    const key = number('c', n)
    const at = random.between(0, stormMs - 2_000)
    const later = () => random.between(at + 100, stormMs)
    const fate = random.next()
    return [
      { at, do: 'comment', key, task: random.between(0, taskNames.length - 1), isLong: random.next() < 0.1 },
      ...(fate < 0.35 ? [{ at: later(), do: 'edit comment' as const, key }] : []),
      ...(fate < 0.1 ? [{ at: later(), do: 'edit comment' as const, key }] : []),
      ...(fate > 0.8 ? [{ at: later(), do: 'delete comment' as const, key }] : []),
    ]
  }).flat()

const repliesOf = (random: Random): Deed[] =>
  Array.from({ length: random.between(6, 10) }, (_, n): Deed[] => {
    const key = number('r', n)
    const at = random.between(0, stormMs - 2_000)
    const channel = random.pick(['team', 'team', 'shared'] as const)
    const user = random.pick(channel === 'team' ? ['U0DANA', 'U0LEE'] : ['U0DANA', 'U0CASEY'])
    const task = random.between(0, channel === 'team' ? internalTask : internalTask - 1)
    const fate = random.next()
    const soon = () => at + random.between(50, 4_000)
    const later = () => at + random.between(1_500, 8_000)
    // Only one-part replies are changed in the tracker, because a change to one part doesn't show in the others.
    const isLong = (fate < 0.4 || fate > 0.65) && random.next() < 0.25
    return [
      { at, do: 'reply', key, task, channel, user, isLong },
      ...(fate < 0.2 ? [{ at: soon(), do: 'edit reply' as const, key }] : []),
      ...(fate > 0.85 ? [{ at: soon(), do: 'delete reply' as const, key }] : []),
      ...(fate > 0.4 && fate < 0.6 ? [{ at: later(), do: 'edit made' as const, key }] : []),
      ...(fate > 0.55 && fate < 0.65 ? [{ at: later(), do: 'delete made' as const, key }] : []),
    ]
  }).flat()

const tasksOf = (random: Random): Deed[] => [
  ...Array.from({ length: random.between(2, 5) }, (_, n): Deed => ({
    at: random.between(0, stormMs),
    do: 'change task',
    task: random.between(0, taskNames.length - 1),
    assignee: `Person ${number('a', n)}`,
  })),
  ...random
    .some([0, 1, 2], random.between(0, 2))
    .map((task): Deed => ({ at: random.between(0, stormMs), do: 'complete task', task })),
]

/** Comments of one customer within seconds, more than a channel takes at once. */
const floodOf = (random: Random): Deed[] => {
  const [from, task] = [random.between(0, 6_000), random.between(0, internalTask - 1)]
  return Array.from({ length: 25 }, (_, n): Deed => {
    return { at: from + n * 150, do: 'comment', key: number('c', 100 + n), task, isLong: false }
  })
}

/** Drawn by itself, so that the rest of a seed's plan is the same without. */
const waysOf = (seed: number, only: string, transport: Plan['transport']): readonly WayKind[] => {
  const random = createRandom(seed + 1_000_000)
  const wanted = ways.filter(({ name }) => name.includes(only))
  const drawn = wanted.filter(() => random.next() < (only === '' ? 0.25 : 1))
  // Workspaces that installed the app send their events by HTTP.
  return drawn.filter(({ how }) => how !== 'slow tenants' || transport === 'http')
}

/** The same seed and engine always make the same plan. `only`: words in the names of the kinds to use. */
export const planOf = (
  seed: number,
  engine: Engine,
  only = '',
  setting: Partial<Pick<Plan, 'transport' | 'tracker'>> = {},
): Plan => {
  const random = createRandom(seed)
  const isSocket = random.next() < 0.3
  const hasDigest = random.next() < 0.2
  const isService = random.next() < 0.3
  const { transport = isSocket ? 'socket' : 'http', tracker = isService ? 'service' : 'stand-in' } = setting
  const faults = faultsOf(random, { engine, transport, tracker }, only)
  const chosen = waysOf(seed, only, transport)
  const flood = chosen.some(({ how }) => how === 'flood') ? floodOf(createRandom(seed)) : []
  const deeds = [...commentsOf(random), ...repliesOf(random), ...tasksOf(random), ...flood]
  const inOrder = deeds.sort((one, other) => one.at - other.at)
  return { seed, engine, transport, tracker, hasDigest, stormMs, faults, ways: chosen, deeds: inOrder }
}
