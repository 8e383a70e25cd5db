import { actingPerson, onlyAdmin } from '../access.ts'
import { type Actor, type Deps, asActor, type ActorTx } from '../deps.ts'
import { lockOrganization } from '../store/people/organizations.ts'

/** Runs a Vendor Admin's change. An organization's changes run one at a time. */
export const asAdmin = <R>(deps: Deps, actor: Actor, work: (acting: ActorTx) => Promise<R>): Promise<R> =>
  asActor(deps, actor, async (acting) => {
    await lockOrganization(acting, deps.database.engine)
    onlyAdmin(await actingPerson(acting, actor))
    return work(acting)
  })
