import { type Inline, line, link } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface DigestItem {
  name: string
  url?: string | undefined
  /** In brackets behind the name: `3 days`, `since 18 Nov`. */
  detail?: string | undefined
  /** How many of the total it counts for: comments are named by their task. Default 1. */
  standsFor?: number | undefined
}

/** How many there are, and those that are named. */
export interface DigestItems {
  total: number
  named?: readonly DigestItem[] | undefined
}

/** What a digest says of a project's items, in this order. */
const words = {
  done: (total: number) => `${count(total, 'task')} done`,
  late: (total: number) => `${count(total, 'task')} overdue`,
  waiting: (total: number) => `${count(total, 'task')} waiting on the customer`,
  comments: (total: number) => count(total, 'comment'),
}
export type ItemKind = keyof typeof words
export const itemKinds = Object.keys(words) as ItemKind[]

export const itemSpans = ({ url, name, detail }: DigestItem): Inline[] => [
  link(url, name),
  detail !== undefined && ` (${detail})`,
]

/** Items, `most` of them by name, and how many more there are; undefined where there are none. */
export const someItems = (kind: ItemKind, { total, named = [] }: DigestItems, most: number) => {
  if (total === 0) return undefined
  const shown = named.slice(0, most)
  const rest = total - shown.reduce((sum, { standsFor = 1 }) => sum + standsFor, 0)
  const more = rest > 0 ? rest.toLocaleString('en-US') : undefined
  return { head: words[kind](total), shown, more }
}

/** In one line. */
export const itemsLine = (kind: ItemKind, items: DigestItems, most: number) => {
  const list = someItems(kind, items, most)
  return (
    list &&
    line(
      list.head,
      ...list.shown.flatMap((item, index) => [index === 0 ? ': ' : ', ', ...itemSpans(item)]),
      list.more !== undefined && list.shown.length > 0 && ` and ${list.more} more`,
    )
  )
}

export const nextLine = (next: DigestItem | undefined) => next && line('Next: ', itemSpans(next))
