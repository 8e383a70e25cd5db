import { actions, command, type ListPage } from './ids.ts'
import { button } from './buttons.ts'
import { type Inline, line, name, note } from './message.ts'
import { count } from './text/words.ts'

/** The number of matches, or how to search again if there are none. `where`: ` of this channel`. */
export const listHead = (
  one: string,
  { total, query }: { total: number; query?: string | undefined },
  where: Inline = false,
) =>
  line(
    count(total, one),
    where,
    query !== undefined && query !== '' && name(` with “${query}” in the name`),
    total === 0 && `. Try another part of the name, or list all with ${command} ${one}s.`,
  )

/** The number of entries so far, and *Show more*. Both are false on the last page. */
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
