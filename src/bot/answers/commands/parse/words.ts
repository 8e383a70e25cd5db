/** Opening quotation marks and their closing marks. Phones and word processors type curly ones. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"“”',
  '“': '”"“',
  '„': '“”"',
  '”': '”"',
  '«': '»',
  "'": "'’",
  '‘': "’'",
  '’': "’'",
  '‚': "‘’'",
  '`': '`´',
}

/** Also inside words, as in `Levi's`, so these close only where a word ends. */
const insideWords = /^['’‘´`]$/

export interface First {
  word: string
  rest: string
  quoted: boolean
}

const closes = (text: string, mark: string, at: number): boolean =>
  !insideWords.test(mark) || !/^[\p{L}\p{N}]/u.test(text.slice(at + 1, at + 3))

/** The opening mark's own partner wins: a name in straight marks may have curly ones in it. */
const closingAt = (text: string, [own = '', ...others]: string): number => {
  const at = (mark: string) => {
    let found = text.indexOf(mark, 1)
    while (found > 0 && !closes(text, mark, found)) found = text.indexOf(mark, found + 1)
    return found
  }
  const first = at(own)
  if (first > 0) return first
  return Math.min(...others.map(at).filter((found) => found > 0), text.length)
}

/** A quoted phrase, a whole Slack `<…>` (its label may have spaces), or the text before the next space. */
export const firstWord = (text: string): First => {
  const trimmed = text.trim()
  const marks = quotes[trimmed.charAt(0)]
  const close = marks === undefined ? trimmed.length : closingAt(trimmed, marks)
  if (close < trimmed.length)
    return { word: trimmed.slice(1, close).trim(), rest: trimmed.slice(close + 1).trim(), quoted: true }
  const [word = ''] = /^<[^<>]*>|^\S*/.exec(trimmed) ?? []
  return { word, rest: trimmed.slice(word.length).trim(), quoted: false }
}

export const unquoted = (text: string): string => {
  const { word, rest, quoted } = firstWord(text)
  return quoted && rest === '' ? word : text.trim()
}
