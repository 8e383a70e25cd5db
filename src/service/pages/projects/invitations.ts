import { isAdmin, isCustomer } from '../../access.ts'
import { type Deps, scopeOf } from '../../deps.ts'
import { invitationsTo } from '../../store/people/invitations.ts'
import { findPeople, fullName, offeredPeople, uniquePeople } from '../../store/people/people.ts'
import type { ProjectRecord } from '../../store/projects/projects.ts'
import type { Page } from '../kit/page.ts'
import { timeView } from '../kit/words.ts'

/** How many contacts are listed. Others are invited by email address. */
const most = 50

/** The people to invite. No mail is sent, so where people sign in, a Vendor Admin creates sign-in links here. */
export const invitationFacts = async (
  deps: Deps,
  page: Page,
  { uuid: projectUuid, account_uuid: accountUuid }: ProjectRecord,
) => {
  const scope = scopeOf(deps, page.actor)
  const times = await invitationsTo(scope, projectUuid)
  const invited = await findPeople(scope, [...times.keys()].slice(0, most))
  const contacts = await offeredPeople(scope, { isCustomer: true, accountUuid, limit: most })
  const makesLinks = isAdmin(page.person) && page.others.length === 0
  return uniquePeople([...contacts, ...invited]).map((person) => {
    const at = times.get(person.uuid)
    const theirs = isCustomer(person) && person.is_active === 1
    return {
      uuid: person.uuid,
      name: fullName(person),
      email: person.email,
      isCustomer: isCustomer(person),
      invited: at === undefined ? undefined : timeView(at),
      mayInvite: theirs,
      mayLink: theirs && makesLinks,
    }
  })
}
