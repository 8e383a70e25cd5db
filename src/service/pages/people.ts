import { entered } from '../../contract/text.ts'
import { emailSpelling, isEmail } from '../../contract/address.ts'
import { z } from 'zod'
import { type AdminTx, isAdmin, isCustomer, type ActingTx, invalid, notFound } from '../acting.ts'
import { nameField } from '../http/validate.ts'
import {
  accountOptions,
  accountsOnPage,
  contactsOf,
  findAccount,
  teamOnPage,
  findPerson,
  fullName,
  mostOptions,
} from '../store/people.ts'
import { signOut, writeLink } from '../store/sign-in.ts'
import { addRow, changeRow, nameKey, type PersonRow } from '../store/rows.ts'
import { adminForm, noFieldsSchema, type PageRequest, type FormPage } from './kit/mount-page.ts'
import { pagesOf, wantedPage, textIn } from './kit/request.ts'

const newAccountSchema = z.object({ name: nameField(150) })
const newPersonSchema = z.object({
  first_name: nameField(100, 'A first name is required.'),
  last_name: z.string().overwrite(entered).max(100, 'A name can have at most 100 characters.').default(''),
  email: z
    .string()
    .max(254, 'An email address can have at most 254 characters.')
    .overwrite(emailSpelling)
    .refine(isEmail, 'Enter an email address.'),
})
const role = z.enum(['Vendor Admin', 'Vendor User'], 'Choose a role.')
const newUserSchema = newPersonSchema.extend({ role })
const newContactSchema = newPersonSchema.extend({ account: z.string() })
const personChangeSchema = newPersonSchema.extend({
  role: z.string().optional(),
  account: z.string().optional(),
})

const onlyFreeEmail = async (acting: ActingTx, email: string, own?: string) => {
  const other = await findPerson(acting, email)
  if (other && other.uuid !== own) throw invalid('email', 'Somebody already has this email address.')
}

/** Accounts are looked up by exact name, so names are unique. */
const onlyFreeName = async (acting: ActingTx, name: string, own?: string) => {
  const other = await findAccount(acting, name)
  if (other && other.uuid !== own) throw invalid('name', 'Another account has this name.')
}

const accountNamed = async (acting: ActingTx, nameOrUuid: string) => {
  const account = await findAccount(acting, nameOrUuid)
  if (!account) throw invalid('account', 'Choose an account.')
  return account
}

/** The API user can't be changed. */
const personNamed = async (acting: ActingTx, uuid: string) => {
  const person = await findPerson(acting, uuid)
  if (!person || person.role === 'API User') throw notFound('Person')
  return person
}

/** Users have a role and contacts have an account. One can't become the other. */
const roleOrAccountOf = async (
  acting: ActingTx,
  person: PersonRow,
  given: z.output<typeof personChangeSchema>,
) => {
  if (isCustomer(person)) {
    const account = await accountNamed(acting, given.account ?? person.account_uuid ?? '')
    return { account_uuid: account.uuid }
  }
  const wanted = role.safeParse(given.role ?? person.role)
  if (!wanted.success) throw invalid('role', 'Choose a role.')
  if (person.uuid === acting.personUuid && wanted.data !== person.role)
    throw invalid('role', "You can't change your own role.")
  return { role: wanted.data }
}

const addPerson = async (
  acting: AdminTx,
  person: z.output<typeof newPersonSchema>,
  place: Pick<PersonRow, 'role'> & Partial<Pick<PersonRow, 'account_uuid'>>,
) => {
  await onlyFreeEmail(acting, person.email)
  const uuid = acting.deps.newUuid()
  acting.note({ person: uuid, role: place.role })
  await addRow(acting, 'person', { ...person, ...place, uuid, name_key: nameKey(person), is_active: 1 })
}

/** No mail is sent. */
const createUser = adminForm('a user was added', newUserSchema, (acting, { role, ...person }) =>
  addPerson(acting, person, { role }),
)

const createContact = adminForm(
  'a contact was added',
  newContactSchema,
  async (acting, { account: wanted, ...person }) => {
    const account = await accountNamed(acting, wanted)
    await addPerson(acting, person, { role: 'Customer', account_uuid: account.uuid })
  },
)

const createAccount = adminForm('an account was added', newAccountSchema, async (acting, { name }) => {
  await onlyFreeName(acting, name)
  const uuid = acting.deps.newUuid()
  acting.note({ account: uuid })
  await addRow(acting, 'account', { uuid, name })
})

const renameAccount = adminForm(
  'an account was renamed',
  newAccountSchema,
  async (acting, { name }, uuid) => {
    const account = await findAccount(acting, uuid)
    if (account?.uuid !== uuid.toLowerCase()) throw notFound('Account')
    await onlyFreeName(acting, name, account.uuid)
    acting.note({ account: account.uuid })
    await changeRow(acting, 'account', account.uuid, { name })
  },
)

const changePerson = adminForm('a person was changed', personChangeSchema, async (acting, given, uuid) => {
  const person = await personNamed(acting, uuid)
  await onlyFreeEmail(acting, given.email, person.uuid)
  const { role: _role, account: _account, ...facts } = given
  const place = await roleOrAccountOf(acting, person, given)
  const isPromoted = 'role' in place && place.role !== person.role
  acting.note({ person: person.uuid, ...(isPromoted && { role: place.role }) })
  await changeRow(acting, 'person', person.uuid, { ...facts, name_key: nameKey(given), ...place })
})

/** Deactivation ends a person's sessions and links. Nobody can deactivate themselves, so one admin always remains. */
const setActive = (active: 0 | 1) =>
  adminForm(`a person was ${active ? '' : 'de'}activated`, noFieldsSchema, async (acting, _given, uuid) => {
    const person = await personNamed(acting, uuid)
    acting.note({ person: person.uuid })
    if (person.uuid === acting.personUuid) throw invalid('uuid', "You can't deactivate yourself.")
    await changeRow(acting, 'person', person.uuid, { is_active: active })
    if (active === 0) await signOut(acting, person.uuid)
  })

/** No mail is sent. No redirect, because the link is shown only once. */
const createLink = adminForm('a sign-in link was made', noFieldsSchema, async (acting, _given, uuid) => {
  const { deps } = acting
  const person = await personNamed(acting, uuid)
  if (person.is_active === 0) throw notFound('Person')
  acting.note({ person: person.uuid })
  const href = deps.links.enter(await writeLink(acting.sql, person, deps.now()))
  return { facts: { link: { name: fullName(person), href } } }
})

/** Entries per page, and contacts shown per account. */
const size = 25

const personView = (person: PersonRow) => ({ ...person, name: fullName(person) })

const peopleFacts = async ({ page, query }: PageRequest) => {
  const { acting } = page
  const text = textIn(query, 'q', 150)
  const [teamPage, accountPage] = [wantedPage(query, 'team'), wantedPage(query, 'page')]
  const team = await teamOnPage(acting, { text, limit: size, offset: teamPage * size })
  const found = await accountsOnPage(acting, { text, limit: size, offset: accountPage * size })
  const accounts = []
  for (const { uuid, name } of found.accounts) {
    const { people, isCut } = await contactsOf(acting, uuid, { text, limit: size })
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
    choices: await accountOptions(acting, mostOptions),
  }
}

export const peoplePage: FormPage = {
  path: '/people',
  template: 'people/people',
  facts: peopleFacts,
  actions: {
    '/users': createUser,
    '/contacts': createContact,
    '/accounts': createAccount,
    '/accounts/:uuid': renameAccount,
    '/:uuid/change': changePerson,
    '/:uuid/link': createLink,
    '/:uuid/deactivate': setActive(0),
    '/:uuid/activate': setActive(1),
  },
}
