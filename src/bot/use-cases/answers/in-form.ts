import { startOf } from '../../../contract/text/start-of.ts'
import { waitLeft } from '../../../contract/dates.ts'
import { hasCharts, withoutCharts } from '../../messages/kit/chart.ts'
import { readSetting, writeSetting } from '../../store/settings.ts'
import type { BotDeps } from '../../deps.ts'
import { isOfForm } from '../../slack/error-codes.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Outgoing } from '../../slack/slack.ts'
import { dayMs } from './wall-clock.ts'

/** Slack cuts or refuses longer texts. */
const longestText = 12_000

interface Form {
  text: string
  blocks: Outgoing['blocks']
}

type Deps = Pick<BotDeps, 'log' | 'database' | 'now'>

/** When this workspace's Slack refused charts, in ms. It is asked again later, because Slack learns. */
const refusedKey = 'charts_refused'
const believedMs = 30 * dayMs

const plain = <F extends Form>(form: F): F => ({ ...form, blocks: withoutCharts([...form.blocks]) })

/** Bars of characters in place of charts, where Slack refused charts. */
export const plainIfRefused = async <F extends Form>(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  form: F,
): Promise<F> => {
  if (!hasCharts(form.blocks)) return form
  const at = Number((await readSetting(database.sql, refusedKey)) ?? 0)
  return waitLeft(at, believedMs, now()) > 0 ? plain(form) : form
}

const refusedForm = (error: unknown): error is SlackProblem =>
  error instanceof SlackProblem && isOfForm(error.code)

/** Remembers that Slack refuses charts, once it has taken the same message without them. */
const withPlainCharts = async <R>(deps: Deps, form: Form, call: (form: Form) => Promise<R>): Promise<R> => {
  const result = await call(plain(form))
  await writeSetting(deps.database.sql, refusedKey, String(deps.now()))
  deps.log.warn({}, 'Slack refused a chart: text bars are sent instead')
  return result
}

/** If Slack refuses a message's blocks, their content is sent as text, so that no words are lost. */
export const inForm = async <R>(deps: Deps, said: Form, call: (form: Form) => Promise<R>): Promise<R> => {
  const form = await plainIfRefused(deps, said)
  try {
    return await call(form)
  } catch (error) {
    if (!refusedForm(error)) throw error
    if (hasCharts(form.blocks))
      try {
        return await withPlainCharts(deps, form, call)
      } catch (again) {
        if (!refusedForm(again)) throw again
      }
    deps.log.error({ problem: error.code }, 'Slack did not take the blocks of a message: sent as text only')
    return call({ text: startOf(form.text, longestText), blocks: [] })
  }
}
