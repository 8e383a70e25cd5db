import { createHash } from 'node:crypto'
import { projectRequest, type ProjectRequest, submitForm } from '../../store/projects/project-requests.ts'
import type { Tx } from '../../store/database.ts'
import type { Message } from '../../messages/kit/message.ts'
import { projectStored } from '../../messages/projects/project-made.ts'
import { type ProjectForm, projectForm } from '../../messages/projects/project-form.ts'
import type { BotDeps } from '../../deps.ts'
import { readValue } from '../answers/stale-value.ts'
import { tellPerson } from '../answers/tell.ts'

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
  deps: Pick<BotDeps, 'lanes' | 'log'>,
  tx: Tx,
  row: ProjectRequest,
  message: Message,
  { channel }: { channel: string | undefined } = { channel: channelOf(deps, row) },
): Promise<void> =>
  tellPerson(deps, tx, { user: row.user_id, channel, ts: `project-request-${row.id}` }, message)

/** Names that differ in letter case or spaces alone would be taken for one by people, so they share a lane. */
const keyOf = (name: string): string =>
  createHash('sha256').update(name.trim().replace(/\s+/g, ' ').toLowerCase()).digest('hex').slice(0, 32)

/**
 * *Create* in the preview. Durable before the dialog closes; of two presses one finds the draft. The lane is made
 * of the name, so that requests of one name, whoever makes them on whichever node, are worked one by one.
 */
export const submitProject = async (deps: BotDeps, requestId: number, userId: string): Promise<void> => {
  const row = await projectRequest(deps.database.sql, requestId)
  if (!row) return
  const lane = keyOf(row.project_name)
  // What cannot be read cannot be created: its person hears it now.
  formOf(deps, row)
  await deps.database.transaction(async (tx) => {
    const keys = { lane, external_id: `slack-${lane.slice(0, 16)}-${requestId}` }
    if (!(await submitForm(tx, requestId, userId, keys))) return
    await deps.lanes.enqueue(tx, [{ kind: 'create', lane, payload: { request: requestId } }])
    await tellRequester(deps, tx, row, projectStored({ projectName: row.project_name }))
  })
}
