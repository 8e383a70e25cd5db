import { z } from 'zod'
import { ApiProblem } from '../../../contract/problem.ts'
import type { SetArgs } from '../../commands/set.ts'
import { fieldChoice } from '../../messages/answers/field-choice.ts'
import { fieldEffect, type FieldToApply } from '../../messages/projects/field-effect.ts'
import { fieldNotWritable } from '../../messages/projects/field-not-writable.ts'
import { fieldRefused } from '../../messages/projects/field-refused.ts'
import { fieldUnconfirmed } from '../../messages/projects/field-unconfirmed.ts'
import { fieldWritten } from '../../messages/projects/field-written.ts'
import { notFound } from '../../messages/answers/not-found.ts'
import { staleButton } from '../../messages/answers/stale-button.ts'
import { knownProject } from '../../store/tracker/known-projects.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { linkFor, routeTo } from '../../access/audience.ts'
import { namedOrChannelProject } from '../tracker/named-or-channel-project.ts'
import { fieldTexts } from '../tracker/field-text.ts'
import { type FieldInView, fieldsInView } from '../tracker/field-values.ts'
import { valueText } from './show-fields.ts'
import { readValue } from '../answers/stale-value.ts'

const toApply: z.ZodType<FieldToApply> = z.tuple([z.string(), z.string(), z.string()])

/** By uuid, else by the exact name, else by a part of it; letter case aside. */
const matching = (fields: readonly FieldInView[], words: string): readonly FieldInView[] => {
  const wanted = words.toLowerCase()
  const exact = fields.filter(({ field }) => field.uuid === wanted || field.name.toLowerCase() === wanted)
  return exact.length > 0 ? exact : fields.filter(({ field }) => field.name.toLowerCase().includes(wanted))
}

interface Tried {
  /** The form of the typed text that the tracker takes. */
  value: unknown
  failures: readonly string[]
}

/** A dry run of each form of the text, until one is taken. */
const tried = async (deps: BotDeps, valueUuid: string, forms: readonly unknown[]): Promise<Tried> => {
  let first: Tried | undefined
  for (const value of forms) {
    const { failures = [] } = await deps.api.writeDataFieldValues({
      updates: { [valueUuid]: value },
      dry_run: true,
    })
    if (failures.length === 0) return { value, failures: [] }
    first ??= { value, failures: failures.map(({ message }) => message ?? 'It is not taken') }
  }
  return first ?? { value: null, failures: ['It is not taken'] }
}

/** `/onboard set <field> = <value>`: a dry run, and its effect with *Apply*. */
export const setField = async (deps: BotDeps, channel: string, args: SetArgs): Promise<Answer> => {
  const again = (uuid: string, field: string) => `set ${uuid} "${field}" = ${args.value}`
  const found = await namedOrChannelProject(deps, channel, args.project, (uuid) => again(uuid, args.field))
  if (!('kind' in found)) return found
  const { uuid, item } = found
  const { fields } = await fieldsInView(deps, uuid)
  const matches = matching(fields, args.field)
  const [only] = matches
  if (!only) return { message: notFound({ what: 'data field', query: args.field }) }
  if (matches.length > 1) {
    const candidates = matches.map(({ field, value }) => ({
      name: field.name,
      details: [valueText(value)],
      run: again(uuid, field.uuid),
    }))
    return { message: fieldChoice({ query: args.field, candidates, total: candidates.length }) }
  }
  const names = { fieldName: only.field.name, projectName: item.name }
  if (only.valueUuid === undefined) {
    const { internal_project_url: internalUrl, portal_project_url: portalUrl } = item
    const url = linkFor(await routeTo(deps, channel), { internalUrl, portalUrl })
    return { message: fieldNotWritable({ ...names, url }) }
  }
  const { value, failures } = await tried(deps, only.valueUuid, fieldTexts(only.field, args.value))
  if (failures.length > 0)
    return { message: fieldRefused({ ...names, failures, options: only.field.options ?? undefined }) }
  const [from, to] = [valueText(only.value), valueText(value)]
  return { message: fieldEffect({ ...names, projectUuid: uuid, fieldUuid: only.field.uuid, from, to }) }
}

/** What the tracker would not write; undefined when it gave no usable answer, and may have written. */
const written = async (
  deps: BotDeps,
  valueUuid: string,
  value: unknown,
): Promise<readonly string[] | undefined> => {
  try {
    const { failures = [] } = await deps.api.writeDataFieldValues({
      updates: { [valueUuid]: value },
      dry_run: false,
    })
    return failures.map(({ message }) => message ?? 'It is not taken')
  } catch (error) {
    if (error instanceof ApiProblem && error.kind === 'unknown') return undefined
    throw error
  }
}

/**
 * *Apply*. Writing the same value twice is the same as once, so a press that got no answer may be repeated. Which
 * value is written to is looked up anew: the project may have lost it since.
 */
export const applyField = async (deps: BotDeps, value: string): Promise<Answer> => {
  const [projectUuid, fieldUuid, text] = readValue(toApply, value)
  const { fields } = await fieldsInView(deps, projectUuid)
  const found = fields.find(({ field }) => field.uuid === fieldUuid)
  if (found?.valueUuid === undefined) return { message: staleButton(), replace: true }
  const project = await knownProject(deps.database.sql, projectUuid)
  const names = { fieldName: found.field.name, projectName: project?.name ?? 'the project' }
  const taken = await tried(deps, found.valueUuid, fieldTexts(found.field, text))
  const failures =
    taken.failures.length > 0 ? taken.failures : await written(deps, found.valueUuid, taken.value)
  if (failures === undefined) return { message: fieldUnconfirmed(names) }
  if (failures.length > 0) return { message: fieldRefused({ ...names, failures }), replace: true }
  const [from, to] = [valueText(found.value), valueText(taken.value)]
  return { message: fieldWritten({ ...names, from, to }), replace: true }
}
