import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../faults.ts'
import type { Side } from '../kinds.ts'
import type { Timeline } from '../timeline.ts'

interface Delivery {
  readonly name: string
  /** Returns the HTTP status, or throws. */
  readonly send: (signal: AbortSignal) => Promise<number>
  readonly onAcknowledged: () => void
}
export interface Courier {
  readonly deliver: (delivery: Delivery) => void
  /** Whether there is nothing left to deliver. */
  readonly isIdle: () => boolean
  /** Nothing is sent afterwards. */
  readonly end: () => void
}

interface Surroundings {
  readonly from: Side
  readonly faults: Faults
  readonly timeline: Timeline
}

const patienceMs = 10_000
const hurryMs = 60

const senderOf = ({ from, faults, timeline }: Surroundings) => {
  let onItsWay = 0
  let ended = false
  const once = async ({ name, send }: Delivery, ms: number): Promise<boolean> => {
    try {
      const status = await send(AbortSignal.timeout(ms))
      timeline.add(from, `delivers ${name}: ${status}`)
      return status >= 200 && status < 300
    } catch (error) {
      timeline.add(from, `delivers ${name}: no answer (${(error as Error).name})`)
      return false
    }
  }
  const later = async (delivery: Delivery, ms: number) => {
    onItsWay += 1
    await sleep(ms, undefined, { ref: false })
    if (!ended) await once(delivery, patienceMs)
    onItsWay -= 1
  }
  return {
    isIdle: () => onItsWay === 0,
    isOver: () => ended,
    end: () => void (ended = true),
    /** One attempt, with the plan's faults. Returns whether it was acknowledged. */
    attempt: async (delivery: Delivery): Promise<boolean> => {
      const fault = faults.ofDelivery(from, ['twice', 'again', 'hang up'])
      const hasHungUp = fault?.how === 'hang up'
      const taken = await once(delivery, hasHungUp ? Math.round(1 + fault.size * hurryMs) : patienceMs)
      if (taken && fault?.how === 'twice') await once(delivery, patienceMs)
      if (taken && fault?.how === 'again') void later(delivery, 500 + fault.size * 8_000)
      return taken
    },
    /** Counts as not delivered, although the bot may have it. */
    giveUp: async (delivery: Delivery, size: number): Promise<void> => {
      if (size < 0.5) await once(delivery, Math.round(1 + size * hurryMs))
      timeline.add(from, `sets ${delivery.name} aside`)
    },
  }
}

/** The tracker's deliveries: in order, one at a time, each until it is acknowledged or set aside. */
export const inOrder = (surroundings: Surroundings): Courier => {
  const { faults, timeline } = surroundings
  const sender = senderOf(surroundings)
  const waiting: Delivery[] = []
  let isRunning = false
  const swapped = () => {
    const [first, second] = waiting
    if (!first || !second || !faults.ofDelivery('tracker', ['order'])) return
    timeline.add('tracker', `delivers ${second.name} before ${first.name}`)
    waiting.splice(0, 2, second, first)
  }
  const run = async () => {
    isRunning = true
    for (let delivery = waiting[0]; delivery && !sender.isOver(); delivery = waiting[0]) {
      swapped()
      const next = waiting[0] ?? delivery
      const aside = faults.ofDelivery('tracker', ['aside'])
      if (aside) await sender.giveUp(next, aside.size)
      else
        for (let tried = 1; !(await sender.attempt(next)) && !sender.isOver(); tried += 1)
          await sleep(Math.min(tried * 400, 2_000))
      waiting.shift()
      if (!aside && !sender.isOver()) next.onAcknowledged()
    }
    isRunning = false
  }
  return {
    deliver: (delivery) => {
      waiting.push(delivery)
      if (!isRunning) void run()
    },
    isIdle: () => waiting.length === 0 && sender.isIdle(),
    end: sender.end,
  }
}

/** Slack's three retries, in seconds instead of minutes. */
const repetitions = [0, 1_000, 3_000, 6_000]

/** Slack's deliveries: all at once, each up to four times. */
export const beside = (surroundings: Surroundings): Courier => {
  const { faults } = surroundings
  const sender = senderOf(surroundings)
  let open = 0
  const run = async (delivery: Delivery) => {
    const fault = faults.ofDelivery('slack', ['order'])
    if (fault) await sleep(fault.size * 3_000)
    for (const pause of repetitions) {
      await sleep(pause)
      if (sender.isOver()) return
      if (await sender.attempt(delivery)) return delivery.onAcknowledged()
    }
  }
  return {
    deliver: (delivery) => {
      open += 1
      void run(delivery).finally(() => (open -= 1))
    },
    isIdle: () => open === 0 && sender.isIdle(),
    end: sender.end,
  }
}
