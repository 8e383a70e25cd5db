/** Whether a status or state says that work is over. The interface names none, so trackers use their own words. */
export const saysCompleted = (word: string | null | undefined): boolean => /complete|done/i.test(word ?? '')

/** The same of a project that may be archived as well. */
export const saysOver = (word: string | null | undefined): boolean =>
  saysCompleted(word) || /archive/i.test(word ?? '')
