import { z } from 'zod'
import { maybe, number, text } from '../../../kit/facts.ts'
import { type Inline, link } from '../../../kit/message.ts'
import { count } from '../../../kit/text/words.ts'

export const digestItem = z.object({
  name: text,
  /** The task’s. */
  ...maybe('uuid'),
  ...maybe('url'),
  /** In brackets after the name: `3 days`, `since 18 Nov`. */
  ...maybe('detail'),
  /** How many of the total this item represents, such as a task's comments. Default 1. */
  standsFor: number.optional(),
})
export type DigestItem = z.output<typeof digestItem>

export const digestItems = z.object({ total: number, named: z.array(digestItem).readonly().optional() })
export type DigestItems = z.output<typeof digestItems>

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
