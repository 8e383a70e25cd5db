import type { z } from 'zod'
import { ApiProblem, type FieldError } from '../../contract/problem.ts'
import { nul } from '../../database/storable.ts'

/** Of values in a body: more than the longest list of updates that a body can hold, fewer than would stall others. */
const mostParts = 25_000
/** Of fields that are named in a refusal. */
const mostErrors = 100

/**
 * What no schema is asked about: a NUL, which PostgreSQL refuses and nobody wants, and more parts than it pays
 * to look at. Without recursion, since depth is the sender's.
 */
const problemIn = (part: unknown, whole: string): FieldError | undefined => {
  const open: [path: string, value: unknown][] = [['', part]]
  let parts = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, current] = next
    if (typeof current === 'string' && current.includes(nul)) return nulAt(path || whole)
    if (typeof current !== 'object' || current === null) continue
    const entries = Object.entries(current)
    if ((parts += entries.length) > mostParts) return { field: whole, message: 'Has too many parts.' }
    for (const [key, inner] of entries) {
      const at = path === '' ? key : `${path}.${key}`
      if (key.includes(nul)) return nulAt(at.replaceAll(nul, '') || whole)
      open.push([at, inner])
    }
  }
  return undefined
}

const nulAt = (field: string): FieldError => ({ field, message: 'Must not contain a NUL character.' })

const fieldErrors = (issues: readonly z.core.$ZodIssue[], whole: string): FieldError[] =>
  issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'Unknown field.' }))
    }
    return [{ field: path.join('.') || whole, message: issue.message }]
  })

/** A schema's own words win; what is missing is called so. */
const wording = (issue: { code: string; input?: unknown }): string | undefined =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'This field is required.' : undefined

const failed = (errors: readonly FieldError[]) =>
  new ApiProblem('invalid', 'Validation failed.', { status: 422, fields: errors.slice(0, mostErrors) })

/** A part of a request, parsed; 422 naming every field that is wrong, unknown ones each by its name. */
export const parsePart = <S extends z.ZodObject>(schema: S, part: unknown, whole: string): z.output<S> => {
  const problem = problemIn(part, whole)
  if (problem) throw failed([problem])
  const parsed = schema.safeParse(part ?? {}, { error: wording })
  if (!parsed.success) throw failed(fieldErrors(parsed.error.issues, whole))
  return parsed.data
}

/** What a page's form says. */
export const parseForm = <S extends z.ZodObject>(schema: S, form: unknown): z.output<S> =>
  parsePart(schema, form, 'form')
