import { actingPerson, onlyAdmin } from '../access.ts'
import { type Acting, type ActingTx, inTransaction } from '../deps.ts'
import { lockOrganization } from '../store/people/organizations.ts'

/** Runs a Vendor Admin's change. An organization's changes run one at a time. */
export const asAdmin = <R>(acting: Acting, work: (acting: ActingTx) => Promise<R>): Promise<R> =>
  inTransaction(acting, async (acting) => {
    await lockOrganization(acting, acting.deps.database.engine)
    onlyAdmin(await actingPerson(acting))
    return work(acting)
  })
