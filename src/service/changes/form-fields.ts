import { z } from 'zod'
import { limits } from '../../contract/limits.ts'

/** Fields of the pages' forms: each says in its own words what is wrong with it. */
export const nameField = (max: number = limits.projectName) =>
  z.string().trim().min(1, 'A name is required.').max(max, `A name has at most ${max} characters.`)

export const textField = z.string().trim().max(20_000, 'A text has at most 20000 characters.')

/** The lines of a text that are not empty, each once. */
export const linesIn = (text = ''): string[] =>
  [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
