/** Opening quotation marks and their closing marks. Phones and word processors type curly ones. */
const quotes: Readonly<Record<string, string>> = { '"': '"“”', '“': '”"“', '„': '“”"', '”': '”"', '«': '»' }

export interface First {
  word: string
  rest: string
  quoted: boolean
}

const closingAt = (text: string, marks: string): number => {
  for (let index = 1; index < text.length; index++) if (marks.includes(text.charAt(index))) return index
  return -1
}

/** A quoted phrase, a whole Slack `<…>` (its label may have spaces), or the text before the next space. */
export const firstWord = (text: string): First => {
  const trimmed = text.trim()
  const marks = quotes[trimmed.charAt(0)]
  const close = marks === undefined ? -1 : closingAt(trimmed, marks)
  if (close > 0)
    return { word: trimmed.slice(1, close).trim(), rest: trimmed.slice(close + 1).trim(), quoted: true }
  const [word = ''] = /^<[^<>]*>|^\S*/.exec(trimmed) ?? []
  return { word, rest: trimmed.slice(word.length).trim(), quoted: false }
}

export const unquoted = (text: string): string => {
  const { word, rest, quoted } = firstWord(text)
  return quoted && rest === '' ? word : text.trim()
}
