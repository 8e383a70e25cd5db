const inAscii = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * How a text may be written in a column under SQL's `lower`, which changes ASCII letters only (in SQLite, and in
 * PostgreSQL's C locale): as typed, in small letters, in capitals, with a capital first, or in Turkish capitals. In NFC, as known names
 * are stored.
 */
export const letterCases = (text: string): string[] => {
  const small = text.toLowerCase()
  const capital = small.charAt(0).toUpperCase() + small.slice(1)
  const cases = [text, small, text.toUpperCase(), capital, small.toLocaleUpperCase('tr')]
  return [...new Set(cases.map((one) => inAscii(one.normalize('NFC'))))]
}
