import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { createRandom, type Random } from '../chaos/plan.ts'

/** The world's randomness, in place of the machine's. Importing this file replaces it. */

let random: Random = createRandom(0)

export const reseed = (seed: number): void => void (random = createRandom(seed))

export const chance = (): number => random.next()
/** A whole number, both included. */
export const between = (from: number, to: number): number => random.between(from, to)

const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => between(0, 255)))

const randomUUID = () => {
  const hex = bytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

Math.random = chance
Object.assign(crypto, { randomUUID, randomBytes: bytes })
Object.assign(globalThis.crypto, { randomUUID })
syncBuiltinESMExports()
