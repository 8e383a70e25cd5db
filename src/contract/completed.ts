/** Whether a status means that work is done. The interface names no statuses, so trackers use their own. */
export const saysCompleted = (word: string | null | undefined): boolean => /complete|done/i.test(word ?? '')

/** Like `saysCompleted`, but also true for an archived project. */
export const saysOver = (word: string | null | undefined): boolean =>
  saysCompleted(word) || /archive/i.test(word ?? '')
