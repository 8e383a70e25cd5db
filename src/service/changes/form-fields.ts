import { z } from 'zod'
import { limits } from '../../contract/limits.ts'

/**
 * What people type into a form may be surrounded by white space that they do not see: one line loses it at both
 * ends, a text loses empty lines before and white space after, and keeps the indentation of its first line.
 * Programs' texts stay as they came.
 */
export const typedLine = () => z.string().trim()

export const typedText = () =>
  z.string().transform((text) =>
    text
      .replaceAll('\r\n', '\n')
      .replace(/^(?:[^\S\n]*\n)+/, '')
      .trimEnd(),
  )

export const nameField = (max: number = limits.projectName) =>
  typedLine().min(1, 'A name is required.').max(max, `A name has at most ${max} characters.`)

export const textField = typedText().pipe(z.string().max(20_000, 'A text has at most 20000 characters.'))

/** Lines that are not empty, each once. */
export const linesIn = (text = ''): string[] =>
  [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
