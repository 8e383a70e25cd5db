import { setTimeout as sleep } from 'node:timers/promises'
import type { Notes } from '../faults.ts'
import type { Side } from '../kinds.ts'

interface Delivery {
  readonly name: string
  /** Returns the HTTP status, or throws. */
  readonly send: (signal: AbortSignal) => Promise<number>
  readonly onAcknowledged: () => void
}
export interface Courier {
  readonly deliver: (delivery: Delivery) => void
  readonly isIdle: () => boolean
  /** Nothing is sent afterwards. */
  readonly end: () => void
}

interface Surroundings extends Pick<Notes, 'faults' | 'timeline'> {
  readonly from: Side
  /** How long an answer may take. Default 10 s. */
  readonly patienceMs?: number
}

const hurryMs = 60

const isTaken = (status: number) => status >= 200 && status < 300

export const senderOf = ({ from, faults, timeline, patienceMs = 10_000 }: Surroundings) => {
  let onItsWay = 0
  let ended = false
  /** Returns the status; 504 if there was no answer. */
  const once = async ({ name, send }: Delivery, ms: number): Promise<number> => {
    onItsWay += 1
    try {
      const status = await send(AbortSignal.timeout(ms))
      timeline.add(from, `delivers ${name}: ${status}`)
      return status
    } catch (error) {
      timeline.add(from, `delivers ${name}: no answer (${(error as Error).name})`)
      return 504
    } finally {
      onItsWay -= 1
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
    /** One attempt, with the plan's faults. Returns its status. */
    attempt: async (delivery: Delivery): Promise<number> => {
      const fault = faults.ofDelivery(from, ['twice', 'again', 'hang up'])
      const hasHungUp = fault?.how === 'hang up'
      const status = await once(delivery, hasHungUp ? Math.round(1 + fault.size * hurryMs) : patienceMs)
      if (!isTaken(status)) return status
      delivery.onAcknowledged()
      if (fault?.how === 'twice') await once(delivery, patienceMs)
      if (fault?.how === 'again') void later(delivery, 500 + fault.size * 8_000)
      return status
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
        for (let tried = 1; !isTaken(await sender.attempt(next)) && !sender.isOver(); tried += 1)
          await sleep(Math.min(tried * 400, 2_000))
      waiting.shift()
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
      if (isTaken(await sender.attempt(delivery))) return
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
