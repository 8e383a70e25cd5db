import { isAdmin, isCustomer } from '../../access.ts'
import { type Deps, scopeOf } from '../../deps.ts'
import { invitationsTo } from '../../store/people/invitations.ts'
import { findPeople, fullName, offeredPeople, uniquePeople } from '../../store/people/people.ts'
import type { ProjectRecord } from '../../store/projects/projects.ts'
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
  { uuid: projectUuid, account_uuid: accountUuid }: ProjectRecord,
  linkFor: LinkFor | undefined,
) => {
  const scope = scopeOf(deps, page.actor)
  const times = await invitationsTo(scope, projectUuid)
  const invited = await findPeople(scope, [...times.keys()])
  const contacts = await offeredPeople(scope, { isCustomer: true, accountUuid, limit: most })
  const linkOf = isAdmin(page.person) ? linkFor : undefined
  return uniquePeople([...contacts, ...invited]).map((person) => {
    const at = times.get(person.uuid)
    const theirs = isCustomer(person) && person.is_active === 1
    const who = { org: scope.org, personUuid: person.uuid, projectUuid, now: deps.now() }
    return {
      uuid: person.uuid,
      name: fullName(person),
      email: person.email,
      isCustomer: isCustomer(person),
      invited: at === undefined ? undefined : timeView(at),
      mayInvite: theirs,
      href: theirs ? linkOf?.(who) : undefined,
    }
  })
}
