import { z } from 'zod'
import { limit, offset, pagination } from './paging.ts'

/** The list doesn't show versions. The last entry with a name is its current version. */
export const playbook = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  description: z.string().nullish(),
})
export type Playbook = z.output<typeof playbook>

export const playbooksQuery = z.strictObject({ name: z.string().optional(), limit, offset })
export const playbooksReply = z.looseObject({ playbooks: z.array(playbook), pagination })
