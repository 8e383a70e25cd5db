import { ApiProblem } from '../../../contract/problem.ts'
import type { ProjectRequest } from '../../store/projects/project-requests.ts'
import type { BotDeps } from '../../deps.ts'

/**
 * Writes the external link by which the project is found again. The tracker keeps two links of one id, so after
 * an attempt without an answer it is asked whether the link is there. A refusal is logged and changes nothing
 * for the person: the project is there.
 */
export const linkProject = async (
  deps: BotDeps,
  row: Pick<ProjectRequest, 'id' | 'external_id'>,
  projectUuid: string,
  channel: string | undefined,
): Promise<void> => {
  if (deps.integrationUuid === undefined) return
  const { pagination } = await deps.api.listProjects({ external_id: row.external_id, limit: 1 })
  if (pagination.total > 0) return
  try {
    await deps.api.createExternalLink({
      project_uuid: projectUuid,
      integration_uuid: deps.integrationUuid,
      external_id: row.external_id,
      external_type: 'Slack',
      external_label: 'Created from Slack',
      ...(channel !== undefined && { external_link: `https://slack.com/app_redirect?channel=${channel}` }),
    })
  } catch (error) {
    const refused = error instanceof ApiProblem && ['invalid', 'unresolved', 'not-found'].includes(error.kind)
    if (!refused) throw error
    deps.log.warn({ request: row.id, reason: error.message }, 'a project has no external link')
  }
}
