import type { DeliveryRow } from './store/deliveries.ts'
import type { Tx } from '../../store/database.ts'
import { commentPosted } from './messages/comment-posted.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { formOf, type Tell } from './plan/delivery-facts.ts'
import { mark } from '../../answers/marks.ts'

type Lanes = Pick<BotDeps, 'lanes'>

/** Undefined if the message is there already, or the row cannot be read: then there is nobody to notify. */
const tellOf = (row: DeliveryRow): Tell | undefined => {
  if (row.ts !== null) return undefined
  try {
    return formOf(row).tell
  } catch {
    return undefined
  }
}

export const tellCommentPosted = (
  deps: Lanes,
  tx: Tx,
  channel: string,
  { reply, user, taskName }: Tell,
  url?: string,
) => {
  const message = commentPosted({ taskName, threadUrl: url })
  return mark(deps, tx, { channel, ts: `reply-${reply}` }, [{ op: 'ephemeral', user, message }])
}

/** The message's permalink, if its author is to be told. */
export const linkToTell = (deps: BotDeps, row: DeliveryRow, ts: string): Promise<string | undefined> =>
  tellOf(row) ? deps.slack.permalink(row.channel, ts) : Promise.resolve(undefined)

/** Tells the author, in the transaction that settles the message: the comment exists, posted or not. */
export const tellAuthor = async (deps: Lanes, tx: Tx, row: DeliveryRow, url?: string): Promise<void> => {
  const tell = tellOf(row)
  if (tell) await tellCommentPosted(deps, tx, row.channel, tell, url)
}
