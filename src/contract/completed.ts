/** Whole words: not "Incomplete" or "Abandoned". */
const done = /(?<![a-z])(?:completed?|done)(?![a-z])/i
const not = /(?<![a-z])not(?![a-z])/i

/** Whether a status means that work is done. The interface names no statuses, so trackers use their own. */
export const saysCompleted = (word: string | null | undefined): boolean =>
  done.test(word ?? '') && !not.test(word ?? '')

/** Like `saysCompleted`, but also true for an archived project. */
export const saysOver = (word: string | null | undefined): boolean =>
  saysCompleted(word) || /archive/i.test(word ?? '')
