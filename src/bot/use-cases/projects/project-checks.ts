import type { CreatePreviewFacts, PersonInPreview } from '../../messages/projects/create-preview.ts'
import { formInputs as inputs, type ProjectForm } from '../../messages/projects/project-form.ts'

/** Said before and after the tracker was asked. */
export const nameTaken = 'A project of this name exists already: give another name.'

const missing = (people: readonly PersonInPreview[], label: string): string | undefined => {
  const names = people.filter(({ found }) => !found).map(({ name }) => name)
  return names.length === 0
    ? undefined
    : `Not in the tracker’s ${label} any more: ${names.join(', ').slice(0, 150)}. Choose anew.`
}

/**
 * What the tracker is sure to refuse, by the block of its input; Slack shows it there. What only may be refused
 * (an account that nobody has seen, a playbook that may be archived) is said in the preview.
 */
export const refusedInputs = (
  form: ProjectForm,
  facts: CreatePreviewFacts,
  blocks: ReadonlySet<string>,
): Record<string, string> => {
  const found: Record<string, string | undefined> = {
    [inputs.name]: facts.sameName === 'exists' ? nameTaken : undefined,
    [inputs.owner]: missing([facts.owner], 'team'),
    [inputs.team]: missing(facts.team, 'team'),
    [inputs.customers]: missing(facts.customers, 'customers'),
    ...Object.fromEntries(
      facts.fields
        .filter(({ live }) => !live)
        .map(({ uuid }) => [
          `field:${form.fields[uuid]?.kind ?? 'text'}:${uuid}`,
          'This data field is archived by now: leave it empty.',
        ]),
    ),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([block, text]) => (text && blocks.has(block) ? [[block, text]] : [])),
  )
}
