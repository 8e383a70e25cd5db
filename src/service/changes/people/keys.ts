import { addKey, deactivateKey } from '../../store/people/keys.ts'
import { apiUserOf } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'
import { removeWebhook } from '../../store/webhooks/webhooks.ts'
import { actingPerson } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { hashOf } from '../../hash-of.ts'
import { invalid, notAllowed, notFound } from '../../refusals.ts'

export const onlyAdmin = (person: PersonRow): void => {
  if (person.role !== 'Vendor Admin') throw notAllowed('Only a Vendor Admin may do this.')
}

export const freshKey = (newUuid: () => string): string => `ops_${newUuid()}${newUuid()}`.replaceAll('-', '')

/** A new key; what is returned is shown once and kept as a hash alone. */
export const createKey = (deps: Deps, actor: Actor, label: string): Promise<string> =>
  deps.database.transaction(async (tx) => {
    onlyAdmin(await actingPerson(tx.sql, actor))
    const name = label.trim()
    if (name === '' || name.length > 100) throw invalid('label', 'A label has 1 to 100 characters.')
    const apiUser = await apiUserOf(tx.sql, actor.org)
    const key = freshKey(deps.newUuid)
    await addKey(tx.sql, {
      uuid: deps.newUuid(),
      org: actor.org,
      hash: hashOf(key),
      label: name,
      person_uuid: apiUser?.uuid ?? actor.personUuid,
      created_at: deps.now(),
    })
    return key
  })

/** Ends a key and its sessions at once. */
export const endKey = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    onlyAdmin(await actingPerson(tx.sql, actor))
    if (!(await deactivateKey(tx.sql, actor.org, uuid, deps.now()))) throw notFound('Key')
  })

export const endWebhook = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    onlyAdmin(await actingPerson(tx.sql, actor))
    if (!(await removeWebhook(tx.sql, actor.org, uuid))) throw notFound('Webhook')
  })
