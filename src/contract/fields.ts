import { z } from 'zod'
import { limits } from './limits.ts'
import { startOf } from './text/start-of.ts'
import { isBlank } from './text/folded.ts'

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A uuid is the same in capitals, so ids can be compared as they are. Other ids stay as they came. */
const inOneSpelling = (said: string): string => (uuidForm.test(said) ? said.toLowerCase() : said)

/** A uuid or another short id. A longer one would not fit in a URL. */
export const id = z.string().max(limits.id).overwrite(inOneSpelling)

/** Of another type it counts as absent. */
export const idIfAny = id.nullish().catch(undefined)

/** An id that may still be an integer. */
export const idOrInteger = z.preprocess((said) => (typeof said === 'number' ? String(said) : said), id)

/** What a tracker says, cut where it is read: everything after that works on a bounded text. */
const cutTo = (most: number) => z.string().overwrite((said) => startOf(said, most))

/** Names, states, addresses and dates. */
export const shortText = cutTo(limits.shortText)
export const commentText = cutTo(limits.comment)
/** Descriptions and answers of forms. */
const longText = cutTo(limits.longText)

/** Of another type they count as absent, so that the rest of a record stays readable. */
export const shortIfAny = shortText.nullish().catch(undefined)
export const longIfAny = longText.nullish().catch(undefined)
export const bitIfAny = z.boolean().nullish().catch(undefined)

/** Keeps white space and invisible characters, but refuses text that is nothing else. */
export const notBlank = (max: number, error = 'Must not be blank.') =>
  z
    .string()
    .max(max)
    .refine((text) => !isBlank(text), { error })
