import type { Args } from './args.ts'
import { refuse } from './refusal.ts'

const encode = (offset: number) => Buffer.from(`at:${offset}`).toString('base64')

const decode = (cursor: string): number => {
  const match = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())
  return match ? Number(match[1]) : refuse('invalid_cursor')
}

/** One page of a list by `limit` and `cursor`; `next` is empty on the last. */
export const page = <Item>(all: readonly Item[], args: Args, usual: number, max: number) => {
  const limit = args.number('limit', usual, max)
  const cursor = args.text('cursor')
  const start = cursor === undefined ? 0 : decode(cursor)
  const end = start + limit
  return { items: all.slice(start, end), next: end < all.length ? encode(end) : '' }
}
