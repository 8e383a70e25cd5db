import { saveForm } from './store/project-requests.ts'
import type { CreateMetadata } from './messages/create-dialog.ts'
import { createPreview, type CreatePreviewFacts, type PersonInPreview } from './messages/create-preview.ts'
import { formErrors, formNotices, formInputs as inputs, type ProjectForm } from './messages/project-form.ts'
import type { Actor } from '../../audience/actor.ts'
import { readersOf } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Errors, errorsWhere } from '../../kit/form-elements.ts'
import { noticeView, showInTime, type ShownView, withoutOthers } from './open-create-dialog.ts'
import { previewProject } from './preview-project.ts'
import { channelRefused } from './requests.ts'
import { formProblems } from './project-problems.ts'

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

/** The preview, or errors if the tracker answers in time. */
const checkProject = async (deps: BotDeps, { user: userId }: Actor, { source, form, blocks }: Submitted) => {
  const externalId = `preview-${deps.newUuid()}`
  const createdAt = deps.now()
  const id = await deps.database.transaction((tx) => saveForm(tx, { source, userId, form, createdAt }))
  if (id === undefined) return { shown: noticeView(formNotices.alreadyCreating, externalId) }
  let errors: Errors | undefined
  const answer = await showInTime(deps, externalId, formNotices.checking, async () => {
    const facts = await previewProject(deps, id, form)
    errors = shownIn(blocks, refusedInputs(form, facts))
    return createPreview(facts, externalId)
  })
  // Too late for errors under inputs, so the preview shows them.
  return answer.later || !errors ? answer : { errors }
}

/** The readers that the preview names. *Create* confirms those, and no others. */
const withReaders = async (deps: BotDeps, form: ProjectForm): Promise<ProjectForm> => ({
  ...form,
  readers: form.channel === undefined ? undefined : (await readersOf(deps, form.channel)).key,
})

/** Returns errors under inputs, or the preview. */
export const takeForm = async (
  deps: BotDeps,
  actor: Actor,
  given: Submitted,
  { proposed, self }: CreateMetadata,
): Promise<Next> => {
  const { newChannel, channel, owner = self } = given.form
  // A new channel replaces the chosen one.
  const chosen = { ...given.form, owner, channel: newChannel ? undefined : channel }
  const form = withoutOthers(chosen, proposed)
  const notInChannel = (await channelRefused(deps, actor, form.channel)) !== undefined
  const errors = shownIn(given.blocks, {
    ...formProblems(form),
    ...errorsWhere(
      [notInChannel, inputs.channel, formErrors.notInChannel],
      [notInChannel, inputs.proposedChannel, formErrors.notInChannel],
    ),
  })
  if (errors) return { errors }
  return checkProject(deps, actor, { ...given, form: await withReaders(deps, form) })
}
