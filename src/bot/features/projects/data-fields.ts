import type { ModalView } from '@slack/types'
import { fieldList, fieldsShown } from './messages/lists.ts'
import { ApiProblem } from '../../../contract/problem.ts'
import type { ProjectReference } from '../../answers/reference.ts'
import { choices } from '../../kit/buttons.ts'
import * as words from './messages/fields.ts'
import { fieldIn } from './messages/project-form.ts'
import { notFound } from '../../answers/messages/answers.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { knownProject } from '../../store/known-projects.ts'
import type { Actor, Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import {
  type Answer,
  type Became,
  inTime,
  openFilled,
  type OnPress,
  type Patience,
} from '../../answers/answer.ts'
import { linkFor } from '../../audience/audience.ts'
import { namedOrChannelProject } from '../../answers/named-project.ts'
import { type FieldInView, fieldsInView, fieldTexts } from '../../tracker/field-values.ts'
import { readValue } from '../../kit/facts.ts'
import { folded } from '../../../contract/text.ts'
import { line, message } from '../../kit/message.ts'
import { errorsWhere, notice } from '../../kit/form-elements.ts'
import { callbacks } from '../../kit/ids.ts'

export interface SetArgs {
  /** Undefined: the channel's project. */
  project: ProjectReference | undefined
  /** A field's name, a part of it, or its uuid. */
  field: string
  /** An empty value clears the field. */
  value: string
}

/** Matches by uuid or exact name, else by part of the name (see `folded`). */
const matching = (fields: readonly FieldInView[], query: string): readonly FieldInView[] => {
  const wanted = folded(query)
  const exact = fields.filter(({ field }) => field.uuid === wanted || folded(field.name) === wanted)
  return exact.length > 0 ? exact : fields.filter(({ field }) => folded(field.name).includes(wanted))
}

/** `updates`: values by their uuid. Returns what the tracker refuses, in its words. */
const writeFields = async (deps: BotDeps, updates: Record<string, unknown>, dry_run: boolean) => {
  const { failures = [] } = await deps.api.writeDataFieldValues({ updates, dry_run })
  return failures.map(({ message }) => message ?? 'It wasn’t accepted')
}

/** Tries each form of the text in a dry run until the tracker accepts one. */
const tryForms = async (deps: BotDeps, valueUuid: string, forms: readonly unknown[]) => {
  let first = { value: forms[0], failures: ['It wasn’t accepted'] }
  for (const [at, value] of forms.entries()) {
    const failures = await writeFields(deps, { [valueUuid]: value }, true)
    if (failures.length === 0) return { value, failures }
    if (at === 0) first = { value, failures }
  }
  return first
}

export const setField = async (deps: BotDeps, actor: Here, args: SetArgs): Promise<Answer> => {
  const again = (uuid: string, field: string) => `set ${uuid} "${field}" = ${args.value}`
  const found = await namedOrChannelProject(deps, actor, args.project, (uuid) => again(uuid, args.field))
  if (!('item' in found)) return found
  const { uuid, name: projectName } = found
  const { fields } = await fieldsInView(deps, uuid)
  const matches = matching(fields, args.field)
  const [only] = matches
  if (!only) return { message: notFound({ what: 'data field', query: args.field }) }
  if (matches.length > 1) {
    const candidates = matches.map(({ field, value }) => ({
      name: field.name,
      details: [words.valueText(value)],
      run: again(uuid, field.uuid),
    }))
    return { message: choices({ of: 'data field', query: args.field, candidates, total: candidates.length }) }
  }
  const names = { fieldName: only.field.name, projectName }
  if (only.valueUuid === undefined) {
    const url = linkFor(actor.place, found)
    return { message: words.fieldNotWritable({ ...names, url }) }
  }
  const { value, failures } = await tryForms(deps, only.valueUuid, fieldTexts(only.field, args.value))
  if (failures.length > 0)
    return { message: words.fieldRefused({ ...names, failures, options: only.field.options ?? undefined }) }
  const [from, to] = [words.valueText(only.value), words.valueText(value)]
  return { message: words.fieldEffect({ ...names, projectUuid: uuid, fieldUuid: only.field.uuid, from, to }) }
}

/** Undefined if the tracker's answer is unknown: the value may have been written. Throws other errors. */
const unlessUnknown = (error: unknown): undefined => {
  if (!(error instanceof ApiProblem) || error.kind !== 'unknown') throw error
}

/** *Apply*. Safe to repeat. Looks the value's uuid up again, because it may have changed. */
export const applyField = async (deps: BotDeps, _by: Actor, value: string): Promise<Answer> => {
  const [projectUuid, fieldUuid, text] = readValue(words.fieldToApplySchema, value)
  const { fields } = await fieldsInView(deps, projectUuid)
  const found = fields.find(({ field }) => field.uuid === fieldUuid)
  if (found?.valueUuid === undefined) return { message: staleButton(), replace: true }
  const project = await knownProject(deps.database.sql, projectUuid)
  const names = { fieldName: found.field.name, projectName: project?.name ?? 'the project' }
  const trial = await tryForms(deps, found.valueUuid, fieldTexts(found.field, text))
  const failures =
    trial.failures.length > 0
      ? trial.failures
      : await writeFields(deps, { [found.valueUuid]: trial.value }, false).catch(unlessUnknown)
  if (failures === undefined) return { message: words.fieldUnconfirmed(names) }
  if (failures.length > 0) return { message: words.fieldRefused({ ...names, failures }), replace: true }
  const [from, to] = [words.valueText(found.value), words.valueText(trial.value)]
  return { message: words.fieldWritten({ ...names, from, to }), replace: true }
}

/** Private, because fields are for the team. */
export const showFields = async (
  deps: BotDeps,
  actor: Here,
  named: ProjectReference | undefined,
  offset = 0,
): Promise<Answer> => {
  const found = await namedOrChannelProject(deps, actor, named, (uuid) => `fields ${uuid}`)
  if (!('item' in found)) return found
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
        .map(({ field, value }) => ({ name: field.name, value: words.valueText(value) })),
    }),
  }
}

const dialogOf = async (deps: BotDeps, projectUuid: string): Promise<ModalView> => {
  const project = await knownProject(deps.database.sql, projectUuid)
  if (!project) return notice(callbacks.fieldsDialog, staleButton())
  const { fields } = await fieldsInView(deps, projectUuid)
  const writable = fields
    .filter(({ valueUuid }) => valueUuid !== undefined)
    .map(({ field, value }) => ({ ...field, shown: words.shownInInput(field, value) }))
  return words.fieldsDialog({ projectUuid, projectName: project.name, fields: writable })
}

/** *Edit*, below a project's data fields. */
export const openFieldsDialog: OnPress = async (deps, actor, { value: projectUuid, triggerId }) => {
  await openFilled(deps, actor, triggerId, {
    dialog: callbacks.fieldsDialog,
    waiting: message(line('Asking the tracker…')),
    fill: () => dialogOf(deps, projectUuid),
  })
  return undefined
}

interface Submitted {
  project: string
  /** By block. Inputs that were emptied are ''. */
  texts: ReadonlyMap<string, string>
}

const changedIn = (fields: readonly FieldInView[], texts: Submitted['texts']) =>
  [...texts].flatMap(([block, text]) => {
    const found = fields.find(({ field }) => field.uuid === fieldIn(block)?.uuid)
    if (found?.valueUuid === undefined) return []
    const isSame = text === words.shownInInput(found.field, found.value).trim()
    return isSame ? [] : [{ ...found, valueUuid: found.valueUuid, block, text }]
  })

const save = async (deps: BotDeps, { project, texts }: Submitted): Promise<Became> => {
  const { fields } = await fieldsInView(deps, project)
  const changes = await Promise.all(
    changedIn(fields, texts).map(async ({ text, ...change }) => ({
      ...change,
      trial: await tryForms(deps, change.valueUuid, fieldTexts(change.field, text)),
    })),
  )
  const errors = errorsWhere(
    ...changes.map(
      ({ trial, block }) => [trial.failures.length > 0, block, trial.failures.join(' ')] as const,
    ),
  )
  if (errors) return { errors }
  const updates = Object.fromEntries(changes.map(({ valueUuid, trial }) => [valueUuid, trial.value]))
  const failures = changes.length > 0 ? await writeFields(deps, updates, false) : []
  if (failures.length > 0) return { refused: words.fieldsNotSaved({ failures }) }
  const changesInWords = changes.map(({ field, value, trial }) => ({
    fieldName: field.name,
    from: words.valueText(value),
    to: words.valueText(trial.value),
  }))
  return { done: words.fieldsSaved({ changes: changesInWords }) }
}

export const takeFields = async (deps: BotDeps, by: Actor, submitted: Submitted, patience: Patience) => {
  const saving = save(deps, submitted).catch((error: unknown): Became => {
    if (error instanceof ApiProblem && error.kind === 'unknown') return { failed: words.fieldsUnconfirmed() }
    throw error
  })
  const waiting = message(line('Saving…'))
  return inTime(deps, saving, { dialog: callbacks.fieldsDialog, waiting, patience, by })
}
