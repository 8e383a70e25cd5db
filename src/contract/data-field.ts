import { z } from 'zod'
import { id, nameIfAny, shortText, flag, limit, offset, paginationSchema } from './fields.ts'

const dataFieldSchema = z.looseObject({
  uuid: id,
  name: nameIfAny,
  object_type: shortText.catch(''),
  object_type_code: z.union([z.number(), z.string()]).nullish().catch(undefined),
  /** These two are not in the interface. This service adds them, others may not. */
  field_type: shortText.nullish().catch(undefined),
  options: z.array(shortText).nullish().catch(undefined),
})
export type DataField = z.output<typeof dataFieldSchema>

export const dataFieldsQuerySchema = z.strictObject({
  object_type_code: z.string().optional(),
  is_archived: flag.optional(),
  limit,
  offset,
})
export const dataFieldsReplySchema = z.looseObject({
  datafields: z.array(dataFieldSchema),
  pagination: paginationSchema.optional(),
})

/** `dry_run` defaults to true, so that a request must ask to write. Not atomic. */
export const dataFieldValuesInputSchema = z.strictObject({
  updates: z.record(z.string(), z.unknown()),
  dry_run: z.boolean().default(true),
})
const words = shortText.optional().catch(undefined)
const failureSchema = z.looseObject({ uuid: words, message: words })

/** The interface shows only that there is a list of failures. Any entry means that a value was refused. */
const failureOf = (value: unknown): unknown => {
  if (typeof value === 'string') return { message: value }
  if (typeof value !== 'object' || value === null) return {}
  const { message, error } = value as Record<string, unknown>
  return typeof message === 'string' ? value : { ...value, message: error }
}

/** Anything but a list counts as one failure, unless it is empty. */
const failuresOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(failureOf)
  const isSilent = !value || (typeof value === 'object' && Object.keys(value).length === 0)
  return isSilent ? undefined : [failureOf(value)]
}

export const dataFieldValuesReplySchema = z.looseObject({
  dry_run: z.boolean().optional().catch(undefined),
  updated: z
    .array(z.looseObject({ uuid: z.string(), value: z.unknown() }))
    .optional()
    .catch(undefined),
  failures: z.preprocess(failuresOf, z.array(failureSchema).optional()).optional(),
})

/** A value's uuid is not its field's. This look-up is not in the interface. */
const dataFieldValueSchema = z.looseObject({
  uuid: id,
  datafield_uuid: id,
  name: nameIfAny,
  value: z.unknown(),
})
export const valueLookUpInputSchema = z.strictObject({
  datafield_uuids: z.array(z.string()).max(100).optional(),
})
export const valueLookUpReplySchema = z.looseObject({ datafield_values: z.array(dataFieldValueSchema) })
