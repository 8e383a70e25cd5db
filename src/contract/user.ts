import { z } from 'zod'
import { bitIfAny, id, shortIfAny, shortText, flag, limit, offset, pagination } from './fields.ts'

/** In user lists and in events. */
export const personFacts = z.looseObject({
  first_name: shortIfAny,
  last_name: shortIfAny,
  full_name: shortIfAny,
  email_address: shortIfAny,
  vendor_name: shortIfAny,
  is_customer: bitIfAny,
})

/** Nothing is required, not even the uuid, because the interface shows only the fields of events. Null is absent. */
const user = personFacts.extend({
  uuid: id.optional().catch(undefined),
  email_address: shortText.optional().catch(undefined),
  customer_name: shortIfAny,
  is_active: bitIfAny,
})
export type User = z.output<typeof user>

/** Unlike other lists, all users come at once unless a limit is given. */
export const usersQuery = z.strictObject({
  is_customer_user: flag.optional(),
  limit: limit.unwrap().optional(),
  offset,
})
export const usersReply = z.looseObject({ users: z.array(user), pagination: pagination.optional() })
