import { slackLimits } from '../../slack-limits.ts'
import type { Json } from '../workspace/types.ts'

/** Takes what is wrong at a JSON pointer, in Slack's words. */
export type Report = (problem: string, pointer: string) => void
export type Rule = (value: unknown, pointer: string, report: Report) => void

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The items, or none if it isn't a list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Slack counts UTF-16 units, as JavaScript does. */
export const text =
  (max: number, min = 1): Rule =>
  (value, pointer, report) => {
    if (typeof value !== 'string') report('must provide a string', pointer)
    else if (value.length < min) report(`must be more than ${min - 1} characters`, pointer)
    else if (value.length > max) report(`must be less than ${max + 1} characters`, pointer)
    else if (!value.isWellFormed() || value.includes('\0')) report('must be well-formed text', pointer)
  }

export const matching =
  (pattern: RegExp, problem: string): Rule =>
  (value, pointer, report) => {
    if (typeof value !== 'string' || !pattern.test(value)) report(problem, pointer)
  }

/** Slack allows other schemes; this app sends none. */
export const url: Rule = (value, pointer, report) => {
  text(slackLimits.url)(value, pointer, report)
  if (typeof value !== 'string' || !/^https?:/.test(value) || !URL.canParse(value))
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

export const number: Rule = (value, pointer, report) => {
  if (!Number.isFinite(value)) report('must provide a number', pointer)
}

export const oneOf =
  (...allowed: string[]): Rule =>
  (value, pointer, report) => {
    if (!allowed.some((one) => one === value)) report('must be a valid enum value', pointer)
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

/** An object with these fields and no others. `type` is checked by the rule that selects on it. */
export const shape =
  (required: Fields, optional: Fields = {}): Rule =>
  (value, pointer, report) => {
    if (!isObject(value)) return report('must provide an object', pointer)
    for (const [name, rule] of Object.entries(required)) {
      if (value[name] === undefined) report(`missing required field: ${name}`, pointer)
      else rule(value[name], `${pointer}/${name}`, report)
    }
    for (const [name, one] of Object.entries(value)) {
      if (one === undefined || name === 'type' || Object.hasOwn(required, name)) continue
      const rule = Object.hasOwn(optional, name) ? optional[name] : undefined
      if (rule === undefined) report(`invalid additional property: ${name}`, pointer)
      else rule(one, `${pointer}/${name}`, report)
    }
    return undefined
  }

/** The rule that the object's `type` names. */
export const byType =
  (rules: Fields): Rule =>
  (value, pointer, report) => {
    if (!isObject(value)) return report('must provide an object', pointer)
    const { type } = value
    const rule = typeof type === 'string' && Object.hasOwn(rules, type) ? rules[type] : undefined
    if (type === undefined) report('missing required field: type', pointer)
    else if (rule === undefined)
      report(`unsupported type: ${typeof type === 'string' ? type : typeof type}`, `${pointer}/type`)
    else rule(value, pointer, report)
    return undefined
  }

export type Check = (object: Json, pointer: string, report: Report) => void

/** A rule, plus a condition on the whole object. */
export const also =
  (rule: Rule, ...checks: readonly Check[]): Rule =>
  (value, pointer, report) => {
    rule(value, pointer, report)
    if (isObject(value)) for (const check of checks) check(value, pointer, report)
  }

/** At least one of these fields, or exactly one. */
export const either =
  (names: readonly string[], how: 'some' | 'one'): Check =>
  (object, pointer, report) => {
    const given = names.filter((name) => object[name] !== undefined)
    if (given.length === 0) report(`missing required field: ${names.join(' or ')}`, pointer)
    else if (how === 'one' && given.length > 1) report(`only one of ${names.join(', ')} allowed`, pointer)
  }

/** Values that repeat, with their positions. */
export const repeated = (values: readonly unknown[]): [number, unknown][] =>
  [...values.entries()].filter(([index, value]) => value !== undefined && values.indexOf(value) !== index)

/** Why a value is refused, as in `response_metadata.messages`; empty if accepted. */
export const problemsOf = (rule: Rule, value: unknown, pointer = ''): string[] => {
  const problems: string[] = []
  rule(value, pointer, (problem, place) => problems.push(`[ERROR] ${problem} [json-pointer:${place}]`))
  return problems
}
