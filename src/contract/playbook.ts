import { z } from 'zod'
import { id, longIfAny, shortText } from './fields.ts'
import { limit, offset, pagination } from './paging.ts'

/** The list doesn't show versions. The last entry with a name is its current version. */
export const playbook = z.looseObject({
  uuid: id,
  name: shortText,
  description: longIfAny,
})
export type Playbook = z.output<typeof playbook>

export const playbooksQuery = z.strictObject({ name: z.string().optional(), limit, offset })
export const playbooksReply = z.looseObject({ playbooks: z.array(playbook), pagination })
