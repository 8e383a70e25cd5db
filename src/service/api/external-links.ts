import type { Endpoints } from '../../contract/api.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { addExternalLink, integrationExists } from '../store/projects/external-links.ts'
import { changeProject } from '../changes/projects/within.ts'
import type { Actor, Deps } from '../deps.ts'
import { unresolved } from '../refusals.ts'

/** Two links may carry the same id: the interface has no uniqueness, and its dedup is the caller's. */
export const createExternalLink = (
  deps: Deps,
  actor: Actor,
  input: Parsed<Endpoints['createExternalLink']>,
) =>
  changeProject(deps, actor, input.project_uuid, async ({ tx, project }) => {
    if (!(await integrationExists(tx.sql, actor.org, input.integration_uuid)))
      throw unresolved('Integration not found.')
    const link = {
      uuid: deps.newUuid(),
      integration_uuid: input.integration_uuid.toLowerCase(),
      external_id: input.external_id,
      external_type: input.external_type ?? null,
      external_label: input.external_label ?? null,
      external_link: input.external_link ?? null,
    }
    await addExternalLink(tx.sql, { ...link, org: actor.org, project_uuid: project.uuid })
    return link
  })
