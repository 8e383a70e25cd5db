import { z } from 'zod'
import { id, longIfAny, shortText } from './fields.ts'
import { limit, offset, pagination } from './paging.ts'

/** The list doesn't show versions. The last entry with a name is its current version. */
const playbook = z.looseObject({
  uuid: id,
  name: shortText,
  description: longIfAny,
  /** Not in the interface; our service gives it. More than a century is mistyped. */
  duration_days: z.int().min(1).max(36_500).nullish().catch(undefined),
})
export type Playbook = z.output<typeof playbook>

export const playbooksQuery = z.strictObject({ name: z.string().optional(), limit, offset })
export const playbooksReply = z.looseObject({ playbooks: z.array(playbook), pagination })
