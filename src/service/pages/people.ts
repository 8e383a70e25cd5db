import type { FastifyInstance } from 'fastify'
import { listAccounts } from '../../store/service/accounts.ts'
import { fullName, listPeople } from '../../store/service/people.ts'
import type { PersonRow } from '../../store/service/rows.ts'
import { changeActive, createAccount, createContact, createUser } from '../changes/people.ts'
import type { Deps } from '../deps.ts'
import { type FormOptions, mountForms, type Sent } from './forms.ts'

const base = '/people'
/** Of people, and of accounts, on the page; it says so when there are more. */
const most = 500

const personView = (person: PersonRow) => ({
  uuid: person.uuid,
  name: fullName(person),
  email: person.email,
  role: person.role,
  active: person.is_active === 1,
  fixed: person.role === 'API User',
})

/** The vendor's users, and the customers' contacts by account. */
export const mountPeople = (app: FastifyInstance, deps: Deps, { org, ...options }: FormOptions): void => {
  const creating =
    (create: typeof createUser) =>
    async ({ page, form }: Sent): Promise<string> => {
      await create(deps, page.actor, form)
      return base
    }
  const activating =
    (active: 0 | 1) =>
    async ({ page, params }: Sent): Promise<string> => {
      await changeActive(deps, page.actor, params['uuid'] ?? '', active)
      return base
    }
  const peopleOf = (isCustomer: boolean) =>
    listPeople(deps.database.sql, org, { isCustomer, limit: most, offset: 0 })
  mountForms(
    app,
    deps,
    { org, ...options },
    {
      path: base,
      actions: {
        '/users': creating(createUser),
        '/contacts': creating(createContact),
        '/accounts': creating(createAccount),
        '/:uuid/deactivate': activating(0),
        '/:uuid/activate': activating(1),
      },
      show: async (page, _params, refused) => {
        const users = await peopleOf(false)
        const customers = await peopleOf(true)
        const accounts = await listAccounts(deps.database.sql, org, most + 1)
        return options.render.page('people', {
          ...page,
          filled: {},
          ...refused,
          home: `/projects${page.query}`,
          title: 'People',
          path: base,
          isAdmin: page.person.role === 'Vendor Admin',
          isCut: users.total > most || customers.total > most || accounts.length > most,
          most,
          users: users.people.map(personView),
          accounts: accounts.slice(0, most).map(({ uuid, name }) => ({
            uuid,
            name,
            people: customers.people.filter((one) => one.account_uuid === uuid).map(personView),
          })),
        })
      },
    },
  )
}
