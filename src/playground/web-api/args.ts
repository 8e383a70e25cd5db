import type { Json } from '../workspace/types.ts'
import { Refusal } from './refusal.ts'

/** Arguments as sent: strings from forms (with objects as JSON text), any values from JSON bodies. */
export type Raw = Readonly<Record<string, unknown>>

const missing = (name: string) =>
  new Refusal('invalid_arguments', [`[ERROR] missing required field: ${name}`])

const parse = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const readArgs = (raw: Raw) => {
  const text = (name: string): string | undefined => {
    const value = raw[name]
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const object = (name: string): Json | undefined => {
    const value = parse(raw[name])
    return isJson(value) ? value : undefined
  }
  return {
    has: (name: string) => raw[name] !== undefined,
    text,
    required: (name: string): string => {
      const value = text(name)
      if (value === undefined) throw missing(name)
      return value
    },
    flag: (name: string) => raw[name] === true || raw[name] === 'true' || raw[name] === '1',
    number: (name: string, otherwise: number, max: number): number => {
      const value = Number(raw[name] ?? otherwise)
      return Number.isInteger(value) && value > 0 ? Math.min(value, max) : otherwise
    },
    object,
    /** `undefined` when absent; `null` when it isn't a JSON array. */
    array: (name: string): unknown[] | null | undefined => {
      if (raw[name] === undefined || raw[name] === null || raw[name] === '') return undefined
      const value = parse(raw[name])
      return Array.isArray(value) ? (value as unknown[]) : null
    },
  }
}

export type Args = ReturnType<typeof readArgs>
