import type { ProjectRequest } from '../../store/projects/project-requests.ts'
import type { Tx } from '../../store/database.ts'
import type { Message } from '../../messages/kit/message.ts'
import { type ProjectForm, projectForm } from '../../messages/projects/project-form.ts'
import type { BotDeps } from '../../deps.ts'
import { readValue } from '../answers/stale-value.ts'
import { tellPerson } from '../answers/tell-person.ts'

/** The form that a request keeps; `StaleValue`, which the log has too, where this version cannot read it. */
export const formOf = (
  deps: Pick<BotDeps, 'log'>,
  { id, form }: Pick<ProjectRequest, 'id' | 'form'>,
): ProjectForm => {
  try {
    return readValue(projectForm, form)
  } catch (error) {
    deps.log.error({ err: error, request: id }, 'a stored form cannot be read')
    throw error
  }
}

/** Where the card of a request goes, as far as its form can be read. */
export const channelOf = (deps: Pick<BotDeps, 'log'>, row: ProjectRequest): string | undefined => {
  try {
    return formOf(deps, row).channel
  } catch {
    return undefined
  }
}

/** To the person alone, in their channel or, without one, in a direct message; in order for one request. */
export const tellRequester = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  { id, user_id: user }: Pick<ProjectRequest, 'id' | 'user_id'>,
  channel: string | undefined,
  message: Message,
): Promise<void> => tellPerson(deps, tx, { user, channel, ts: `project-request-${id}` }, message)
