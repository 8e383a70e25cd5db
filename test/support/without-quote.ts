const quote = /^(Task [^]*)\n[^\n]+: “([^\n]*)”((?:\n[^\n]*)?)$/

/** The comment that a task's card quotes, above the line about readers. */
export const quoteIn = (text: string): string | undefined => quote.exec(text)?.[2]

/** What a message says, without the comment that a task's card quotes. */
export const withoutQuote = (text: string): string => text.replace(quote, '$1$3')
