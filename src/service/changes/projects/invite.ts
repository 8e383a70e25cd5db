import { isCustomer } from '../../access.ts'
import type { ActorTx } from '../../deps.ts'
import { announce, nameFacts } from '../../events/announce.ts'
import { organizationName } from '../../store/people/organizations.ts'
import type { ProjectRecord } from '../../store/projects/projects.ts'
import type { PersonRow } from '../../store/rows.ts'

/** Fires one project_invitation per person. No mail is sent. */
export const inviteTo = async (
  acting: ActorTx,
  project: Pick<ProjectRecord, 'uuid' | 'name' | 'account_name'>,
  invited: readonly PersonRow[],
) => {
  const vendor = invited.length > 0 ? await organizationName(acting) : ''
  for (const person of invited) {
    const about = { name: project.name, project_uuid: project.uuid }
    await announce(acting, 'project_invitation', about, {
      project_uuid: project.uuid,
      project_name: project.name,
      invited_user: {
        uuid: person.uuid,
        ...nameFacts(person, vendor),
        customer_name: isCustomer(person) ? project.account_name : null,
        user_role: person.role,
      },
    })
  }
}
