import { ApiProblem } from '../../../contract/problem.ts'
import type { Form } from './request.ts'

export interface Refused {
  readonly field: string
  readonly message: string
  readonly filled: Form
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Somebody else made a change since the form was shown. The page shows the new text, and also what was typed. */
const isStale = ({ field }: Refused) => field === 'revision' || field === 'seen'

/** Fields that people don't fill in. */
const hidden = new Set(['form_key', 'revision', 'seen', 'status', 'm', 't', 's', 'q', 'account_uuid'])

/** A value that was chosen from a list is not worth showing. */
const isUuid = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** Whether the form itself shows the problem at its field. */
const saysItself = (refused: Refused) =>
  typeof refused.filled['form_key'] === 'string' && !isStale(refused) && !hidden.has(refused.field)

/** For templates: what the form with this key shows. After a refusal, that is what was typed and what is wrong. */
export const shownIn = (refused: Refused | undefined) => (key: string) => {
  const own = refused?.filled['form_key'] === key && saysItself(refused) ? refused : undefined
  const filled = own?.filled ?? {}
  return {
    failed: own !== undefined,
    value: (name: string, stored?: unknown) => text(Object.hasOwn(filled, name) ? filled[name] : stored),
    checked: (name: string, stored: boolean) => (own ? Object.hasOwn(filled, name) : stored),
    error: (name: string) => (own?.field === name ? own.message : undefined),
  }
}

/** Shown at the top of the page: a refusal that no form shows, and text that would be lost. */
const above = (refused: Refused) => ({
  notice: refused.message,
  typed: isStale(refused)
    ? Object.entries(refused.filled)
        .filter(([name, value]) => !hidden.has(name) && text(value).trim() !== '' && !isUuid(text(value)))
        .map(([name, value]) => ({
          name: name.replace(/^field\..*/, 'data field').replaceAll('_', ' '),
          value: text(value),
        }))
    : [],
})

export const refusalFacts = (refused: Refused | undefined) => ({
  refusedIn: shownIn(refused),
  ...(refused && !saysItself(refused) && above(refused)),
})

/** Throws the error again if it is not a refusal. */
export const refusalIn = (error: unknown, filled: Form): Refused => {
  if (!(error instanceof ApiProblem)) throw error
  const [first] = error.fields
  return { field: first?.field ?? 'form', message: first?.message ?? error.message, filled }
}
