import type { FastifyInstance } from 'fastify'
import { accountOptions, accountsOnPage, peopleOfAccounts } from '../store/people/account-pages.ts'
import { searchTeam } from '../store/people/account-pages.ts'
import { fullName } from '../store/people/people.ts'
import type { PersonRow } from '../store/rows.ts'
import {
  changeActive,
  changePerson,
  createAccount,
  createContact,
  createUser,
  renameAccount,
} from '../changes/people/people.ts'
import type { Deps } from '../deps.ts'
import { type FormOptions, mountForms, type Sent } from './kit/forms.ts'
import { pagesOf, wantedPage } from './kit/paging.ts'

const base = '/people'
/** Users, and accounts, on a page. */
const size = 25
/** What a choice of accounts offers; beyond it a contact is moved by the account's exact name. */
const mostOptions = 200

const personView = (person: PersonRow) => ({
  uuid: person.uuid,
  name: fullName(person),
  first: person.first_name,
  last: person.last_name,
  email: person.email,
  role: person.role,
  account: person.account_uuid,
  active: person.is_active === 1,
  fixed: person.role === 'API User',
})

const contactsByAccount = async (deps: Deps, org: string, accounts: readonly { uuid: string }[]) => {
  const people = await peopleOfAccounts(
    deps.database.sql,
    org,
    accounts.map(({ uuid }) => uuid),
  )
  return Map.groupBy(people, (person) => person.account_uuid ?? '')
}

const peopleFacts = async (deps: Deps, org: string, query: Sent['query']) => {
  const { sql } = deps.database
  const text = typeof query['q'] === 'string' ? query['q'].trim().slice(0, 150) : ''
  const [teamPage, accountPage] = [wantedPage(query, 'team'), wantedPage(query, 'page')]
  const team = await searchTeam(sql, org, { text, limit: size, offset: teamPage * size })
  const found = await accountsOnPage(sql, org, { text, limit: size, offset: accountPage * size })
  const contacts = await contactsByAccount(deps, org, found.accounts)
  return {
    title: 'People',
    text,
    users: team.people.map(personView),
    teamPages: pagesOf(query, 'team', { page: teamPage, size, total: team.total }),
    accounts: found.accounts.map(({ uuid, name }) => ({
      uuid,
      name,
      people: (contacts.get(uuid) ?? []).map(personView),
    })),
    accountPages: pagesOf(query, 'page', { page: accountPage, size, total: found.total }),
    choices: await accountOptions(sql, org, mostOptions),
  }
}

/** The vendor's users, and the customers' contacts by account. */
export const mountPeople = (app: FastifyInstance, deps: Deps, options: FormOptions): void => {
  const changing =
    (change: (sent: Sent, uuid: string) => Promise<void>) =>
    async (sent: Sent): Promise<string> => {
      await change(sent, sent.params['uuid'] ?? '')
      return base
    }
  mountForms(app, deps, options, {
    path: base,
    template: 'people/people',
    actions: {
      '/users': changing(({ page, form }) => createUser(deps, page.actor, form)),
      '/contacts': changing(({ page, form }) => createContact(deps, page.actor, form)),
      '/accounts': changing(({ page, form }) => createAccount(deps, page.actor, form)),
      '/accounts/:uuid': changing(({ page, form }, uuid) => renameAccount(deps, page.actor, uuid, form)),
      '/:uuid/change': changing(({ page, form }, uuid) => changePerson(deps, page.actor, uuid, form)),
      '/:uuid/deactivate': changing(({ page }, uuid) => changeActive(deps, page.actor, uuid, 0)),
      '/:uuid/activate': changing(({ page }, uuid) => changeActive(deps, page.actor, uuid, 1)),
    },
    facts: ({ page, query }) => peopleFacts(deps, page.actor.org, query),
  })
}
