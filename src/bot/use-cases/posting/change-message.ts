import { type DeliveryRow, settleDelivery } from '../../store/ledger/deliveries.ts'
import { lastChangeLike } from '../../store/posting/last-change.ts'
import { type DuePost, duePost } from '../../store/posting/due-post.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, Payload } from '../../payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { briefOf, withShown } from '../ledger/delivery-facts.ts'
import { render } from '../ledger/delivery-kinds.ts'
import { inForm } from '../answers/in-form.ts'
import { lateLooks } from './late-looks.ts'
import { withAssignee } from './mention-assignee.ts'

/** Slack may still carry out an earlier attempt's call, and overwrite a later change. */
export const noteDoubt = async (
  deps: BotDeps,
  { attempt }: Pick<BotJob<'post'>, 'attempt'>,
  { id, op }: Pick<DeliveryRow, 'id' | 'op'>,
): Promise<void> => {
  if (attempt === 1 || op !== 'update') return
  await deps.database.transaction((tx) => deps.lanes.enqueue(tx, lateLooks(id, deps.now())))
}

/** In the same form as the message it changes. Undefined if that was never posted. */
export const change = async (
  deps: BotDeps,
  { row, on, settings }: Pick<DuePost, 'row' | 'on' | 'settings'>,
): Promise<string | undefined> => {
  if (on?.state !== 'posted' || on.ts === null) return undefined
  const { ts } = on
  const { flat, nameInBlocks } = briefOf(on)
  const said = await withAssignee(deps, settings, row)
  const facts = nameInBlocks ? withShown(said, { nameInBlocks }) : said.facts
  const form = render({ ...row, facts }, flat && { flat })
  await inForm(deps, form, ({ text, blocks }) =>
    deps.slack.update({ channel: row.channel, ts, text, blocks }),
  )
  return ts
}

const isOver = (error: unknown) =>
  error instanceof SlackProblem && ['channel', 'message', 'refused'].includes(error.kind)

/** Lane `post`, in order with other changes: sends the last change of the row's message again. */
export const changeAgain = async (
  deps: BotDeps,
  job: BotJob<'post'>,
  { again, at }: Extract<Payload<'post'>, { again: number }>,
): Promise<void> => {
  const last = await lastChangeLike(deps.database.sql, again)
  if (!last) return
  await noteDoubt(deps, job, last)
  if ((last.settled_at ?? 0) > at) return
  const due = await duePost(deps.database.sql, last.id, deps.now())
  if (!due) return
  try {
    const ts = await change(deps, due)
    if (ts === undefined) return
    await deps.database.transaction(async (tx) => {
      await settleDelivery(tx.sql, last, { state: 'posted', ts }, deps.now())
      await job.done(tx)
    })
  } catch (error) {
    if (!isOver(error)) throw error
    deps.log.warn(
      { delivery: last.id, problem: (error as SlackProblem).code },
      'a message cannot be changed any more',
    )
  }
}
