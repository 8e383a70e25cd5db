import type { Json } from '../workspace/types.ts'

/** Reports what is wrong at a JSON pointer, in Slack's words. */
export type Report = (problem: string, pointer: string) => void
export type Rule = (value: unknown, pointer: string, report: Report) => void

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Slack counts UTF-16 units, as JavaScript does. */
export const text =
  (max: number, min = 1): Rule =>
  (value, pointer, report) => {
    if (typeof value !== 'string') report('must provide a string', pointer)
    else if (value.length < min) report(`must be more than ${min - 1} characters`, pointer)
    else if (value.length > max) report(`must be less than ${max + 1} characters`, pointer)
  }

export const matching =
  (pattern: RegExp, problem: string): Rule =>
  (value, pointer, report) => {
    if (typeof value !== 'string' || !pattern.test(value)) report(problem, pointer)
  }

export const url: Rule = (value, pointer, report) => {
  text(3_000)(value, pointer, report)
  const scheme = typeof value === 'string' ? URL.parse(value)?.protocol : undefined
  if (!['http:', 'https:', 'mailto:', 'slack:', 'tel:'].includes(scheme ?? ''))
    report('must be a valid url', pointer)
}

export const boolean: Rule = (value, pointer, report) => {
  if (typeof value !== 'boolean') report('must provide a boolean', pointer)
}

export const integer =
  (min: number, max: number): Rule =>
  (value, pointer, report) => {
    if (!Number.isInteger(value)) report('must provide a number', pointer)
    else if (Number(value) < min || Number(value) > max) report(`must be between ${min} and ${max}`, pointer)
  }

export const oneOf =
  (...allowed: string[]): Rule =>
  (value, pointer, report) => {
    if (!allowed.includes(String(value))) report(`must be a valid enum value`, pointer)
  }

export const anything: Rule = () => undefined

export const list =
  (item: Rule, max: number, min = 1): Rule =>
  (value, pointer, report) => {
    if (!Array.isArray(value)) return report('must provide an array', pointer)
    if (value.length > max) report(`no more than ${max} items allowed`, pointer)
    if (value.length < min) report(`no fewer than ${min} items allowed`, pointer)
    for (const [index, one] of value.entries()) item(one, `${pointer}/${index}`, report)
    return undefined
  }

export type Fields = Readonly<Record<string, Rule>>

/** An object with these fields and no others. `type` is checked where it is chosen by. */
export const shape =
  (required: Fields, optional: Fields = {}): Rule =>
  (value, pointer, report) => {
    if (!isObject(value)) return report('must provide an object', pointer)
    for (const [name, rule] of Object.entries(required)) {
      if (value[name] === undefined) report(`missing required field: ${name}`, pointer)
      else rule(value[name], `${pointer}/${name}`, report)
    }
    for (const [name, one] of Object.entries(value)) {
      if (name === 'type' || Object.hasOwn(required, name)) continue
      const rule = Object.hasOwn(optional, name) ? optional[name] : undefined
      if (rule === undefined) report(`invalid additional property: ${name}`, pointer)
      else if (one !== undefined) rule(one, `${pointer}/${name}`, report)
    }
    return undefined
  }

/** The rule that the object's `type` names. */
export const byType =
  (rules: Fields): Rule =>
  (value, pointer, report) => {
    if (!isObject(value)) return report('must provide an object', pointer)
    const type = String(value['type'])
    const rule = Object.hasOwn(rules, type) ? rules[type] : undefined
    if (value['type'] === undefined) report('missing required field: type', pointer)
    else if (rule === undefined) report(`unsupported type: ${type}`, `${pointer}/type`)
    else rule(value, pointer, report)
    return undefined
  }

/** At least one of these fields, or exactly one. */
export const either =
  (names: readonly string[], rule: Rule, exactly: boolean): Rule =>
  (value, pointer, report) => {
    rule(value, pointer, report)
    if (!isObject(value)) return
    const given = names.filter((name) => value[name] !== undefined)
    if (given.length === 0) report(`missing required field: ${names.join(' or ')}`, pointer)
    else if (exactly && given.length > 1) report(`only one of ${names.join(', ')} allowed`, pointer)
  }
