import { startOf } from '../../../contract/text/start-of.ts'
import {
  type DeliveryRow,
  markGivenUp,
  markNotSent,
  markSending,
  setFacts,
} from '../../store/ledger/deliveries.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps.ts'
import { isOfForm } from '../../slack/error-codes.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Outgoing } from '../../slack/slack.ts'
import { type Shown, withShown } from '../ledger/delivery-facts.ts'
import { render } from '../ledger/delivery-kinds.ts'
import { twinJobs } from './remove-twins.ts'
import { lookAt } from './where-posted.ts'

/** From giving a call up: Slack may still be at work on it, and shows in its history what it took a moment ago. */
const settleMs = 5_000

/** Slack cuts longer texts by itself, or refuses them. */
const longestText = 12_000

interface Form {
  text: string
  blocks: Outgoing['blocks']
}

/** A message whose blocks Slack does not take says as text what they said: no words are lost over their form. */
export const inForm = async <R>(
  deps: Pick<BotDeps, 'log'>,
  form: Form,
  call: (form: Form) => Promise<R>,
): Promise<R> => {
  try {
    return await call(form)
  } catch (error) {
    if (!(error instanceof SlackProblem) || !isOfForm(error.code)) throw error
    deps.log.error(
      { problem: error.code },
      'Slack did not take the blocks of a message: its text stands alone',
    )
    return call({ text: startOf(form.text, longestText), blocks: [] })
  }
}

const post = async (
  deps: BotDeps,
  row: DeliveryRow,
  place: Pick<Outgoing, 'threadTs' | 'deliveryId' | 'about' | 'own'>,
  shown: Shown,
): Promise<string> => {
  const { text, blocks, username, iconUrl, broadcast } = render(row, shown)
  const author = { username, iconUrl }
  try {
    const where = { channel: row.channel, ...place }
    return (
      await inForm(deps, { text, blocks }, (form) =>
        deps.slack.post({ ...where, ...author, broadcast, ...form }),
      )
    ).ts
  } catch (error) {
    const unnamed = error instanceof SlackProblem && error.kind === 'scope' && username !== undefined
    if (!unnamed) throw error
    // The name stands in the message. Kept, so that an edit of it says the name too.
    const facts = withShown(row, { nameInBlocks: true })
    await setFacts(deps.database.sql, row.id, facts)
    return post(deps, { ...row, facts }, place, shown)
  }
}

/** The message of a row that was interrupted; it is not there only when Slack has had the time to show it. */
const lookFor = async (
  deps: BotDeps,
  row: DeliveryRow,
  threadTs: string | undefined,
): Promise<string | undefined> => {
  const found = await deps.slack.findDelivery(lookAt(row, threadTs))
  if (found) return found.ts
  const since = row.attempted_at ?? row.created_at
  const left = since + settleMs - deps.now()
  // The clock was put back since: the wait begins now.
  if (left > settleMs) await markGivenUp(deps.database.sql, row.id, deps.now())
  if (left > 0)
    throw new RetryLater(Math.min(left, settleMs), 'a message without an answer is looked for once more')
  return undefined
}

/** False when another node has it. A row that is sent again may have a twin, which is looked for later. */
const begin = (deps: BotDeps, row: DeliveryRow): Promise<boolean> => {
  if (row.state !== 'sending') return markSending(deps.database.sql, row, deps.now())
  return deps.database.transaction(async (tx) => {
    const begun = await markSending(tx.sql, row, deps.now())
    if (begun) await deps.lanes.enqueue(tx, twinJobs(row.id, deps.now()))
    return begun
  })
}

/** What a thread is about that begins with this message: the card it hangs on, else itself. */
const aboutOf = ({ kind, object_uuid: uuid, on_kind: onKind, on_uuid: onUuid }: DeliveryRow) => ({
  kind: onKind ?? kind,
  uuid: onUuid ?? uuid,
})

/**
 * Intent, call, result. A row found in `sending` was interrupted: its message may stand in the channel, so it
 * is looked for by the delivery id in its metadata before anything is posted again. Returns its `ts`.
 */
export const postOnce = async (
  deps: BotDeps,
  row: DeliveryRow,
  threadTs: string | undefined,
  shown: Shown = {},
): Promise<string> => {
  const found = row.state === 'sending' ? await lookFor(deps, row, threadTs) : undefined
  if (found !== undefined) return found
  if (!(await begin(deps, row))) throw new RetryLater(1_000, 'another node posts this message')
  try {
    const own = { kind: row.kind, uuid: row.object_uuid }
    return await post(deps, row, { threadTs, deliveryId: row.uuid, about: aboutOf(row), own }, shown)
  } catch (error) {
    if (error instanceof SlackProblem && error.kind !== 'unknown')
      await markNotSent(deps.database.sql, row.id)
    else await markGivenUp(deps.database.sql, row.id, deps.now()).catch(() => undefined)
    throw error
  }
}
