import { createHash, type Hash } from 'node:crypto'
import { worldTime } from './clock.ts'

let hash: Hash = createHash('sha1')
let lines: string[] | undefined
/** Not yet in the hash, because many small updates take longer. */
let text = ''

/** Begins the trace of a world. `keeps`: also as text. */
export const startTrace = (keeps: boolean): void => {
  hash = createHash('sha1')
  text = ''
  lines = keeps ? [] : undefined
}

/** A call, an answer, or a row. The same world makes the same notes. */
export const note = (who: string, what: string): void => {
  const line = `${worldTime()} ${who}: ${what}\n`
  text += line
  lines?.push(line)
  if (text.length < 100_000) return
  hash.update(text)
  text = ''
}

export const endTrace = (): { readonly digest: string; readonly lines: readonly string[] } => ({
  digest: hash.update(text).digest('hex').slice(0, 16),
  lines: lines ?? [],
})
