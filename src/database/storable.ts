/** What PostgreSQL's text refuses. */
export const nul = '\0'

/** Text from outside as both engines keep it: no NUL, and no half of a surrogate pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll(nul, '\uFFFD')
