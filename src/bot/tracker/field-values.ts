import { z } from 'zod'
import type { DataField } from '../../contract/data-field.ts'
import { isoFromUs } from '../../contract/dates.ts'
import { folded } from '../../contract/text.ts'
import { lastProjectEvent } from '../store/inbox.ts'
import type { BotDeps } from '../deps/deps.ts'
import { unlessMissing } from './tracker-says.ts'

export interface FieldInView {
  field: DataField
  /** The value's own uuid, required for writing. Undefined if unknown. */
  valueUuid: string | undefined
  value: unknown
}

interface StoredValue {
  /** Missing if an event gave none: the value is shown, and can't be written. */
  uuid?: string | null | undefined
  /** Missing in an event. */
  datafield_uuid?: string | undefined
  name: string
  value?: unknown
}

/** An event gives a value's own uuid and its field's name. Nothing else of it is read. */
const dataFieldsSchema = z.array(
  z.object({ uuid: z.string().nullish(), name: z.string(), value: z.unknown() }),
)
const projectEventSchema = z.object({
  payload: z.object({ project: z.object({ data_fields: dataFieldsSchema }) }),
})

/** Field values from the project's last event. */
const valuesFromEvent = async (deps: BotDeps, projectUuid: string): Promise<StoredValue[]> => {
  const body = await lastProjectEvent(deps.database.sql, projectUuid)
  const read = projectEventSchema.safeParse(body === undefined ? undefined : JSON.parse(body))
  return read.data?.payload.project.data_fields ?? []
}

/** A tracker without this extension has the values only in its events. */
const valuesOf = async (deps: BotDeps, projectUuid: string): Promise<StoredValue[]> => {
  const found = await unlessMissing(deps.api.lookUpDataFieldValues({ project_uuid: projectUuid }))
  return found?.datafield_values ?? valuesFromEvent(deps, projectUuid)
}

export const liveFields = async (deps: BotDeps): Promise<readonly DataField[]> => {
  const query = { object_type_code: 'PROJECT', is_archived: false, limit: 200 }
  const { datafields } = await deps.api.listDataFields(query)
  // A tracker that does not support the filter returns all fields.
  return datafields.filter(({ object_type: type }) => type === 'PROJECT')
}

/** `valuesKnown` is false if the tracker cannot look up values and no event had any. */
export const fieldsInView = async (deps: BotDeps, projectUuid: string) => {
  const [fields, values] = await Promise.all([liveFields(deps), valuesOf(deps, projectUuid)])
  const valueOf = (field: DataField) =>
    values.find(({ datafield_uuid: uuid }) => uuid === field.uuid) ??
    values.find(({ datafield_uuid: uuid, name }) => uuid === undefined && name === field.name)
  const inView = fields.map((field): FieldInView => {
    const { uuid, value } = valueOf(field) ?? {}
    return { field, valueUuid: uuid ?? undefined, value }
  })
  return { fields: inView, valuesKnown: values.length > 0 }
}

const numberOf = (text: string): number | undefined => {
  const plain = text.replaceAll(/[,\s_]/g, '')
  const number = /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
  // A longer number would be stored as another one.
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

/** The values that a text may mean, most likely first. Without a known type, a dry run decides. Empty is null. */
export const fieldTexts = (field: DataField, text: string): readonly unknown[] => {
  if (text === '') return [null]
  const read = byType[field.field_type ?? '']
  if (read) return [read(text, field.options ?? []) ?? text]
  if (field.field_type === 'text') return [text]
  return [text, numberOf(text), flagOf(text), isoFromUs(text)].filter((form) => form !== undefined)
}
