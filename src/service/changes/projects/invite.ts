import type { Tx } from '../../store/database.ts'
import { noteInvitation } from '../../store/people/invitations.ts'
import { organizationName } from '../../store/people/organizations.ts'
import { findPerson, fullName } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'
import { onlyInternal } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announce } from '../../events/announce.ts'
import { invalid } from '../../refusals.ts'
import { changeProject } from './within.ts'

interface Invitation {
  readonly project: { readonly uuid: string; readonly name: string; readonly account_name: string }
  readonly invited: readonly PersonRow[]
}

/** One project_invitation for each person invited. No mail is sent: the project's page says who was invited. */
export const inviteTo = async (deps: Deps, tx: Tx, actor: Actor, { project, invited }: Invitation) => {
  const vendor = invited.length > 0 ? await organizationName(tx.sql, actor.org) : ''
  for (const person of invited) {
    const isCustomer = person.account_uuid !== null
    await noteInvitation(tx.sql, {
      org: actor.org,
      project_uuid: project.uuid,
      person_uuid: person.uuid,
      invited_at: deps.now(),
    })
    await announce(deps, tx, actor, {
      name: 'project_invitation',
      object: { uuid: person.uuid, name: project.name },
      projectUuid: project.uuid,
      payload: {
        project_uuid: project.uuid,
        project_name: project.name,
        invited_user: {
          uuid: person.uuid,
          first_name: person.first_name,
          last_name: person.last_name,
          full_name: fullName(person),
          customer_name: isCustomer ? project.account_name : null,
          vendor_name: vendor,
          is_customer: isCustomer,
          email_address: person.email,
          user_role: person.role,
        },
      },
    })
  }
}

/** Invites one of the customer's contacts, again or for the first time. */
export const inviteContact = (deps: Deps, actor: Actor, projectUuid: string, person: string): Promise<void> =>
  changeProject(deps, actor, projectUuid, async ({ tx, project, person: acting }) => {
    onlyInternal(acting)
    const invited = await findPerson(tx.sql, actor.org, person)
    if (invited?.account_uuid !== project.account_uuid || invited.is_active === 0)
      throw invalid('person', 'Choose a contact of this customer.')
    await inviteTo(deps, tx, actor, { project, invited: [invited] })
  })
