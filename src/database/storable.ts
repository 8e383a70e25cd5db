/** PostgreSQL's text refuses it. */
export const nul = '\0'

/** Outside text that both engines can store: without NUL and half surrogate pairs. */
export const storable = (text: string): string => text.toWellFormed().replaceAll(nul, '\uFFFD')
