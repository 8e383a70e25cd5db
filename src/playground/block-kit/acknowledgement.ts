import { slackLimits as limits } from '../../slack-limits.ts'
import type { Json } from '../workspace/types.ts'
import { option, optionGroups } from './objects.ts'
import { isObject, list, listOf, problemsOf, repeated, type Rule, text } from './rules.ts'
import { type Refused, refusedView } from './validate.ts'

const words = text(limits.inputError)

/** Error texts of a dialog's inputs, by block id. */
const errors: Rule = (value, pointer, report) => {
  const all = isObject(value) ? Object.entries(value) : []
  if (all.length === 0) report('must provide an object of errors', pointer)
  for (const [block, message] of all) words(message, `${pointer}/${block}`, report)
}

/** A menu's options. An empty list is valid. */
const options: Rule = (value, pointer, report) => {
  list(option, limits.options, 0)(value, pointer, report)
  const values = listOf(value).map((one) => (isObject(one) ? one['value'] : undefined))
  for (const [index, value] of repeated(values))
    report(`value already exists: ${String(value)}`, `${pointer}/${index}/value`)
}

/**
 * Why Slack would refuse an app's answer to an interaction: a dialog's next view or errors, or a menu's options.
 * https://docs.slack.dev/interactivity/handling-user-interaction
 */
export const refusedAcknowledgement = (answer: Json): Refused | undefined => {
  const { response_action: action, view } = answer
  const next = action === 'update' || action === 'push'
  const refused = next || view !== undefined ? refusedView(view, 'modal') : undefined
  if (refused) return refused
  const fields: Json = action === 'errors' ? { errors: {}, ...answer } : answer
  const messages = Object.entries({ errors, options, option_groups: optionGroups }).flatMap(([name, rule]) =>
    fields[name] === undefined ? [] : problemsOf(rule, fields[name], `/${name}`),
  )
  return messages.length > 0 ? { error: 'invalid_arguments', messages } : undefined
}
