import { actions, type ListPage } from './ids.ts'
import { button } from './buttons.ts'
import { note } from './message.ts'

/** The end of a page of a list: how much of it was seen by now, and *Show more*; false where nothing follows. */
export const pageEnd = (
  { total, offset }: { total: number; offset: number },
  shown: readonly unknown[],
  list: Omit<ListPage, 'offset'>,
) => {
  const next = offset + shown.length
  const more = next < total && shown.length > 0
  const value: ListPage = { ...list, offset: next }
  return {
    seen: more && note(`${next} of ${total} shown.`),
    showMore: more && button(actions.listMore, 'Show more', { value: JSON.stringify(value) }),
  }
}
