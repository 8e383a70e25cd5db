import { projectRequest, requestOfSource } from '../../store/projects/project-requests.ts'
import { createFieldsDialog } from '../../messages/projects/create-dialog.ts'
import { fieldOf, type FieldInput, type ProjectForm } from '../../messages/projects/project-form.ts'
import type { BotDeps } from '../../deps.ts'
import type { Submitted } from './check-project.ts'
import { liveFields } from '../tracker/field-values.ts'
import { keepForm } from './preview-project.ts'
import { notice, showInTime, type Shown } from '../answers/show-in-time.ts'
import { StaleValue } from '../answers/stale-value.ts'

const uuidsOf = (blocks: ReadonlySet<string>) =>
  new Set([...blocks].map(fieldOf).filter((uuid) => uuid !== undefined))

/** What was filled in on the other page stays; what stands on this one is as it was submitted. */
const merged = (
  kept: Readonly<Record<string, FieldInput>>,
  { form, blocks }: Pick<Submitted, 'form' | 'blocks'>,
): ProjectForm => {
  const here = uuidsOf(blocks)
  const others = Object.entries(kept).filter(([uuid]) => !here.has(uuid))
  return { ...form, fields: { ...Object.fromEntries(others), ...form.fields } }
}

const formOf = (row: { form: string } | undefined) => row && (JSON.parse(row.form) as ProjectForm)

/** *Next*: the data fields that did not fit into the dialog. `from` is the request that an earlier form was kept for. */
export const openFieldsPage = async (
  deps: BotDeps,
  submitted: Submitted,
  from: number | undefined,
): Promise<Shown> => {
  const externalId = `fields-${deps.newUuid()}`
  const { sql } = deps.database
  const again = await requestOfSource(sql, submitted.source)
  const before = formOf(again ?? (from === undefined ? undefined : await projectRequest(sql, from)))
  const form = merged(before?.fields ?? {}, submitted)
  const id = await keepForm(deps, submitted.source, submitted.user, form)
  if (id === undefined)
    return { shown: notice('This project is being created already. Close the dialog.', externalId) }
  const shown = uuidsOf(submitted.blocks)
  return showInTime(deps, externalId, 'Asking the tracker for its other data fields.', async () => {
    const fields = (await liveFields(deps)).filter(({ uuid }) => !shown.has(uuid))
    return createFieldsDialog({ requestId: id, form, fields }, externalId)
  })
}

/** The whole form, once its second page was submitted; the request is the person's own, or it is nothing of ours. */
export const withFieldsPage = async (
  deps: BotDeps,
  requestId: number,
  page: { user: string; fields: Readonly<Record<string, FieldInput>>; blocks: ReadonlySet<string> },
): Promise<Submitted> => {
  const row = await projectRequest(deps.database.sql, requestId)
  const form = formOf(row)
  if (!row || !form || row.user_id !== page.user) throw new StaleValue('no such form')
  const whole = merged(form.fields, { form: { ...form, fields: page.fields }, blocks: page.blocks })
  return { source: row.source, user: page.user, form: whole, blocks: page.blocks }
}
