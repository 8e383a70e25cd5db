import { z } from 'zod'
import type { Queries } from '../../store/database.ts'
import { addAccount, findAccount, nameAccount } from '../../store/people/accounts.ts'
import { holdOrganization } from '../../store/people/organizations.ts'
import { addPerson, changePersonRow, findPerson, setActive } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'
import { actingPerson, isCustomer } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { parsePart } from '../../http/validate.ts'
import { invalid, notFound } from '../../refusals.ts'
import { onlyAdmin } from './keys.ts'

const word = z.string().trim().max(100, 'A name has at most 100 characters.')
const newAccount = z.object({
  name: z.string().trim().min(1, 'A name is required.').max(150, 'A name has at most 150 characters.'),
})
const newPerson = z.object({
  first_name: word.min(1, 'A first name is required.'),
  last_name: word.optional(),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254, 'An e-mail address has at most 254 characters.')
    .pipe(z.email('An e-mail address is required.')),
})
const newUser = newPerson.extend({
  role: z.enum(['Vendor Admin', 'Vendor User'], 'Choose what the user may do.'),
})
const newContact = newPerson.extend({ account: z.string() })

const parse = <S extends z.ZodObject>(schema: S, form: unknown) =>
  parsePart(schema, form, 'form') as z.output<S>

/** A change by a Vendor Admin, one at a time in an organization. */
const changing = (deps: Deps, actor: Actor, work: (sql: Queries) => Promise<void>): Promise<void> =>
  deps.database.transaction(async (tx) => {
    await holdOrganization(tx.sql, deps.database.engine, actor.org)
    onlyAdmin(await actingPerson(tx.sql, actor))
    await work(tx.sql)
  })

const add = async (
  deps: Deps,
  { org }: Actor,
  sql: Queries,
  { first_name: first, last_name: last = '', email }: z.output<typeof newPerson>,
  rest: { role: 'Vendor Admin' | 'Vendor User' | 'Customer'; account_uuid: string | null },
) => {
  if (await findPerson(sql, org, email)) throw invalid('email', 'Somebody has this e-mail address already.')
  const person = { uuid: deps.newUuid(), org, first_name: first, last_name: last, email }
  await addPerson(sql, { ...person, ...rest, is_active: 1 })
}

/** An internal user. No mail is sent. */
export const createUser = (deps: Deps, actor: Actor, form: unknown): Promise<void> =>
  changing(deps, actor, async (sql) => {
    const { role, ...person } = parse(newUser, form)
    await add(deps, actor, sql, person, { role, account_uuid: null })
  })

/** A contact of a customer, by the account's uuid. */
export const createContact = (deps: Deps, actor: Actor, form: unknown): Promise<void> =>
  changing(deps, actor, async (sql) => {
    const { account: uuid, ...person } = parse(newContact, form)
    const account = await findAccount(sql, actor.org, uuid)
    if (!account) throw invalid('account', 'Choose an account.')
    await add(deps, actor, sql, person, { role: 'Customer', account_uuid: account.uuid })
  })

/** Accounts are found by their exact name, so that no two have one. */
export const createAccount = (deps: Deps, actor: Actor, form: unknown): Promise<void> =>
  changing(deps, actor, async (sql) => {
    const { name } = parse(newAccount, form)
    if (await findAccount(sql, actor.org, name)) throw invalid('name', 'Another account has this name.')
    await addAccount(sql, { uuid: deps.newUuid(), org: actor.org, name })
  })

/** An account under another name; its projects keep it. */
export const renameAccount = (deps: Deps, actor: Actor, uuid: string, form: unknown): Promise<void> =>
  changing(deps, actor, async (sql) => {
    const { name } = parse(newAccount, form)
    const account = await findAccount(sql, actor.org, uuid)
    if (account?.uuid !== uuid.toLowerCase()) throw notFound('Account')
    const other = await findAccount(sql, actor.org, name)
    if (other && other.uuid !== account.uuid) throw invalid('name', 'Another account has this name.')
    await nameAccount(sql, actor.org, account.uuid, name)
  })

const changed = newPerson.extend({ role: z.string().optional(), account: z.string().optional() })

/** A user's role, a contact's account; one does not become the other. */
const standingOf = async (sql: Queries, actor: Actor, person: PersonRow, given: z.output<typeof changed>) => {
  if (!isCustomer(person)) {
    const role = newUser.shape.role.safeParse(given.role ?? person.role)
    if (!role.success) throw invalid('role', 'Choose what the user may do.')
    if (person.uuid === actor.personUuid && role.data !== person.role)
      throw invalid('role', 'You cannot change your own role.')
    return { role: role.data }
  }
  const account = await findAccount(sql, actor.org, given.account ?? person.account_uuid ?? '')
  if (!account) throw invalid('account', 'Choose an account.')
  return { account_uuid: account.uuid }
}

/** Name, address, and role or account of a person. */
export const changePerson = (deps: Deps, actor: Actor, uuid: string, form: unknown): Promise<void> =>
  changing(deps, actor, async (sql) => {
    const given = parse(changed, form)
    const person = await findPerson(sql, actor.org, uuid)
    if (!person || person.role === 'API User') throw notFound('Person')
    const other = await findPerson(sql, actor.org, given.email)
    if (other && other.uuid !== person.uuid)
      throw invalid('email', 'Somebody has this e-mail address already.')
    await changePersonRow(sql, actor.org, person.uuid, {
      first_name: given.first_name,
      last_name: given.last_name ?? '',
      email: given.email,
      ...(await standingOf(sql, actor, person, given)),
    })
  })

/** Nobody deactivates oneself, so that an admin is always left; the API user ends with its keys. */
export const changeActive = (deps: Deps, actor: Actor, uuid: string, active: 0 | 1): Promise<void> =>
  changing(deps, actor, async (sql) => {
    const person = await findPerson(sql, actor.org, uuid)
    if (!person || person.role === 'API User') throw notFound('Person')
    if (person.uuid === actor.personUuid) throw invalid('uuid', 'You cannot deactivate yourself.')
    await setActive(sql, actor.org, person.uuid, active)
  })
