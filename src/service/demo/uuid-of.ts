import { createHash } from 'node:crypto'

/** The same words always make the same uuid, so that tests and the README can name it. */
export const uuidOf = (...words: readonly string[]): string => {
  const hex = createHash('sha256')
    .update(['demo', ...words].join('/'))
    .digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

/** Makes the same series of uuids every time. */
export const uuidsFrom = (word: string): (() => string) => {
  let at = 0
  return () => uuidOf(word, String((at += 1)))
}
