import type { FastifyInstance } from 'fastify'
import { makeLink } from '../changes/people/links.ts'
import { type Deps, scopeOf, type Actor, type ActorTx } from '../deps.ts'
import {
  accountOptions,
  accountsOnPage,
  contactsOf,
  teamOnPage,
  findAccount,
} from '../store/people/accounts.ts'
import { fullName, findPerson } from '../store/people/people.ts'
import { type PersonRow, nameKey, addRow, changeRow } from '../store/rows.ts'
import { isAdmin, isCustomer } from '../access.ts'
import { type FormOptions, mountForms, type Sent, uuidIn } from './kit/forms.ts'
import { pagesOf, wantedPage } from './kit/paging.ts'
import { textIn } from './kit/request.ts'
import { z } from 'zod'
import { parseForm } from '../http/validate.ts'
import { invalid, notFound } from '../refusals.ts'
import { signOut } from '../store/people/sessions.ts'
import { asAdmin } from '../changes/as-admin.ts'
import { nameField } from '../changes/form-fields.ts'

const word = z.string().trim().max(100, 'A name can have at most 100 characters.')
const newAccount = z.object({ name: nameField(150) })
const newPerson = z.object({
  first_name: word.min(1, 'A first name is required.'),
  last_name: word.default(''),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254, 'An email address can have at most 254 characters.')
    .pipe(z.email('Enter an email address.')),
})
const role = z.enum(['Vendor Admin', 'Vendor User'], 'Choose a role.')
const newUser = newPerson.extend({ role })
const newContact = newPerson.extend({ account: z.string() })
const changed = newPerson.extend({ role: z.string().optional(), account: z.string().optional() })

const onlyFreeEmail = async (acting: ActorTx, email: string, own?: string) => {
  const other = await findPerson(acting, email)
  if (other && other.uuid !== own) throw invalid('email', 'Somebody already has this email address.')
}

/** Accounts are looked up by exact name, so names are unique. */
const onlyFreeName = async (acting: ActorTx, name: string, own?: string) => {
  const other = await findAccount(acting, name)
  if (other && other.uuid !== own) throw invalid('name', 'Another account has this name.')
}

const accountNamed = async (acting: ActorTx, nameOrUuid: string) => {
  const account = await findAccount(acting, nameOrUuid)
  if (!account) throw invalid('account', 'Choose an account.')
  return account
}

/** The API user can't be changed. */
const personNamed = async (acting: ActorTx, uuid: string) => {
  const person = await findPerson(acting, uuid)
  if (!person || person.role === 'API User') throw notFound('Person')
  return person
}

/** No mail is sent. */
const createUser = (deps: Deps, actor: Actor, form: unknown): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const user = parseForm(newUser, form)
    await onlyFreeEmail(acting, user.email)
    const uuid = deps.newUuid()
    await addRow(acting, 'person', { ...user, name_key: nameKey(user), uuid, is_active: 1 })
    const given = { person: uuid, by: actor.personUuid, role: user.role }
    acting.tx.afterCommit(() => deps.log.info(given, 'a role was given'))
  })

const createContact = (deps: Deps, actor: Actor, form: unknown): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const { account: wanted, ...contact } = parseForm(newContact, form)
    const account = await accountNamed(acting, wanted)
    await onlyFreeEmail(acting, contact.email)
    const rest = { uuid: deps.newUuid(), role: 'Customer', account_uuid: account.uuid, is_active: 1 } as const
    await addRow(acting, 'person', { ...contact, name_key: nameKey(contact), ...rest })
  })

const createAccount = (deps: Deps, actor: Actor, form: unknown): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const { name } = parseForm(newAccount, form)
    await onlyFreeName(acting, name)
    await addRow(acting, 'account', { uuid: deps.newUuid(), name })
  })

const renameAccount = (deps: Deps, actor: Actor, uuid: string, form: unknown): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const { name } = parseForm(newAccount, form)
    const account = await findAccount(acting, uuid)
    if (account?.uuid !== uuid.toLowerCase()) throw notFound('Account')
    await onlyFreeName(acting, name, account.uuid)
    await changeRow(acting, 'account', account.uuid, { name })
  })

/** Users have a role and contacts have an account. One can't become the other. */
const roleOrAccountOf = async (acting: ActorTx, person: PersonRow, given: z.output<typeof changed>) => {
  if (isCustomer(person)) {
    const account = await accountNamed(acting, given.account ?? person.account_uuid ?? '')
    return { account_uuid: account.uuid }
  }
  const wanted = role.safeParse(given.role ?? person.role)
  if (!wanted.success) throw invalid('role', 'Choose a role.')
  if (person.uuid === acting.actor.personUuid && wanted.data !== person.role)
    throw invalid('role', "You can't change your own role.")
  return { role: wanted.data }
}

const changePerson = (deps: Deps, actor: Actor, uuid: string, form: unknown): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const given = parseForm(changed, form)
    const person = await personNamed(acting, uuid)
    await onlyFreeEmail(acting, given.email, person.uuid)
    const { first_name, last_name, email } = given
    const place = await roleOrAccountOf(acting, person, given)
    if ('role' in place && place.role !== person.role) {
      const change = { person: person.uuid, by: actor.personUuid, role: place.role }
      acting.tx.afterCommit(() => deps.log.info(change, 'a role was changed'))
    }
    await changeRow(acting, 'person', person.uuid, {
      first_name,
      last_name,
      name_key: nameKey(given),
      email,
      ...place,
    })
  })

/** Deactivation ends a person's sessions and links. Nobody can deactivate themselves, so one admin always remains. */
const changeActive = (deps: Deps, actor: Actor, uuid: string, active: 0 | 1): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const person = await personNamed(acting, uuid)
    if (person.uuid === actor.personUuid) throw invalid('uuid', "You can't deactivate yourself.")
    await changeRow(acting, 'person', person.uuid, { is_active: active })
    if (active === 0) await signOut(acting, person.uuid)
  })

/** Entries per page, and contacts shown per account. */
const size = 25
/** How many accounts the list offers to move a contact to. */
const mostOptions = 200

const personView = (person: PersonRow) => ({ ...person, name: fullName(person) })

const peopleFacts = async (deps: Deps, { page, query }: Omit<Sent, 'form'>) => {
  const scope = scopeOf(deps, page.actor)
  const text = textIn(query, 'q', 150)
  const [teamPage, accountPage] = [wantedPage(query, 'team'), wantedPage(query, 'page')]
  const team = await teamOnPage(scope, { text, limit: size, offset: teamPage * size })
  const found = await accountsOnPage(scope, { text, limit: size, offset: accountPage * size })
  const accounts = []
  for (const { uuid, name } of found.accounts) {
    const { people, isCut } = await contactsOf(scope, uuid, { text, limit: size })
    accounts.push({ uuid, name, isCut, people: people.map(personView) })
  }
  return {
    title: 'People',
    makesLinks: isAdmin(page.person) && page.others.length === 0,
    text,
    users: team.people.map(personView),
    teamPages: pagesOf(query, 'team', { page: teamPage, size, total: team.total }),
    accounts,
    accountPages: pagesOf(query, 'page', { page: accountPage, size, total: found.total }),
    choices: await accountOptions(scope, mostOptions),
  }
}

const linkFor = async (deps: Deps, sent: Sent) => {
  const { token, person } = await makeLink(deps, sent.page.actor, uuidIn(sent))
  return { name: fullName(person), href: deps.links.enter(token) }
}

export const mountPeople = (app: FastifyInstance, deps: Deps, options: FormOptions): void =>
  mountForms(app, deps, options, {
    path: '/people',
    template: 'people/people',
    facts: (sent) => peopleFacts(deps, sent),
    actions: {
      '/users': ({ page, form }) => createUser(deps, page.actor, form),
      '/contacts': ({ page, form }) => createContact(deps, page.actor, form),
      '/accounts': ({ page, form }) => createAccount(deps, page.actor, form),
      '/accounts/:uuid': (sent) => renameAccount(deps, sent.page.actor, uuidIn(sent), sent.form),
      '/:uuid/change': (sent) => changePerson(deps, sent.page.actor, uuidIn(sent), sent.form),
      // No redirect, because the link is shown only once.
      '/:uuid/link': async (sent) => ({ facts: { link: await linkFor(deps, sent) } }),
      '/:uuid/deactivate': (sent) => changeActive(deps, sent.page.actor, uuidIn(sent), 0),
      '/:uuid/activate': (sent) => changeActive(deps, sent.page.actor, uuidIn(sent), 1),
    },
  })
