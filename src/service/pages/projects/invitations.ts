import { invitationsTo } from '../../store/people/invitations.ts'
import { findPeople, fullName, offeredPeople } from '../../store/people/people.ts'
import type { ProjectRecord } from '../../store/projects/projects.ts'
import { isCustomer } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import type { Page } from '../kit/page.ts'
import { timeView } from '../kit/words.ts'

/** Of an account's contacts on a project's page. */
const most = 200

export type LinkFor = (who: { org: string; personUuid: string; projectUuid: string; now: number }) => string

/**
 * Who was invited to a project and when, and the customer's contacts who were not yet. No mail is sent: where
 * people sign in, a Vendor Admin copies each contact's way in from here.
 */
export const invitationFacts = async (
  deps: Deps,
  page: Page,
  project: ProjectRecord,
  linkFor: LinkFor | undefined,
) => {
  const isAdmin = page.person.role === 'Vendor Admin'
  const { sql } = deps.database
  const { org } = page.actor
  const times = await invitationsTo(sql, org, project.uuid)
  const invited = await findPeople(sql, org, [...times.keys()])
  const contacts = await offeredPeople(sql, org, {
    isCustomer: true,
    accountUuid: project.account_uuid,
    limit: most,
  })
  const people = [...contacts, ...invited.filter((one) => contacts.every(({ uuid }) => uuid !== one.uuid))]
  return people.map((person) => {
    const at = times.get(person.uuid)
    const theirs = isCustomer(person) && person.is_active === 1
    return {
      uuid: person.uuid,
      name: fullName(person),
      email: person.email,
      isCustomer: isCustomer(person),
      invited: at === undefined ? undefined : timeView(at),
      mayInvite: theirs,
      href:
        theirs && isAdmin && linkFor
          ? linkFor({ org, personUuid: person.uuid, projectUuid: project.uuid, now: deps.now() })
          : undefined,
    }
  })
}
