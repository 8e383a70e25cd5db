import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../../contract/fields.ts'
import { startOf, entered, isBlank } from '../../../contract/text.ts'
import { notAllowed } from '../../acting.ts'
import { ApiProblem } from '../../../contract/problem.ts'

export type Form = Readonly<Record<string, unknown>>

export const formIn = (request: FastifyRequest) => (request.body ?? {}) as Form
export const queryIn = (request: FastifyRequest) => request.query as Form
export const paramsIn = (request: FastifyRequest) => request.params as Readonly<Record<string, string>>

export const textIn = (form: Form, name: string, most = Infinity): string => {
  const value = form[name]
  return typeof value === 'string' ? startOf(entered(value), most) : ''
}

/** Not trimmed, because spaces can be part of a password. */
export const passwordIn = (request: FastifyRequest): string => {
  const { password } = formIn(request)
  return typeof password === 'string' ? password.slice(0, 1_000) : ''
}

/** Whether htmx sent the request. It gets only a part of the page. */
export const isHtmx = (request: FastifyRequest): boolean => request.headers['hx-request'] === 'true'

/** Leads the browser elsewhere after a form. Encodes only what a header can't hold, so `%20` stays as it is. */
export const seeOther = (reply: FastifyReply, address: string): FastifyReply =>
  reply.redirect(address.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent), 303)

/** Keeps other sites from submitting forms for a signed-in person. Programs use `/app/api` instead. */
export const sameOrigin = (request: FastifyRequest): void => {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const isSame =
    site === undefined
      ? origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
      : site === 'same-origin'
  if (!isSame) throw notAllowed('This form was sent from another site.')
}

/** Counts from 0. */
export const wantedPage = (query: Form, name: string): number => {
  const text = query[name]
  return typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : 0
}

const withQuery = (query: Form, changed: Readonly<Record<string, string | undefined>>): string => {
  const kept = Object.entries(query).filter(([, value]) => typeof value === 'string') as [string, string][]
  const all = { ...Object.fromEntries(kept), ...changed }
  const entries = Object.entries(all).filter(([, value]) => value !== undefined && value !== '')
  return `?${new URLSearchParams(entries as [string, string][]).toString()}`
}

export const pagesOf = (
  query: Form,
  name: string,
  { page, size, total }: { page: number; size: number; total: number },
) => {
  const hrefOf = (other: number) => withQuery(query, { [name]: other === 0 ? undefined : String(other + 1) })
  const last = Math.max(0, Math.ceil(total / size) - 1)
  return {
    total,
    totalText: total.toLocaleString('en-US'),
    from: total === 0 ? 0 : page * size + 1,
    to: Math.min(total, (page + 1) * size),
    many: last > 0 || page > 0,
    before: page > 0 ? hrefOf(Math.min(page - 1, last)) : undefined,
    after: page < last ? hrefOf(page + 1) : undefined,
  }
}

/** Links to the whole list and to each state, by its name. */
export const filtersOf = (query: Form, state: string | undefined, states: Readonly<Record<string, string>>) =>
  [[undefined, 'All'] as const, ...Object.entries(states)].map(([one, name]) => ({
    name,
    href: withQuery(query, { state: one, page: undefined }),
    current: one === state,
  }))

export interface Refused {
  readonly field: string
  readonly message: string
  readonly filled: Form
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Whether somebody else made a change since the form was shown. The page then shows the new text and the typed one. */
const isStale = ({ field }: Refused) => field === 'revision' || field === 'seen'

/** Fields that people don't fill in. */
const hidden = new Set(['form_key', 'revision', 'seen', 'status', 'm', 't', 's', 'q', 'account_uuid'])

/** Whether the form itself shows the problem at its field. */
const isShownAtField = (refused: Refused) =>
  typeof refused.filled['form_key'] === 'string' && !isStale(refused) && !hidden.has(refused.field)

/** For templates: what the form with this key shows. After a refusal, that is what was typed and what is wrong. */
export const shownIn = (refused: Refused | undefined) => (key: string) => {
  const own = refused?.filled['form_key'] === key && isShownAtField(refused) ? refused : undefined
  const filled = own?.filled ?? {}
  return {
    failed: own !== undefined,
    value: (name: string, stored?: unknown) => text(Object.hasOwn(filled, name) ? filled[name] : stored),
    checked: (name: string, stored: boolean) => (own ? Object.hasOwn(filled, name) : stored),
    error: (name: string) => (own?.field === name ? own.message : undefined),
  }
}

/** Shown at the top: a refusal that no form shows, and typed text that would be lost. A uuid was chosen, not typed. */
const noticeFacts = (refused: Refused) => ({
  notice: refused.message,
  typed: isStale(refused)
    ? Object.entries(refused.filled)
        .filter(([name, value]) => !hidden.has(name) && !isBlank(text(value)) && !isUuid(text(value)))
        .map(([name, value]) => ({
          name: name.replace(/^field\..*/, 'data field').replaceAll('_', ' '),
          value: text(value),
        }))
    : [],
})

export const refusalFacts = (refused: Refused | undefined) => ({
  refusedIn: shownIn(refused),
  ...(refused && !isShownAtField(refused) && noticeFacts(refused)),
})

/** Throws the error again if it is not a refusal. */
export const refusalIn = (error: unknown, filled: Form): Refused => {
  if (!(error instanceof ApiProblem)) throw error
  const [first] = error.fields
  return { field: first?.field ?? 'form', message: first?.message ?? error.message, filled }
}
