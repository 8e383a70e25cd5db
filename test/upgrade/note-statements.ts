import { appendFileSync } from 'node:fs'
import pg from 'pg'

/**
 * Loaded into processes that run on PostgreSQL, with `--import`. Appends each statement to the file in NOTE_STATEMENTS,
 * as one line of JSON, once per process and number of rows or values.
 */
const file = process.env['NOTE_STATEMENTS']
const seen = new Set<string>()

const passing =
  /^\s*(begin|commit|rollback|savepoint|release|start|set|show|listen|unlisten|notify|create|drop|alter|do|truncate|declare|fetch|close|explain|prepare|deallocate)\b/i

/** The same for statements that differ only in how many rows, values, or parts of a union they have. */
export const kindOf = (text: string): string => {
  const plain = text
    .replaceAll(/\$?\d+/g, '$')
    .replaceAll(/\((\$(, )?)+\)(, \((\$(, )?)+\))*/g, '($)')
    .replaceAll(/\s+/g, ' ')
  return [...new Set(plain.split(' union all '))].join(' union all ')
}

const note = (query: unknown) => {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text
  if (file === undefined || typeof text !== 'string' || passing.test(text)) return
  const kind = kindOf(text)
  if (seen.has(kind)) return
  seen.add(kind)
  appendFileSync(file, `${JSON.stringify(text)}\n`)
}

const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
Object.assign(pg.Client.prototype, {
  query(this: unknown, ...given: unknown[]) {
    note(given[0])
    return query.apply(this, given)
  },
})
