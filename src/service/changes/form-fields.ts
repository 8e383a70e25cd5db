import { z } from 'zod'
import { limits } from '../../contract/limits.ts'

/**
 * Forms drop white space that people don't see: at both ends of a line, and around a text, except for the
 * indentation of its first line. Text from the API is stored as sent.
 */

export const typedText = () =>
  z.string().transform((text) =>
    text
      .replaceAll('\r\n', '\n')
      .replace(/^(?:[^\S\n]*\n)+/, '')
      .trimEnd(),
  )

export const nameField = (max: number = limits.projectName) =>
  z.string().trim().min(1, 'A name is required.').max(max, `A name can have at most ${max} characters.`)

export const textField = typedText().pipe(z.string().max(20_000, 'This can have at most 20000 characters.'))

/** The lines of a text, without empty and repeated ones. */
export const linesIn = (text = ''): string[] =>
  [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
