import { usFromIso } from '../../contract/dates.ts'
import { firstReview, kickoff, roles, training } from './modules.ts'
import { field, person, uuidOf } from './organization.ts'
import { playbook } from './playbooks.ts'
import type { DemoProject } from './project.ts'
import type { DemoOrganization } from './seed.ts'

/** A second organization with people and projects of its own, for a second Slack workspace. */

const organization = { uuid: uuidOf('partners', 'organization'), name: 'Globex Partners' } as const

const accounts = {
  wingtip: { uuid: uuidOf('partners', 'account', 'wingtip'), name: 'Wingtip' },
  umbra: { uuid: uuidOf('partners', 'account', 'umbra'), name: 'Umbra Labs' },
} as const

const people = {
  nadia: person('Nadia', 'Haddad', 'nadia@partners.example', 'Vendor Admin'),
  omar: person('Omar', 'Reyes', 'omar@partners.example', 'Vendor User'),
  api: person('API', 'User', 'api@partners.example', 'API User'),
  tess: person('Tess', 'Lindqvist', 'tess@wingtip.example', 'Customer', accounts.wingtip.uuid),
  yuri: person('Yuri', 'Adler', 'yuri@umbra.example', 'Customer', accounts.umbra.uuid),
} as const

const published = playbook('partners-1', [kickoff, training, firstReview], {
  name: 'Partner Onboarding',
  description: 'From the signed agreement to the first joint customer.',
  duration: 30,
  age: 60,
})

const project = (
  name: string,
  account: { uuid: string; name: string },
  customer: { uuid: string; email: string },
  rest: Pick<DemoProject, 'uuid' | 'age' | 'progress'>,
): DemoProject => ({
  ...rest,
  org: organization.uuid,
  owner: people.nadia,
  input: (start) => ({
    name,
    playbook_uuid: published.uuid,
    account: account.name,
    start_date: usFromIso(start),
    project_owner: people.nadia.email,
    internal_users: [people.omar.email],
    customer_users: [customer.email],
    task_roles: {
      [roles.lead.uuid]: [people.nadia.email],
      [roles.engineer.uuid]: [people.omar.email],
      [roles.customer.uuid]: [customer.email],
    },
  }),
})

export const wingtip = {
  uuid: uuidOf('partners wingtip', '1'),
  name: 'Wingtip – Partner Onboarding',
} as const

const wingtipProject = project(wingtip.name, accounts.wingtip, people.tess, {
  uuid: wingtip.uuid,
  age: 4,
  progress: async ({ done, complete, comment }) => {
    await complete(people.nadia, 'Review the contract for special terms')
    await done(people.nadia, 'Agree on a date')
    await done(people.tess, 'Preferred channel', 'Slack')
    await comment(people.tess, 'Hold the kickoff call', 'Can our support lead join the call too?')
  },
})

const umbraProject = project('Umbra Labs – Partner Onboarding', accounts.umbra, people.yuri, {
  uuid: uuidOf('partners umbra', '1'),
  age: 1,
  progress: async () => undefined,
})

export const partners: DemoOrganization = {
  organization,
  accounts,
  people,
  playbooks: { published },
  dataFields: [field('PROJECT', 'Partner tier', 'choice', ['Silver', 'Gold'])],
}

export const partnersProjects: readonly DemoProject[] = [wingtipProject, umbraProject]

/** Known to everybody, like the first organization's `demo-api-key`. Never written in production. */
export const partnersAccess = {
  apiKey: 'demo-partners-key',
  integrationUuid: uuidOf('partners', 'integration'),
} as const
