import { actingPerson, onlyAdmin } from '../access.ts'
import { type Actor, type Deps, doing, type Doing } from '../deps.ts'
import { holdOrganization } from '../store/people/organizations.ts'

/** A change by a Vendor Admin, one at a time in an organization: each sees what the one before it left. */
export const asAdmin = <R>(deps: Deps, actor: Actor, work: (doing: Doing) => Promise<R>): Promise<R> =>
  doing(deps, actor, async (mine) => {
    await holdOrganization(mine, deps.database.engine)
    onlyAdmin(await actingPerson(mine, actor))
    return work(mine)
  })
