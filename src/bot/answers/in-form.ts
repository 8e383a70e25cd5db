import { startOf } from '../../contract/text/start-of.ts'
import type { BotDeps } from '../deps/deps.ts'
import { isOfForm, SlackProblem } from '../slack/problem.ts'
import type { Outgoing } from '../slack/slack.ts'

/** Slack cuts or refuses longer texts. */
const longestText = 12_000

interface Form {
  text: string
  blocks: Outgoing['blocks']
}

/** If Slack refuses a message's blocks, their content is sent as text, so that no words are lost. */
export const inForm = async <R>(
  { log }: Pick<BotDeps, 'log'>,
  form: Form,
  call: (form: Form) => Promise<R>,
): Promise<R> => {
  try {
    return await call(form)
  } catch (error) {
    if (!(error instanceof SlackProblem) || !isOfForm(error.code)) throw error
    log.error({ problem: error.code }, 'Slack did not take the blocks of a message: sent as text only')
    return call({ text: startOf(form.text, longestText), blocks: [] })
  }
}
