import { type DigestItem, type DigestItems, type ItemKind, itemSpans, someItems } from './digest-items.ts'
import { line } from '../../../kit/message.ts'

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
