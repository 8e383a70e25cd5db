/** A word in a message's text by which it is recognized later. */
export const wordOf = (kind: string, number: number): string => `${kind}-${number}-`
export const wordIn = /\b(?:comment|edit|reply)-\d+-/g
