/** PostgreSQL does not store it in text. */
export const nul = '\0'

/** Makes text from outside storable on both engines: without NUL and half surrogate pairs. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll(nul, '\uFFFD')
