import { setTimeout as sleep } from 'node:timers/promises'
import { allSubscriptions } from '../../store/channels/subscriptions.ts'
import { channelsPostedTo } from '../../store/ledger/delivered.ts'
import { addGap, type Gap, hasGaps } from '../../store/posting/gaps.ts'
import { doubtStored } from '../../store/replies/doubts.ts'
import {
  allBeats,
  type Beat,
  dropBeat,
  dropOldBeats,
  timelineOf,
  writeBeat,
} from '../../store/upkeep/beats.ts'
import { type AcrossTx, type BotDatabase, type Tx, wholeBot } from '../../store/database.ts'
import { noteHeard } from '../../store/upkeep/heard.ts'
import type { Acknowledged } from '../../acknowledged.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotLanes } from '../../payloads.ts'
import { dayMs, minuteMs } from '../answers/wall-clock.ts'
import { within } from '../answers/within.ts'
import { lookJob, setBackJob } from '../posting/recover-posts.ts'

/** How often a node writes its heartbeat, in ms. A loss is dated to within this. */
export const beatMs = 2_000
/** A node without a heartbeat for this long is dead. */
const aliveMs = 3 * beatMs
/** In this time, each node notices a loss and stores again what it acknowledged. */
const storedAgainMs = 2.5 * beatMs
/** Longer than it takes to work off what was stored again. */
const shuffledMs = minuteMs
/** Limit for the database at shutdown. */
const endMs = 500
/** Allows for the difference between Slack's clock and ours. */
const marginMs = minuteMs
/** Channels without a post for longer rarely get replies. */
const channelsMs = 90 * dayMs

interface Deps extends Pick<BotDeps, 'log' | 'now' | 'newUuid'> {
  readonly database: BotDatabase
  readonly lanesOf: (installation: number) => BotLanes
  /** Whatever a database lost, it lost for all of them. */
  readonly installations: () => Promise<readonly number[]>
}

/** Notices that the database lost commits, after a failover or a restart on an older copy. */
export interface DatabaseWatch {
  /** Call it before this node starts work. */
  begin(): Promise<void>
  /** Checks the last heartbeat and writes the next. */
  beat(): Promise<void>
  /** Call it before posting or sending. Checks only if a connection broke since the last check. */
  sure(): Promise<void>
  /** False while the installation's ledger lacks messages that Slack has, or events that other nodes acknowledged. */
  isWhole(installation: number): Promise<boolean>
  /** True after a loss: events may be in another order than they arrived in. */
  isShuffled(): boolean
  /** Call it at a clean stop. Deletes the heartbeat. */
  end(): Promise<void>
}

/** From now on, each channel is checked before a post, and each reply before it is sent. */
const noteGapOf = async (deps: Deps, tx: Tx, gap: Gap): Promise<void> => {
  const posted = await channelsPostedTo(tx.sql, gap.until - channelsMs)
  const subscribed = (await allSubscriptions(tx.sql)).map(({ channel }) => channel)
  const channels = [...new Set([...posted, ...subscribed])].filter((id) => /^[CG]/.test(id))
  await addGap(tx, channels, gap)
  await doubtStored(tx.sql, gap.lost ? 'lost' : 'look')
  const lanes = deps.lanesOf(tx.installation)
  await lanes.enqueue(tx, [...channels.map(lookJob), ...(gap.lost ? [setBackJob(gap)] : [])])
}

const noteGap = async (
  deps: Deps,
  tx: AcrossTx,
  installations: readonly number[],
  gap: Gap,
): Promise<void> => {
  for (const installation of installations) await noteGapOf(deps, tx.of(installation), gap)
  tx.afterCommit(() =>
    deps.log.warn(
      { since: new Date(gap.since).toISOString(), lost: gap.lost },
      gap.lost
        ? 'the database lost commits: checking Slack for what was posted'
        : 'a node ended without a clean stop: checking Slack for lost commits',
    ),
  )
}

export const watchDatabase = (
  deps: Deps,
  acknowledged: Pick<Acknowledged, 'storeAgain' | 'forgetOld'>,
): DatabaseWatch => {
  const { database, now } = deps
  const node = deps.newUuid()
  /** Heartbeats belong to the process. */
  const whole = database.of(wholeBot)
  let last: Beat | undefined
  let breaks = 0
  let looking: Promise<void> | undefined
  let ended = false
  let isOwed = false
  /** Installations whose ledger was found whole. Undefined: nothing was lost. */
  let checked: Set<number> | undefined
  /** When this node noticed the last loss, in ms of `performance.now()`. That clock is never set. */
  let lostAt = -Infinity
  const wasLost = (withinMs: number) => !database.engine.soleOwner && performance.now() - lostAt < withinMs

  /** Nodes that ended without a clean stop. Undefined while one of them may be alive. */
  const gone = async (waitedMs: number): Promise<[string, Beat][] | undefined> => {
    const beats = [...(await allBeats(whole.sql))]
    const others = beats.filter(([other, { over }]) => other !== node && !over)
    // After a wait this long, a heartbeat that still seems recent is from before the server's clock was set back.
    if (database.engine.soleOwner || waitedMs >= aliveMs) return others
    return others.every(([, { at }]) => at <= now() - aliveMs) ? others : undefined
  }

  /** A recent heartbeat is from a live node or one that just died. Waits for the next one to find out. */
  const othersGone = async (): Promise<[string, Beat][]> => {
    const before = await allBeats(whole.sql)
    const from = performance.now()
    for (;;) {
      const others = await gone(performance.now() - from)
      if (others) return others
      const later = await allBeats(whole.sql)
      if ([...later].some(([other, { count }]) => count !== before.get(other)?.count)) return []
      await sleep(beatMs / 10)
    }
  }

  const write = async (tx: Tx, timeline: string | null, broken: number): Promise<void> => {
    const beat = { count: (last?.count ?? 0) + 1, at: now(), timeline }
    await writeBeat(tx.sql, node, beat)
    tx.afterCommit(() => {
      last = beat
      breaks = broken
    })
  }

  const begin = async () => {
    const broken = database.breaks()
    const timeline = await timelineOf({ sql: whole.sql, engine: database.engine })
    const others = await othersGone()
    const beats = others.map(([, beat]) => beat).sort((one, other) => other.at - one.at)
    const latest = beats.find(({ restored }) => restored) ?? beats[0]
    // Before the transaction: SQLite has one connection.
    const installations = await deps.installations()
    await database.across(async (tx) => {
      if (latest) {
        const isPromoted = latest.timeline !== null && timeline !== null && latest.timeline !== timeline
        const lost = isPromoted || latest.restored === true
        await noteGap(deps, tx, installations, { since: latest.at - marginMs, until: now(), lost })
        // The gap has its own search. The one for an absence would send again what the database forgot.
        await noteHeard(tx.of(wholeBot).sql, now())
        checked = new Set()
      }
      const own = tx.of(wholeBot)
      await dropOldBeats(own.sql, now() - dayMs)
      // Keeps their heartbeats for a day. A node that was only paused then finds its own unchanged.
      for (const [other, beat] of others) await writeBeat(own.sql, other, { ...beat, over: true })
      await write(own, timeline, broken)
    })
  }

  const look = async () => {
    const broken = database.breaks()
    const before = last
    const told = broken === breaks ? null : await timelineOf({ sql: whole.sql, engine: database.engine })
    const timeline = told ?? before?.timeline ?? null
    const installations = await deps.installations()
    const lost = await database.across(async (tx) => {
      const own = tx.of(wholeBot)
      const stored = (await allBeats(own.sql)).get(node)
      const isBehind = before !== undefined && (stored?.count ?? 0) < before.count
      const isPromoted = Boolean(before?.timeline && timeline && before.timeline !== timeline)
      if (before && (isBehind || isPromoted))
        await noteGap(deps, tx, installations, {
          since: (stored ?? before).at - marginMs,
          until: now(),
          lost: true,
        })
      await write(own, timeline, broken)
      return isBehind || isPromoted
    })
    isOwed ||= lost
    if (lost) {
      checked = new Set()
      lostAt = performance.now()
    }
    // If this fails, the next heartbeat tries again.
    if (isOwed) await acknowledged.storeAgain()
    isOwed = false
    acknowledged.forgetOld()
  }

  const isUnsure = () => !ended && database.breaks() !== breaks

  const beat = async () => {
    if (ended) return
    looking ??= look().finally(() => (looking = undefined))
    await looking
  }

  return {
    begin,
    beat,
    sure: async () => {
      // Checks again if a connection broke during the check.
      while (isUnsure()) await beat()
    },
    isShuffled: () => wasLost(shuffledMs),
    isWhole: async (installation) => {
      if (wasLost(storedAgainMs)) return false
      if (!checked || checked.has(installation)) return true
      if (await hasGaps(database.of(installation).sql)) return false
      checked.add(installation)
      return true
    },
    end: async () => {
      ended = true
      const over = looking ?? Promise.resolve()
      await within(
        endMs,
        over.then(() => dropBeat(whole.sql, node)),
      )
    },
  }
}
