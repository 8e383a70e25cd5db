import type { Comment } from '../../../contract/comment.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import type { ReplyRow } from '../../store/replies/replies.ts'
import type { BotDeps } from '../../deps.ts'
import { peopleOf } from './people.ts'

export const isByCustomer = async (
  deps: BotDeps,
  event: TrackerEvent,
  comment: Comment,
): Promise<boolean> => {
  const told = event.modifiedBy?.is_customer
  if (typeof told === 'boolean') return told
  const customers = await peopleOf(deps, true).catch(() => [])
  return customers.some(({ uuid }) => uuid === comment.created_by_uuid)
}

/** Comments by outsiders in a shared channel are not the vendor's. */
export const isByStranger = async (deps: BotDeps, reply: ReplyRow | undefined): Promise<boolean> => {
  const person = reply && (await deps.slack.person(reply.user_id).catch(() => undefined))
  return person?.standing === 'stranger'
}
