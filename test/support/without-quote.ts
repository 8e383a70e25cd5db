/** What a message says, without the comment that a task's card quotes in its last line. */
export const withoutQuote = (text: string): string => text.replace(/\n[^\n]+: “[^\n]*”$/, '')
