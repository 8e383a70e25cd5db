import { projectRequest, requestOfSource, saveForm } from './store/project-requests.ts'
import { createFieldsDialog, type CreateMetadata } from './messages/create-dialog.ts'
import { createPreview, type CreatePreviewFacts, type PersonInPreview } from './messages/create-preview.ts'
import { formErrors, formNotices } from './messages/form-errors.ts'
import { fieldOf, type FieldInput, formInputs as inputs, type ProjectForm } from './messages/project-form.ts'
import type { Actor } from '../../audience/actor.ts'
import { readersOf } from '../../audience/readers.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Errors, errorsWhere } from '../../kit/form-elements.ts'
import { StaleValue } from '../../kit/stale-value.ts'
import { noticeView, showInTime, type ShownView } from './waiting-view.ts'
import { liveFields } from '../../tracker/field-values.ts'
import { previewProject } from './preview-project.ts'
import { channelRefused } from './project-channel.ts'
import { formProblems } from './project-input.ts'
import { withoutOthers } from './proposed.ts'
import { formOf } from './requests.ts'

interface Submitted {
  /** Identifies the stored form. A dialog that is submitted again has the same source. */
  source: string
  form: ProjectForm
  blocks: ReadonlySet<string>
}
type Next = Partial<ShownView> & { errors?: Errors }

const missing = (people: readonly PersonInPreview[], label: string): string | undefined => {
  const names = people.filter(({ found }) => !found).map(({ name }) => name)
  return names.length === 0 ? undefined : formErrors.peopleGone(names, label)
}

const ofOthers = ({ customers, account }: CreatePreviewFacts): string | undefined => {
  const names = customers.filter(({ contactOf }) => contactOf !== undefined).map(({ name }) => name)
  return names.length === 0 ? undefined : formErrors.notTheirs(names, account.name)
}

/** What the tracker will certainly refuse, by block. The preview shows possible refusals. */
const refusedInputs = (form: ProjectForm, facts: CreatePreviewFacts): Errors | undefined => {
  const people = [
    [inputs.owner, missing([facts.owner], 'team')],
    [inputs.team, missing(facts.team, 'team')],
    [inputs.customers, missing(facts.customers, 'customers') ?? ofOthers(facts)],
  ] as const
  return errorsWhere(
    [facts.sameName === 'exists', inputs.name, formErrors.nameTaken],
    ...people.map(([block, text]) => [text, block, text ?? ''] as const),
    ...facts.fields.map(
      ({ uuid, live }) =>
        [!live, `field:${form.fields[uuid]?.kind ?? 'text'}:${uuid}`, formErrors.fieldArchived] as const,
    ),
  )
}

/** Only errors whose blocks are on this page of the form. */
const shownIn = (blocks: ReadonlySet<string>, errors: Errors = {}) =>
  errorsWhere(...Object.entries(errors).map(([block, text]) => [blocks.has(block), block, text] as const))

const keptThen = async (
  deps: BotDeps,
  { user: userId }: Actor,
  { source, form }: Submitted,
  externalId: string,
  show: (id: number) => Promise<Next>,
): Promise<Next> => {
  const createdAt = deps.now()
  const id = await deps.database.transaction((tx) => saveForm(tx, { source, userId, form, createdAt }))
  return id === undefined ? { shown: noticeView(formNotices.alreadyCreating, externalId) } : show(id)
}

/** The preview, or errors if the tracker answers in time. */
const checkProject = (deps: BotDeps, actor: Actor, given: Submitted): Promise<Next> => {
  const externalId = `preview-${deps.newUuid()}`
  return keptThen(deps, actor, given, externalId, async (id) => {
    let errors: Errors | undefined
    const answer = await showInTime(deps, externalId, formNotices.checking, async () => {
      const facts = await previewProject(deps, id, given.form)
      errors = shownIn(given.blocks, refusedInputs(given.form, facts))
      return createPreview(facts, externalId)
    })
    // Too late for errors under inputs, so the preview shows them.
    return answer.later || !errors ? answer : { errors }
  })
}

const uuidsOf = (blocks: ReadonlySet<string>) =>
  new Set([...blocks].map(fieldOf).filter((uuid) => uuid !== undefined))

/** Keeps the other page's values and replaces this page's. */
const merged = (
  kept: ProjectForm['fields'],
  { form, blocks }: Pick<Submitted, 'form' | 'blocks'>,
): ProjectForm => {
  const here = uuidsOf(blocks)
  const others = Object.entries(kept).filter(([uuid]) => !here.has(uuid))
  return { ...form, fields: { ...Object.fromEntries(others), ...form.fields } }
}

/** *Next*: opens the page with the remaining data fields. `from` is the request of an earlier form. */
const openFieldsPage = async (
  deps: BotDeps,
  actor: Actor,
  given: Submitted,
  from: number | undefined,
): Promise<Next> => {
  const externalId = `fields-${deps.newUuid()}`
  const { sql } = deps.database
  const again = await requestOfSource(sql, given.source)
  const earlier = again ?? (from === undefined ? undefined : await projectRequest(sql, from))
  const before = earlier?.user_id === actor.user ? earlier : undefined
  const form = merged(before ? formOf(deps, before).fields : {}, given)
  const shown = uuidsOf(given.blocks)
  return keptThen(deps, actor, { ...given, form }, externalId, (requestId) =>
    showInTime(deps, externalId, formNotices.loadingFields, async () => {
      const fields = (await liveFields(deps)).filter(({ uuid }) => !shown.has(uuid))
      return createFieldsDialog({ requestId, form, fields }, externalId)
    }),
  )
}

/** The readers that the preview names. *Create* confirms those, and no others. */
const withReaders = async (deps: BotDeps, form: ProjectForm): Promise<ProjectForm> => ({
  ...form,
  readers: form.channel === undefined ? undefined : (await readersOf(deps, form.channel)).key,
})

/** Returns errors under inputs, the second page, or the preview. */
export const takeForm = async (
  deps: BotDeps,
  actor: Actor,
  given: Submitted,
  { more, from, proposed }: CreateMetadata,
): Promise<Next> => {
  // A new channel replaces the chosen one.
  const form = withoutOthers(
    given.form.newChannel ? { ...given.form, channel: undefined } : given.form,
    proposed,
  )
  const notInChannel = (await channelRefused(deps, actor, form.channel)) !== undefined
  const errors = shownIn(given.blocks, {
    ...formProblems(form),
    ...errorsWhere(
      [notInChannel, inputs.channel, formErrors.notInChannel],
      [notInChannel, inputs.proposedChannel, formErrors.notInChannel],
    ),
  })
  if (errors) return { errors }
  // The second page has no input for the channel.
  if (notInChannel) return { shown: noticeView(formErrors.notInChannel) }
  const stored = { ...given, form: await withReaders(deps, form) }
  return more ? openFieldsPage(deps, actor, stored, from) : checkProject(deps, actor, stored)
}

/** Takes the second page. Only the form's author may submit it. */
export const takeFieldsPage = async (
  deps: BotDeps,
  actor: Actor,
  requestId: number,
  page: { fields: Readonly<Record<string, FieldInput>>; blocks: ReadonlySet<string> },
): Promise<Next> => {
  const { blocks } = page
  const row = await projectRequest(deps.database.sql, requestId)
  if (row?.user_id !== actor.user) throw new StaleValue('no such form')
  const kept = formOf(deps, row)
  const form = merged(kept.fields, { form: { ...kept, fields: page.fields }, blocks })
  return takeForm(deps, actor, { source: row.source, form, blocks }, { more: false })
}
