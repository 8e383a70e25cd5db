import type { Actor, Deps } from '../../deps.ts'
import { hashOf } from '../../../contract/text/hash-of.ts'
import { invalid, notFound } from '../../refusals.ts'
import { deactivateKey } from '../../store/people/keys.ts'
import { apiUserOf } from '../../store/people/people.ts'
import { addRow } from '../../store/rows.ts'
import { asAdmin } from '../as-admin.ts'

export const freshKey = (newUuid: () => string): string => `ops_${newUuid()}${newUuid()}`.replaceAll('-', '')

/** Returns the key, of which only the hash is stored. */
export const createKey = (deps: Deps, actor: Actor, label: string): Promise<string> =>
  asAdmin(deps, actor, async (acting) => {
    const name = label.trim()
    if (name === '' || name.length > 100) throw invalid('label', 'A label must have 1 to 100 characters.')
    const apiUser = await apiUserOf(acting)
    const key = freshKey(deps.newUuid)
    const uuid = deps.newUuid()
    acting.tx.afterCommit(() => deps.log.info({ person: actor.personUuid, key: uuid }, 'a key was made'))
    await addRow(acting, 'api_key', {
      uuid,
      hash: hashOf(key),
      label: name,
      person_uuid: apiUser?.uuid ?? actor.personUuid,
      created_at: deps.now(),
    })
    return key
  })

/** Deactivates a key and ends its sessions. */
export const endKey = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    if (!(await deactivateKey(acting, uuid, deps.now()))) throw notFound('Key')
    acting.tx.afterCommit(() => deps.log.info({ person: actor.personUuid, key: uuid }, 'a key was ended'))
  })
