const literal = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Finds `@word` in any case, but only as a whole: `@Dana Smith` is not in `@Dana Smithson`. */
export const mentionOf = (word: string): RegExp =>
  new RegExp(`@${literal(word)}(?![\\p{L}\\p{M}\\p{N}_])`, 'giu')
