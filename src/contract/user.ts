import { z } from 'zod'
import { flag, limit, offset, pagination } from './paging.ts'

/** Of another type they count as absent: a person's record must not hide the others, nor stop an event. */
const text = z.string().nullish().catch(undefined)
const bit = z.boolean().nullish().catch(undefined)

/** In user lists and in events. */
export const personFacts = z.looseObject({
  first_name: text,
  last_name: text,
  full_name: text,
  email_address: text,
  vendor_name: text,
  is_customer: bit,
})

/** Nothing is required, not even the uuid, because the interface shows only the fields of events. Null is absent. */
export const user = personFacts.extend({
  uuid: z.string().optional().catch(undefined),
  email_address: z.string().optional().catch(undefined),
  customer_name: text,
  is_active: bit,
})
export type User = z.output<typeof user>

/** Unlike other lists, all users come at once unless a limit is given. */
export const usersQuery = z.strictObject({
  is_customer_user: flag.optional(),
  limit: limit.unwrap().optional(),
  offset,
})
/** Without rows that are no records. */
const users = z.preprocess(
  (rows) => (Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : rows),
  z.array(user),
)
export const usersReply = z.looseObject({ users, pagination: pagination.optional() })
