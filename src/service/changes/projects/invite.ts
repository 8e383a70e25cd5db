import { isCustomer, onlyInternal } from '../../access.ts'
import type { Actor, Deps, ActorTx } from '../../deps.ts'
import { announce, nameFacts } from '../../events/announce.ts'
import { invalid } from '../../refusals.ts'
import { noteInvitation } from '../../store/people/invitations.ts'
import { organizationName } from '../../store/people/organizations.ts'
import { findPerson } from '../../store/people/people.ts'
import type { ProjectRecord } from '../../store/projects/projects.ts'
import type { PersonRow } from '../../store/rows.ts'
import { changeProject } from './within.ts'

/** Fires one project_invitation per person. No mail is sent. */
export const inviteTo = async (
  acting: ActorTx,
  project: Pick<ProjectRecord, 'uuid' | 'name' | 'account_name'>,
  invited: readonly PersonRow[],
) => {
  const vendor = invited.length > 0 ? await organizationName(acting) : ''
  for (const person of invited) {
    await noteInvitation(acting.sql, {
      org: acting.org,
      project_uuid: project.uuid,
      person_uuid: person.uuid,
      invited_at: acting.deps.now(),
    })
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

export const inviteContact = (deps: Deps, actor: Actor, projectUuid: string, person: string): Promise<void> =>
  changeProject(deps, actor, projectUuid, async (change) => {
    onlyInternal(change.person)
    const { project } = change
    const invited = await findPerson(change, person)
    if (invited?.account_uuid !== project.account_uuid || invited.is_active === 0)
      throw invalid('person', "Choose one of this customer's contacts.")
    await inviteTo(change, project, [invited])
  })
