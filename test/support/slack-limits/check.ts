/** The words that checks of Slack's forms are made of. A check throws, naming the path of what Slack would refuse. */
export type Json = Record<string, unknown>
export type Check = (path: string, value: unknown) => void

export const fail = (path: string, problem: string): never => {
  throw new Error(`${path}: ${problem}`)
}

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const record = (path: string, value: unknown): Json =>
  isRecord(value) ? value : fail(path, 'must be an object')

export const items = (path: string, value: unknown): unknown[] =>
  Array.isArray(value) ? value : fail(path, 'must be an array')

export const string =
  (most: number, least = 1): Check =>
  (path, value) => {
    if (typeof value !== 'string') return fail(path, 'must be a string')
    if (value.length < least || value.length > most)
      return fail(path, `must have ${least} to ${most} characters, has ${value.length}`)
    return !value.isWellFormed() || value.includes('\0')
      ? fail(path, 'has half a character or NUL')
      : undefined
  }

export const matching =
  (pattern: RegExp): Check =>
  (path, value) => {
    if (typeof value !== 'string' || !pattern.test(value)) fail(path, `must be like ${pattern.source}`)
  }

export const whole =
  (least: number, most: number): Check =>
  (path, value) => {
    if (!Number.isSafeInteger(value) || Number(value) < least || Number(value) > most)
      fail(path, `must be a whole number from ${least} to ${most}`)
  }

export const bool: Check = (path, value) => {
  if (typeof value !== 'boolean') fail(path, 'must be true or false')
}

export const oneOf =
  (...known: readonly string[]): Check =>
  (path, value) => {
    if (!known.includes(String(value))) fail(path, `must be one of ${known.join(', ')}`)
  }

export const anything: Check = () => undefined

export const url: Check = (path, value) => {
  string(3_000)(path, value)
  const text = String(value)
  if (!URL.canParse(text) || !/^https?:/.test(text)) fail(path, 'must be an http or https URL')
}

export const list =
  (item: Check, least: number, most: number): Check =>
  (path, value) => {
    const all = items(path, value)
    if (all.length < least || all.length > most)
      fail(path, `must have ${least} to ${most} items, has ${all.length}`)
    for (const [index, one] of all.entries()) item(`${path}[${index}]`, one)
  }

type Fields = Readonly<Record<string, Check>>

/** These fields, those of the first table always, and no others: Slack refuses an `invalid additional property`. */
export const object =
  (required: Fields, optional: Fields = {}, more?: (path: string, value: Json) => void): Check =>
  (path, value) => {
    const given = record(path, value)
    for (const [name, check] of Object.entries(required)) {
      if (given[name] === undefined) fail(`${path}.${name}`, 'is missing')
      check(`${path}.${name}`, given[name])
    }
    for (const [name, inner] of Object.entries(given)) {
      if (name === 'type' || name in required || inner === undefined) continue
      const check = optional[name] ?? fail(`${path}.${name}`, 'is no field of it')
      check(`${path}.${name}`, inner)
    }
    more?.(path, given)
  }

/** The check that its `type` names. */
export const byType =
  (kinds: Fields): Check =>
  (path, value) => {
    const type = String(record(path, value)['type'])
    const check = kinds[type] ?? fail(`${path}.type`, `${type} may not stand here`)
    check(path, value)
  }

/** At least one of these fields; with `alone`, exactly one. */
export const either =
  (names: readonly string[], alone = false) =>
  (path: string, value: Json) => {
    const there = names.filter((name) => value[name] !== undefined)
    if (there.length === 0) fail(path, `has none of ${names.join(', ')}`)
    if (alone && there.length > 1) fail(path, `has more than one of ${names.join(', ')}`)
  }

/** No two of these are alike. */
export const distinct = (path: string, what: string, values: readonly unknown[]): void => {
  const given = values.filter((value) => value !== undefined)
  const twice = given.find((value, index) => given.indexOf(value) !== index)
  if (twice !== undefined) fail(path, `${what} ${JSON.stringify(twice)} is there twice`)
}
