/** Texts in which nobody sees anything: spaces, tabs, zero-width and format characters, fillers. */
export const blankTexts = [
  ' ',
  '\u00A0',
  '\n\t',
  '\u200B',
  '\u2060',
  '\u3164',
  '\u2800',
  '\uFEFF \u00AD',
  '\u115F\u202E\uFE0F',
]
