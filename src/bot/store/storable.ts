/** PostgreSQL stores no NUL in text; names and words come from outside. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD')
