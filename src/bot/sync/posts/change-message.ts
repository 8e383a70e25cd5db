import { RetryLater } from '../../../lanes/lanes.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { cardDeleted, isPostedCard } from './card-deleted.ts'
import type { DuePost } from './store/due-post.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { briefOf, withShown } from './plan/delivery-facts.ts'
import { render } from './kinds.ts'
import { inForm } from '../../answers/in-form.ts'

/** In the same form as the message it changes. Undefined if that was never posted. */
export const change = async (
  deps: BotDeps,
  { row, on }: Pick<DuePost, 'row' | 'on'>,
): Promise<string | undefined> => {
  if (on?.state !== 'posted' || on.ts === null) return undefined
  const { ts } = on
  const { flat, nameInBlocks } = briefOf(on)
  const facts = nameInBlocks ? withShown(row, { nameInBlocks }) : row.facts
  const form = render({ ...row, facts }, flat && { flat })
  try {
    await inForm(deps, form, ({ text, blocks }) =>
      deps.slack.update({ channel: row.channel, ts, text, blocks }),
    )
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.code !== 'message_not_found' || !isPostedCard(on))
      throw error
    // Slack's event about it was missed.
    await cardDeleted(deps, row.channel, ts)
    throw new RetryLater(0, 'the card is gone: it will say this once it is posted again')
  }
  return ts
}
