import { createPreview } from '../../messages/projects/create-preview.ts'
import type { ProjectForm } from '../../messages/projects/project-form.ts'
import type { BotDeps } from '../../deps.ts'
import { keepForm, previewProject } from './preview-project.ts'
import { refusedInputs } from './project-checks.ts'
import { notice, showInTime, type Shown } from '../answers/show-in-time.ts'

export interface Submitted {
  /** Of the request that keeps the form: one a dialog, however often it is submitted. */
  source: string
  user: string
  form: ProjectForm
  /** The blocks of the dialog: where an error can be shown. */
  blocks: ReadonlySet<string>
}

/**
 * What to show for a form that was submitted: the preview; or, when the tracker says in time that it would refuse
 * something, that under its input.
 */
export const checkProject = async (
  deps: BotDeps,
  { source, user, form, blocks }: Submitted,
): Promise<Shown & { errors?: Record<string, string> }> => {
  const externalId = `preview-${deps.newUuid()}`
  const id = await keepForm(deps, source, user, form)
  if (id === undefined)
    return { shown: notice('This project is being created already. Close the dialog.', externalId) }
  let errors: Record<string, string> = {}
  const meanwhile = 'Asking the tracker what would be created. The preview comes here.'
  const answer = await showInTime(deps, externalId, meanwhile, async () => {
    const facts = await previewProject(deps, id, form)
    errors = refusedInputs(form, facts, blocks)
    return createPreview(facts, externalId)
  })
  // Too late for an error: the preview that comes says the same.
  return answer.later || Object.keys(errors).length === 0 ? answer : { ...answer, errors }
}
