import { isAdmin } from '../../access.ts'
import { type Actor, type Deps, asActor, type ActorTx, freshToken } from '../../deps.ts'
import { hashOf } from '../../../contract/text/hash-of.ts'
import { notAllowed, notFound } from '../../refusals.ts'
import type { Queries } from '../../store/database.ts'
import { keyByHash } from '../../store/people/keys.ts'
import { lockOrganization } from '../../store/people/organizations.ts'
import { isSetUp } from '../../store/people/passwords.ts'
import { findPerson } from '../../store/people/people.ts'
import { addLink } from '../../store/people/sign-in-links.ts'
import { findRow, type PersonRow } from '../../store/rows.ts'
import { asAdmin } from '../as-admin.ts'

const linkLifeMs = 24 * 3_600_000

interface MadeLink {
  /** Only its hash is stored. */
  readonly token: string
  readonly person: PersonRow
}

const sayMade = ({ tx }: ActorTx, { log }: Deps, facts: { person: string; by: string }) =>
  tx.afterCommit(() => log.info(facts, 'a sign-in link was made'))

/** Checks no permission: callers do, or run on the command line. */
export const writeLink = async (
  sql: Queries,
  person: PersonRow,
  {
    now,
    projectUuid = null,
    keyUuid = null,
  }: { now: number; projectUuid?: string | null; keyUuid?: string | null },
): Promise<MadeLink> => {
  const token = freshToken()
  const { org, uuid: person_uuid } = person
  const link = { hash: hashOf(token), org, person_uuid, project_uuid: projectUuid, key_uuid: keyUuid }
  await addLink(sql, { ...link, expires_at: now + linkLifeMs }, now)
  return { token, person }
}

const mayHaveLink = (person: PersonRow | undefined): person is PersonRow =>
  person !== undefined && person.is_active === 1 && person.role !== 'API User'

/** A Vendor Admin creates a link for a colleague, or for a contact of a project's customer. No mail is sent. */
export const makeLink = (
  deps: Deps,
  actor: Actor,
  personUuid: string,
  projectUuid: string | null = null,
): Promise<MadeLink> =>
  asAdmin(deps, actor, async (acting) => {
    const person = await findPerson(acting, personUuid)
    if (!mayHaveLink(person)) throw notFound('Person')
    if (projectUuid !== null) await onlyTheirProject(acting, person, projectUuid)
    sayMade(acting, deps, { person: person.uuid, by: actor.personUuid })
    return writeLink(acting.sql, person, { now: deps.now(), projectUuid })
  })

const onlyTheirProject = async (acting: ActorTx, person: PersonRow, projectUuid: string) => {
  const project = await findRow(acting, 'project', projectUuid)
  if (!project || project.account_uuid !== person.account_uuid) throw notFound('Person')
}

export const alreadySetUp = () =>
  notAllowed('This organization is already set up. Ask one of its Vendor Admins for a sign-in link.')

export const sayRefused = ({ log }: Pick<Deps, 'log'>, person?: string): void =>
  log.info({ person }, 'a set-up was refused')

/**
 * The API key signs in the first Vendor Admin, and nobody else. Undefined when the key is unknown, or no Vendor
 * Admin has this address.
 */
export const setUp = async (
  deps: Deps,
  { key, email }: { key: string; email: string },
): Promise<MadeLink | undefined> => {
  const owner = await keyByHash(deps.database.sql, hashOf(key))
  if (!owner) {
    sayRefused(deps)
    return undefined
  }
  return asActor(deps, owner, async (acting) => {
    await lockOrganization(acting, deps.database.engine)
    const person = await findPerson(acting, email)
    const mayEnter = mayHaveLink(person) && isAdmin(person)
    const isDone = await isSetUp(acting)
    if (!mayEnter || isDone) sayRefused(deps, person?.uuid)
    if (!mayEnter) return undefined
    if (isDone) throw alreadySetUp()
    sayMade(acting, deps, { person: person.uuid, by: owner.personUuid })
    return writeLink(acting.sql, person, { now: deps.now(), keyUuid: owner.keyUuid })
  })
}
