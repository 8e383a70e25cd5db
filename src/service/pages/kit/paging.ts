import type { Form } from './request.ts'

/** Counts from 0. */
export const wantedPage = (query: Form, name: string): number => {
  const text = query[name]
  return typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : 0
}

const withQuery = (query: Form, changed: Readonly<Record<string, string | undefined>>): string => {
  const kept = Object.entries(query).filter(([, value]) => typeof value === 'string') as [string, string][]
  const all = { ...Object.fromEntries(kept), ...changed }
  const said = Object.entries(all).filter(([, value]) => value !== undefined && value !== '')
  return `?${new URLSearchParams(said as [string, string][]).toString()}`
}

export const pagesOf = (
  query: Form,
  name: string,
  { page, size, total }: { page: number; size: number; total: number },
) => {
  const to = (other: number) => withQuery(query, { [name]: other === 0 ? undefined : String(other + 1) })
  const last = Math.max(0, Math.ceil(total / size) - 1)
  return {
    total,
    totalText: total.toLocaleString('en-US'),
    from: total === 0 ? 0 : page * size + 1,
    to: Math.min(total, (page + 1) * size),
    many: last > 0 || page > 0,
    before: page > 0 ? to(Math.min(page - 1, last)) : undefined,
    after: page < last ? to(page + 1) : undefined,
  }
}

/** Links to the whole list and to each state, by its name. */
export const filtersOf = (query: Form, state: string | undefined, states: Readonly<Record<string, string>>) =>
  [[undefined, 'All'] as const, ...Object.entries(states)].map(([one, name]) => ({
    name,
    href: withQuery(query, { state: one, page: undefined }),
    current: one === state,
  }))
