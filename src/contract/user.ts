import { z } from 'zod'
import { bitIfAny, id, shortIfAny, shortText, flag, limit, offset, paginationSchema } from './fields.ts'

/** What user lists and events say about a person. */
export const personFactsSchema = z.looseObject({
  first_name: shortIfAny,
  last_name: shortIfAny,
  full_name: shortIfAny,
  email_address: shortIfAny,
  vendor_name: shortIfAny,
  is_customer: bitIfAny,
})

/** Nothing is required, not even the uuid, because the interface shows only the fields of events. Null is absent. */
const userSchema = personFactsSchema.extend({
  uuid: id.optional().catch(undefined),
  email_address: shortText.optional().catch(undefined),
  customer_name: shortIfAny,
  is_active: bitIfAny,
})
export type User = z.output<typeof userSchema>

/** Unlike other lists, all users come at once unless a limit is given. */
export const usersQuerySchema = z.strictObject({
  is_customer_user: flag.optional(),
  limit: limit.unwrap().optional(),
  offset,
})
export const usersReplySchema = z.looseObject({
  users: z.array(userSchema),
  pagination: paginationSchema.optional(),
})
