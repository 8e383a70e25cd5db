import { z } from 'zod'
import { dateIn } from './dates.ts'
import { limits } from './limits.ts'
import { startOf, isBlank } from './text.ts'

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isUuid = (text: string): boolean => uuidForm.test(text)

/** Lowercases uuids, so that ids can be compared as they are. Other ids stay as they came. */
const inOneSpelling = (text: string): string => (isUuid(text) ? text.toLowerCase() : text)

/** A uuid or another short id. A longer one would not fit in a URL. */
export const id = z.string().max(limits.id).overwrite(inOneSpelling)

export const idOrInteger = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), id)

/** Cuts a text of a tracker where it is read, so that all later work is on a bounded text. */
const cutTo = (most: number) => z.string().overwrite((text) => startOf(text, most))

/** Names, states, addresses and dates. */
export const shortText = cutTo(limits.shortText)
export const commentText = cutTo(limits.comment)
/** Descriptions and answers of forms. */
const longText = cutTo(limits.longText)

/** A value of another type counts as absent, so that the rest of a record stays readable. */
export const idIfAny = id.nullish().catch(undefined)
export const shortIfAny = shortText.nullish().catch(undefined)
/** A day or a time. What is none, or never was, counts as absent. */
export const dateIfAny = z.preprocess(dateIn, shortIfAny).optional()
export const longIfAny = longText.nullish().catch(undefined)
export const bitIfAny = z.boolean().nullish().catch(undefined)

/** What has no name is shown with this, and matches no other name. */
export const noName = '(no name)'
export const nameIfAny = shortText.refine((name) => !isBlank(name)).catch(noName)

/** Keeps white space and invisible characters, but refuses text that is nothing else. */
export const notBlank = (max: number, error = 'Must not be blank.') =>
  z
    .string()
    .max(max)
    .refine((text) => !isBlank(text), { error })

/** A number in a query string has only digits. `Number` would also read `0x10`, `1e2` and ` 5`. */
const digits = /^\d+$/

const whole = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'string' && digits.test(value) ? Number(value) : value), schema)

const pageSize = { error: `Must be a whole number from 1 to ${limits.pageMaximum}.` }
// A default would be missing in OpenAPI, because the text is converted.
export const limit = whole(
  z.number(pageSize).int(pageSize).min(1, pageSize).max(limits.pageMaximum, pageSize),
)
  .prefault(limits.pageDefault)
  .meta({ description: `Page size, 1 to ${limits.pageMaximum}.` })

const skipped = { error: 'Must be a whole number, 0 or more.' }
/** How many entries to skip. Not in the interface, see docs/interface-choices.md. */
export const offset = whole(z.number(skipped).int(skipped).min(0, skipped)).prefault(0)

/** Python clients write `True`. */
const yes = ['true', 'True', 'TRUE', '1'] as const
const no = ['false', 'False', 'FALSE', '0'] as const

/** Text from a query string, or a boolean from a caller in this process. */
export const flag = z.union(
  [z.boolean(), z.enum([...yes, ...no]).transform((text): boolean => yes.some((word) => word === text))],
  { error: 'Must be true or false.' },
)

export const paginationSchema = z.looseObject({ total: whole(z.number().int()) })
