import { ApiProblem } from '../../../contract/problem.ts'
import type { Form } from './request.ts'

/** What a form was refused for, and what had been filled in. */
export interface Refused {
  readonly field: string
  readonly message: string
  readonly filled: Form
}

/** How a form is shown: with what was filled in and what is wrong with it, if it was this one that was refused. */
export interface Shown {
  readonly failed: boolean
  readonly value: (name: string, stored?: unknown) => string
  readonly checked: (name: string, stored: boolean) => boolean
  /** What is wrong with this field. */
  readonly error: (name: string) => string | undefined
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const untouched: Shown = {
  failed: false,
  value: (_name, stored) => text(stored),
  checked: (_name, stored) => stored,
  error: () => undefined,
}

/** Somebody changed it since the form was shown: what they wrote is shown, what was typed beside it. */
const isStale = ({ field }: Refused) => field === 'revision' || field === 'seen'

/** Names of fields that nobody fills in. */
const hidden = new Set(['form_key', 'revision', 'seen', 'once', 'status', 'm', 't', 's', 'q', 'account_uuid'])

/** What was chosen from a list is not words that would be lost. */
const isUuid = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** Whether the form itself says what is wrong, beside the field. */
const saysItself = (refused: Refused) =>
  typeof refused.filled['form_key'] === 'string' && !isStale(refused) && !hidden.has(refused.field)

/** For templates: the form of this key as it is to be shown. */
export const kindly =
  (refused: Refused | undefined) =>
  (key: string): Shown => {
    if (!refused || refused.filled['form_key'] !== key || !saysItself(refused)) return untouched
    return {
      failed: true,
      value: (name, stored) =>
        Object.hasOwn(refused.filled, name) ? text(refused.filled[name]) : text(stored),
      checked: (name) => Object.hasOwn(refused.filled, name),
      error: (name) => (refused.field === name ? refused.message : undefined),
    }
  }

/** Above the page: what no form on it says, and the words that would be lost otherwise. */
const above = (refused: Refused) => ({
  notice: refused.message,
  typed: isStale(refused)
    ? Object.entries(refused.filled)
        .filter(([name, value]) => !hidden.has(name) && text(value).trim() !== '' && !isUuid(text(value)))
        .map(([name, value]) => ({ name: name.replaceAll('_', ' '), value: text(value) }))
    : [],
})

export const refusalFacts = (refused: Refused | undefined) => ({
  refusedIn: kindly(refused),
  ...(refused && !saysItself(refused) && above(refused)),
})

/** The refusal that an error is; anything that is none is thrown on. */
export const refusalIn = (error: unknown, filled: Form): Refused => {
  if (!(error instanceof ApiProblem)) throw error
  const [first] = error.fields
  return { field: first?.field ?? 'form', message: first?.message ?? error.message, filled }
}
