import { fieldList, fieldsShown } from './messages/lists.ts'
import { ApiProblem } from '../../../contract/problem.ts'
import type { ProjectReference } from '../../answers/reference.ts'
import { fieldChoice } from '../../kit/buttons.ts'
import {
  fieldEffect,
  fieldToApply,
  fieldUnconfirmed,
  fieldWritten,
  fieldNotWritable,
  fieldRefused,
} from './messages/fields.ts'
import { notFound } from '../../answers/messages/answers.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { knownProject } from '../../store/known-projects.ts'
import type { Actor, Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../../answers/answer.ts'
import { linkFor } from '../../audience/audience.ts'
import { namedOrChannelProject } from '../../answers/find-project.ts'
import { type FieldInView, fieldsInView } from '../../tracker/field-values.ts'
import { readValue } from '../../kit/facts.ts'
import type { DataField } from '../../../contract/data-field.ts'
import { folded } from '../../../contract/text.ts'
import { isoFromUs } from '../../../contract/dates.ts'
import { answerText } from '../../kit/message.ts'

export interface SetArgs {
  /** Undefined: the channel's project. */
  project: ProjectReference | undefined
  /** A field's name, a part of it, or its uuid. */
  field: string
  /** An empty value clears the field. */
  value: string
}

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

/** Matches by uuid or exact name, else by part of the name (see `folded`). */
const matching = (fields: readonly FieldInView[], words: string): readonly FieldInView[] => {
  const wanted = folded(words)
  const exact = fields.filter(({ field }) => field.uuid === wanted || folded(field.name) === wanted)
  return exact.length > 0 ? exact : fields.filter(({ field }) => folded(field.name).includes(wanted))
}

/** Values by their uuid. Returns what the tracker refuses, in its words. */
export const writeFields = async (deps: BotDeps, updates: Record<string, unknown>, dry_run: boolean) => {
  const { failures = [] } = await deps.api.writeDataFieldValues({ updates, dry_run })
  return failures.map(({ message }) => message ?? 'It wasn’t accepted')
}

/** Tries each form of the text in a dry run until the tracker accepts one. */
export const tried = async (deps: BotDeps, valueUuid: string, forms: readonly unknown[]) => {
  let first = { value: forms[0], failures: ['It wasn’t accepted'] }
  for (const [at, value] of forms.entries()) {
    const failures = await writeFields(deps, { [valueUuid]: value }, true)
    if (failures.length === 0) return { value, failures }
    if (at === 0) first = { value, failures }
  }
  return first
}

/** What a dry run would change, or the answer why it can't. */
const fieldChange = async (deps: BotDeps, actor: Here, args: SetArgs) => {
  const again = (uuid: string, field: string) => `set ${uuid} "${field}" = ${args.value}`
  const found = await namedOrChannelProject(deps, actor, args.project, (uuid) => again(uuid, args.field))
  if (!('kind' in found)) return found
  const { uuid, name: projectName } = found
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
  const names = { fieldName: only.field.name, projectName }
  if (only.valueUuid === undefined) {
    const url = linkFor(actor.place, found)
    return { message: fieldNotWritable({ ...names, url }) }
  }
  const { value, failures } = await tried(deps, only.valueUuid, fieldTexts(only.field, args.value))
  if (failures.length > 0)
    return { message: fieldRefused({ ...names, failures, options: only.field.options ?? undefined }) }
  const [from, to] = [valueText(only.value), valueText(value)]
  return { ...names, projectUuid: uuid, fieldUuid: only.field.uuid, from, to }
}

/** `/onboard set <field> = <value>`: makes a dry run and offers *Apply*. */
export const setField = async (deps: BotDeps, actor: Here, args: SetArgs): Promise<Answer> => {
  const change = await fieldChange(deps, actor, args)
  return 'fieldUuid' in change ? { message: fieldEffect(change) } : change
}

/** Without a usable answer the value may have been written: returns undefined. */
const unlessUnknown = (error: unknown): undefined => {
  if (!(error instanceof ApiProblem) || error.kind !== 'unknown') throw error
}

/** *Apply*. Safe to repeat. Looks the value's uuid up again, because it may have changed. */
export const applyField = async (deps: BotDeps, _by: Actor, value: string): Promise<Answer> => {
  const [projectUuid, fieldUuid, text] = readValue(fieldToApply, value)
  const { fields } = await fieldsInView(deps, projectUuid)
  const found = fields.find(({ field }) => field.uuid === fieldUuid)
  if (found?.valueUuid === undefined) return { message: staleButton(), replace: true }
  const project = await knownProject(deps.database.sql, projectUuid)
  const names = { fieldName: found.field.name, projectName: project?.name ?? 'the project' }
  const taken = await tried(deps, found.valueUuid, fieldTexts(found.field, text))
  const failures =
    taken.failures.length > 0
      ? taken.failures
      : await writeFields(deps, { [found.valueUuid]: taken.value }, false).catch(unlessUnknown)
  if (failures === undefined) return { message: fieldUnconfirmed(names) }
  if (failures.length > 0) return { message: fieldRefused({ ...names, failures }), replace: true }
  const [from, to] = [valueText(found.value), valueText(taken.value)]
  return { message: fieldWritten({ ...names, from, to }), replace: true }
}

/** A text stays as `set` takes it, a day too. */
export const valueText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value || undefined
  return value === null || value === undefined ? undefined : answerText(value)
}

/** `/onboard fields [project]`. Private, because fields are for the team. */
export const showFields = async (
  deps: BotDeps,
  actor: Here,
  words: ProjectReference | undefined,
  offset = 0,
): Promise<Answer> => {
  const found = await namedOrChannelProject(deps, actor, words, (uuid) => `fields ${uuid}`)
  if (!('kind' in found)) return found
  const { fields, valuesKnown } = await fieldsInView(deps, found.uuid)
  return {
    message: fieldList({
      projectUuid: found.uuid,
      projectName: found.name,
      url: linkFor(actor.place, found),
      total: fields.length,
      offset,
      valuesKnown,
      fields: fields
        .slice(offset, offset + fieldsShown)
        .map(({ field, value }) => ({ name: field.name, value: valueText(value) })),
    }),
  }
}
