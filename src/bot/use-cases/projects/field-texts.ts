import type { DataField } from '../../../contract/data-field.ts'
import { folded } from '../../../contract/text/folded.ts'
import { isoFromUs } from '../../../contract/dates.ts'

const numberOf = (text: string): number | undefined => {
  const plain = text.replaceAll(/[,\s_]/g, '')
  const number = /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
  // A longer one would be written as another.
  return Number.isSafeInteger(number) || (Number.isFinite(number) && plain.includes('.')) ? number : undefined
}

const flagOf = (text: string): boolean | undefined => {
  if (/^(yes|true|on)$/i.test(text)) return true
  return /^(no|false|off)$/i.test(text) ? false : undefined
}

const byType: Readonly<Record<string, (text: string, options: readonly string[]) => unknown>> = {
  number: numberOf,
  boolean: flagOf,
  date: isoFromUs,
  choice: (text, options) => options.find((option) => folded(option) === folded(text)),
}

/** What the text may mean, most likely first. Without a known type, a dry run decides. Empty is null. */
export const fieldTexts = (field: DataField, text: string): readonly unknown[] => {
  if (text === '') return [null]
  const read = byType[field.field_type ?? '']
  if (read) return [read(text, field.options ?? []) ?? text]
  if (field.field_type === 'text') return [text]
  return [text, numberOf(text), flagOf(text), isoFromUs(text)].filter((form) => form !== undefined)
}
