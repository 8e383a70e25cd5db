import { expect } from 'vitest'
import { isoDay, isoTime, uuid } from './demo.ts'
import type { World } from './world.ts'

export const time = expect.stringMatching(isoTime)
export const day = expect.stringMatching(isoDay)
export const id = expect.stringMatching(uuid)
export const words = expect.stringMatching(/./)

/** The payload of the only event of this name that the work fires. */
export const payloadsOf =
  (world: World) =>
  async (name: string, work: () => Promise<unknown>): Promise<Record<string, unknown>> => {
    const found = (await world.during(work)).filter(({ event_name }) => event_name === name)
    expect([name, found.length]).toEqual([name, 1])
    return found[0]?.payload ?? {}
  }
