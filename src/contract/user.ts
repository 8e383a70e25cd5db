import { z } from 'zod'
import { flag, limit, offset, pagination } from './paging.ts'

/** Only the uuid is required: the interface shows no full record, and a gap must not break the list. */
export const user = z.looseObject({
  uuid: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  full_name: z.string().nullish(),
  email_address: z.string().optional(),
  vendor_name: z.string().nullish(),
  customer_name: z.string().nullish(),
  is_customer: z.boolean().nullish(),
  is_active: z.boolean().nullish(),
})
export type User = z.output<typeof user>

/** The interface limits the page size of other lists; users come all at once unless a limit is given. */
export const usersQuery = z.strictObject({
  is_customer_user: flag.optional(),
  limit: limit.removeDefault().optional(),
  offset,
})
export const usersReply = z.looseObject({ users: z.array(user), pagination: pagination.optional() })
