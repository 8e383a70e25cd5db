import { projectRequest, requestOfSource, saveForm } from '../../store/projects/project-requests.ts'
import { createFieldsDialog } from '../../messages/projects/create-dialog.ts'
import {
  createPreview,
  type CreatePreviewFacts,
  type PersonInPreview,
} from '../../messages/projects/create-preview.ts'
import {
  fieldOf,
  type FieldInput,
  formInputs as inputs,
  type ProjectForm,
} from '../../messages/projects/project-form.ts'
import type { BotDeps } from '../../deps.ts'
import { type Errors, errorsWhere } from '../answers/errors.ts'
import { StaleValue } from '../answers/stale-value.ts'
import { notice, showInTime, type Shown } from '../answers/views.ts'
import { liveFields } from '../tracker/field-values.ts'
import { previewProject } from './preview-project.ts'
import { formProblems } from './project-input.ts'
import { nameTaken } from './project-problems.ts'
import { formOf } from './requests.ts'

interface Submitted {
  /** Of the request that keeps the form: one a dialog, however often it is submitted. */
  source: string
  user: string
  form: ProjectForm
  /** The blocks of the dialog: where an error can be shown. */
  blocks: ReadonlySet<string>
}
type Next = Partial<Shown> & { errors?: Errors }

const missing = (people: readonly PersonInPreview[], label: string): string | undefined => {
  const names = people.filter(({ found }) => !found).map(({ name }) => name)
  return names.length === 0
    ? undefined
    : `Not in the tracker’s ${label} any more: ${names.join(', ').slice(0, 150)}. Choose anew.`
}

/**
 * What the tracker is sure to refuse, by the block of its input. What only may be refused (an account that nobody
 * has seen, a playbook that may be archived) is said in the preview.
 */
const refusedInputs = (form: ProjectForm, facts: CreatePreviewFacts): Errors | undefined => {
  const people = [
    [inputs.owner, missing([facts.owner], 'team')],
    [inputs.team, missing(facts.team, 'team')],
    [inputs.customers, missing(facts.customers, 'customers')],
  ] as const
  const archived = 'This data field is archived by now: leave it empty.'
  return errorsWhere(
    [facts.sameName === 'exists', inputs.name, nameTaken],
    ...people.map(([block, text]) => [text, block, text ?? ''] as const),
    ...facts.fields.map(
      ({ uuid, live }) => [!live, `field:${form.fields[uuid]?.kind ?? 'text'}:${uuid}`, archived] as const,
    ),
  )
}

/** Those that can be shown in this page of the form. */
const shownIn = (blocks: ReadonlySet<string>, errors: Errors = {}) =>
  errorsWhere(...Object.entries(errors).map(([block, text]) => [blocks.has(block), block, text] as const))

/** Keeps the form, and shows what comes next for it. */
const keptThen = async (
  deps: BotDeps,
  { source, user: userId, form }: Submitted,
  externalId: string,
  show: (id: number) => Promise<Next>,
): Promise<Next> => {
  const createdAt = deps.now()
  const id = await deps.database.transaction((tx) => saveForm(tx, { source, userId, form, createdAt }))
  const creating = 'This project is being created already. Close the dialog.'
  return id === undefined ? { shown: notice(creating, externalId) } : show(id)
}

/** The preview; or, when the tracker says in time that it would refuse something, that under its input. */
const checkProject = (deps: BotDeps, given: Submitted): Promise<Next> => {
  const externalId = `preview-${deps.newUuid()}`
  const meanwhile = 'Asking the tracker what would be created. The preview comes here.'
  return keptThen(deps, given, externalId, async (id) => {
    let errors: Errors | undefined
    const answer = await showInTime(deps, externalId, meanwhile, async () => {
      const facts = await previewProject(deps, id, given.form)
      errors = shownIn(given.blocks, refusedInputs(given.form, facts))
      return createPreview(facts, externalId)
    })
    // Too late for an error: the preview that comes says the same.
    return answer.later || !errors ? answer : { errors }
  })
}

const uuidsOf = (blocks: ReadonlySet<string>) =>
  new Set([...blocks].map(fieldOf).filter((uuid) => uuid !== undefined))

/** What was filled in on the other page stays; what stands on this one is as it was submitted. */
const merged = (
  kept: ProjectForm['fields'],
  { form, blocks }: Pick<Submitted, 'form' | 'blocks'>,
): ProjectForm => {
  const here = uuidsOf(blocks)
  const others = Object.entries(kept).filter(([uuid]) => !here.has(uuid))
  return { ...form, fields: { ...Object.fromEntries(others), ...form.fields } }
}

/** *Next*: the data fields that did not fit into the dialog. `from` is the request that an earlier form was kept for. */
const openFieldsPage = async (deps: BotDeps, given: Submitted, from: number | undefined): Promise<Next> => {
  const externalId = `fields-${deps.newUuid()}`
  const { sql } = deps.database
  const again = await requestOfSource(sql, given.source)
  const before = again ?? (from === undefined ? undefined : await projectRequest(sql, from))
  const form = merged(before ? formOf(deps, before).fields : {}, given)
  const shown = uuidsOf(given.blocks)
  return keptThen(deps, { ...given, form }, externalId, (requestId) =>
    showInTime(deps, externalId, 'Asking the tracker for its other data fields.', async () => {
      const fields = (await liveFields(deps)).filter(({ uuid }) => !shown.has(uuid))
      return createFieldsDialog({ requestId, form, fields }, externalId)
    }),
  )
}

/** What comes next for a form that was submitted: its own mistakes under their inputs, its other page, or the preview. */
export const takeForm = async (
  deps: BotDeps,
  given: Submitted,
  { more, from }: { more: boolean; from?: number | undefined },
): Promise<Next> => {
  const errors = shownIn(given.blocks, formProblems(given.form))
  if (errors) return { errors }
  return more ? openFieldsPage(deps, given, from) : checkProject(deps, given)
}

/** The whole form, once its second page was submitted; the request is the person's own, or it is nothing of ours. */
export const takeFieldsPage = async (
  deps: BotDeps,
  requestId: number,
  page: { user: string; fields: Readonly<Record<string, FieldInput>>; blocks: ReadonlySet<string> },
): Promise<Next> => {
  const { user, blocks } = page
  const row = await projectRequest(deps.database.sql, requestId)
  if (row?.user_id !== user) throw new StaleValue('no such form')
  const kept = formOf(deps, row)
  const form = merged(kept.fields, { form: { ...kept, fields: page.fields }, blocks })
  return takeForm(deps, { source: row.source, user, form, blocks }, { more: false })
}
