import { z } from 'zod'
import { ApiProblem, type FieldError } from '../../contract/problem.ts'
import { nul } from '../../database/engine.ts'
import { limits } from '../../contract/limits.ts'
import { isBlank, entered } from '../../contract/text.ts'

/** The most values in one body: more than the longest list of updates, but too few to block other requests. */
const mostParts = 25_000
const mostErrors = 100

/** PostgreSQL can't store NUL, and UTF-8 can't represent half a character. */
const unfit = (text: string): string | undefined => {
  if (text.includes(nul)) return 'Must not contain a NUL character.'
  return text.isWellFormed() ? undefined : 'Must not contain half a character (a lone surrogate).'
}

/** Refuses keys that every object has. Looking one up would find something that nobody sent. */
const unfitKey = (key: string): string | undefined =>
  key in Object.prototype ? `Must not be named ${key}.` : unfit(key)

const printable = (field: string) => field.toWellFormed().replaceAll(nul, '')

/** Checks texts, keys and the number of values. Not recursive, because the sender controls the depth. */
const problemIn = (part: unknown, whole: string): FieldError | undefined => {
  const open: [path: string, value: unknown][] = [['', part]]
  let parts = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, current] = next
    const wrong = typeof current === 'string' ? unfit(current) : undefined
    if (wrong !== undefined) return { field: path || whole, message: wrong }
    if (typeof current !== 'object' || current === null) continue
    const entries = Object.entries(current)
    if ((parts += entries.length) > mostParts) return { field: whole, message: 'Has too many parts.' }
    for (const [key, inner] of entries) {
      const at = path === '' ? key : `${path}.${key}`
      const wrongKey = unfitKey(key)
      if (wrongKey !== undefined) return { field: printable(at) || whole, message: wrongKey }
      open.push([at, inner])
    }
  }
  return undefined
}

const fieldErrors = (issues: readonly z.core.$ZodIssue[], whole: string): FieldError[] =>
  issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'Unknown field.' }))
    }
    return [{ field: path.join('.') || whole, message: issue.message }]
  })

/** A schema's own message takes precedence. */
const wording = (issue: { code: string; input?: unknown }): string | undefined =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'This field is required.' : undefined

/** One part of a request: the path's, the query's, or the body's fields. `whole` names the part. */
interface Part {
  readonly schema: z.ZodObject
  readonly given: unknown
  readonly whole: string
}

const readPart = ({ schema, given, whole }: Part) => {
  const problem = problemIn(given, whole)
  if (problem) return { errors: [problem] }
  const parsed = schema.safeParse(given ?? {}, { error: wording })
  return parsed.success ? { data: parsed.data } : { errors: fieldErrors(parsed.error.issues, whole) }
}

/** Puts the fields of all parts in one object. Throws 422 with every invalid field of every part. */
export const parseParts = (parts: readonly Part[]): Record<string, unknown> => {
  const read = parts.map(readPart)
  const errors = read.flatMap((part) => part.errors ?? []).slice(0, mostErrors)
  if (errors.length > 0)
    throw new ApiProblem('invalid', 'Validation failed.', { status: 422, fields: errors })
  return Object.assign({}, ...read.map(({ data }) => data)) as Record<string, unknown>
}

export const parsePart = <S extends z.ZodObject>(schema: S, given: unknown, whole: string) =>
  parseParts([{ schema, given, whole }]) as z.output<S>

export const parseForm = <S extends z.ZodObject>(schema: S, form: unknown) => parsePart(schema, form, 'form')

/** Drops what people don't see: empty first lines, and white space at the end. `/v1` stores text as it is sent. */
export const typedText = () =>
  z.string().transform((text) =>
    isBlank(text)
      ? ''
      : text
          .replaceAll('\r\n', '\n')
          .replace(/^(?:[^\S\n]*\n)+/, '')
          .trimEnd(),
  )

/** A line without the white space around it. `refusal`: for one in which nothing can be seen. */
export const visibleLine = (max: number, refusal: string, tooLong = refusal) =>
  z
    .string()
    .trim()
    .refine((text) => !isBlank(text), refusal)
    .max(max, tooLong)

export const nameField = (max: number = limits.projectName, refusal = 'A name is required.') =>
  visibleLine(max, refusal, `A name can have at most ${max} characters.`)

export const textField = typedText().pipe(
  z.string().max(limits.longText, `This can have at most ${limits.longText} characters.`),
)

export const linesIn = (text = ''): string[] =>
  [...new Set(text.split('\n').map(entered))].filter((line) => line !== '')
