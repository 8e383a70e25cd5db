/** A spreadsheet would run what begins like a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${harmless(value).replaceAll('"', '""')}"`

/** RFC 4180, with a mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
