import { type Inline, link } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface DigestItem {
  /** The task’s. */
  uuid?: string | undefined
  name: string
  url?: string | undefined
  /** In brackets after the name: `3 days`, `since 18 Nov`. */
  detail?: string | undefined
  /** How many of the total this item represents, such as a task's comments. Default 1. */
  standsFor?: number | undefined
}

export interface DigestItems {
  total: number
  named?: readonly DigestItem[] | undefined
}

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

/** At most `most` names, and the number of others. Undefined if there are none. */
export const someItems = (kind: ItemKind, { total, named = [] }: DigestItems, most: number) => {
  if (total === 0) return undefined
  const shown = named.slice(0, most)
  const rest = total - shown.reduce((sum, { standsFor = 1 }) => sum + standsFor, 0)
  const more = rest > 0 ? rest.toLocaleString('en-US') : undefined
  return { head: words[kind](total), shown, more }
}
