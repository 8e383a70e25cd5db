import { actingPerson, onlyAdmin } from '../access.ts'
import { type Actor, type Deps, doing, type Doing } from '../deps.ts'
import { holdOrganization } from '../store/people/organizations.ts'

/** Runs a Vendor Admin's change. An organization's changes run one at a time. */
export const asAdmin = <R>(deps: Deps, actor: Actor, work: (doing: Doing) => Promise<R>): Promise<R> =>
  doing(deps, actor, async (mine) => {
    await holdOrganization(mine, deps.database.engine)
    onlyAdmin(await actingPerson(mine, actor))
    return work(mine)
  })
