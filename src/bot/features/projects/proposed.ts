import { folded } from '../../../contract/text/folded.ts'
import type { CreateMetadata } from './messages/create-dialog.ts'
import type { ProjectForm } from './messages/project-form.ts'

/** What the dialog proposed: the channel it was opened in, for the one account that this channel receives. */
export type Proposed = NonNullable<CreateMetadata['proposed']>

export const isProposedFor = ({ account }: Pick<ProjectForm, 'account'>, proposed: Proposed): boolean =>
  folded(account?.value ?? '') === folded(proposed.account)

/** Without a channel that was proposed for another account. */
export const withoutOthers = (form: ProjectForm, proposed: Proposed | undefined): ProjectForm =>
  proposed !== undefined && form.channel === proposed.channel && !isProposedFor(form, proposed)
    ? { ...form, channel: undefined }
    : form
