import { createHash } from 'node:crypto'
import { projectRequest, submitForm } from '../../store/projects/project-requests.ts'
import { projectStored } from '../../messages/projects/project-made.ts'
import type { ProjectForm } from '../../messages/projects/project-form.ts'
import type { BotDeps } from '../../deps.ts'
import { tellRequester } from './tell-requester.ts'

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
  const { channel } = JSON.parse(row.form) as ProjectForm
  await deps.database.transaction(async (tx) => {
    const keys = { lane, external_id: `slack-${lane.slice(0, 16)}-${requestId}` }
    if (!(await submitForm(tx, requestId, userId, keys))) return
    await deps.lanes.enqueue(tx, [{ kind: 'create', lane, payload: { request: requestId } }])
    await tellRequester(deps, tx, row, channel, projectStored({ projectName: row.project_name }))
  })
}
