import { z } from 'zod'
import { ApiProblem } from '../../../contract/problem.ts'
import type { DataField } from '../../../contract/data-field.ts'
import { lastProjectEvent } from '../../store/tracker/told-fields.ts'
import type { BotDeps } from '../../deps.ts'

export interface FieldInView {
  field: DataField
  /** The value's own uuid, which is what is written to; undefined where nobody told it. */
  valueUuid: string | undefined
  value: unknown
}

export interface FieldsInView {
  fields: readonly FieldInView[]
  /** False: the tracker offers no look-up, and no event has told a value. */
  valuesKnown: boolean
}

interface Told {
  uuid: string
  fieldUuid: string | undefined
  name: string
  value: unknown
}

const notOffered = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.kind === 'not-found' || error.status === 405)

const dataFields = z.array(z.looseObject({ uuid: z.string(), name: z.string(), value: z.unknown() }))
const announced = z.looseObject({
  payload: z.looseObject({ project: z.looseObject({ data_fields: dataFields }) }),
})

/** What the last event of the project said of its fields; a value's uuid stands there under its field's name. */
const toldByEvent = async (deps: BotDeps, projectUuid: string): Promise<Told[]> => {
  const body = await lastProjectEvent(deps.database.sql, projectUuid)
  const read = announced.safeParse(body === undefined ? undefined : JSON.parse(body))
  return (read.data?.payload.project.data_fields ?? []).map(({ uuid, name, value }) => ({
    uuid,
    fieldUuid: undefined,
    name,
    value,
  }))
}

const told = async (deps: BotDeps, projectUuid: string): Promise<Told[]> => {
  try {
    const { datafield_values: values } = await deps.api.lookUpDataFieldValues({ project_uuid: projectUuid })
    return values.map(({ uuid, datafield_uuid: fieldUuid, name, value }) => ({
      uuid,
      fieldUuid,
      name,
      value,
    }))
  } catch (error) {
    if (!notOffered(error)) throw error
    return toldByEvent(deps, projectUuid)
  }
}

/** The live project fields, of which values may exist or be written. */
export const liveFields = async (deps: Pick<BotDeps, 'api'>): Promise<readonly DataField[]> => {
  const query = { object_type_code: 'PROJECT', is_archived: false, limit: 200 }
  const { datafields } = await deps.api.listDataFields(query)
  // A tracker that does not know the filter answers with everything.
  return datafields.filter(({ object_type: type }) => type === 'PROJECT')
}

/** The live data fields of a project with their values. */
export const fieldsInView = async (deps: BotDeps, projectUuid: string): Promise<FieldsInView> => {
  const [fields, values] = await Promise.all([liveFields(deps), told(deps, projectUuid)])
  const of = (field: DataField) =>
    values.find(({ fieldUuid }) => fieldUuid === field.uuid) ??
    values.find(({ fieldUuid, name }) => fieldUuid === undefined && name === field.name)
  return {
    fields: fields.map((field) => {
      const value = of(field)
      return { field, valueUuid: value?.uuid, value: value?.value }
    }),
    valuesKnown: values.length > 0,
  }
}
