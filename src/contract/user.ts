import { z } from 'zod'
import { flag, limit, offset, pagination } from './paging.ts'

const text = z.string().nullish()
const bit = z.boolean().nullish()

/** In user lists and in events. */
export const personFacts = z.looseObject({
  first_name: text,
  last_name: text,
  full_name: text,
  email_address: text,
  vendor_name: text,
  is_customer: bit,
})

/** Only the uuid is required, because the interface does not show the full record. */
export const user = personFacts.extend({
  uuid: z.string(),
  email_address: z.string().optional(),
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
export const usersReply = z.looseObject({ users: z.array(user), pagination: pagination.optional() })
