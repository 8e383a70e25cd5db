import type { FastifyInstance } from 'fastify'
import { changeActive, changePerson, createAccount } from '../changes/people/people.ts'
import { createContact, createUser, renameAccount } from '../changes/people/people.ts'
import { makeLink } from '../changes/people/links.ts'
import { type Deps, scopeOf } from '../deps.ts'
import {
  accountOptions,
  accountsOnPage,
  contactsOf,
  matchingPeople,
  teamOnPage,
} from '../store/people/accounts.ts'
import { fullName } from '../store/people/people.ts'
import type { PersonRow } from '../store/rows.ts'
import { isAdmin } from '../access.ts'
import { type FormOptions, mountForms, type Sent, uuidIn } from './kit/forms.ts'
import { pagesOf, wantedPage } from './kit/paging.ts'
import { textIn } from './kit/request.ts'

/** Entries per page, and contacts shown per account. */
const size = 25
/** How many accounts the list offers to move a contact to. */
const mostOptions = 200

const personView = (person: PersonRow) => ({ ...person, name: fullName(person) })

const peopleFacts = async (deps: Deps, { page, query }: Omit<Sent, 'form'>) => {
  const scope = scopeOf(deps, page.actor)
  const text = textIn(query, 'q', 150)
  const [teamPage, accountPage] = [wantedPage(query, 'team'), wantedPage(query, 'page')]
  const matches = text === '' ? undefined : await matchingPeople(scope, text)
  const team = await teamOnPage(scope, matches, { limit: size, offset: teamPage * size })
  const found = await accountsOnPage(scope, matches, { text, limit: size, offset: accountPage * size })
  const accounts = []
  for (const { uuid, name } of found.accounts) {
    const { people, isCut } = await contactsOf(scope, uuid, { matches, limit: size })
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
