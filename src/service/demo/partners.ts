import { firstReview, kickoff, training, uuidOf } from './modules.ts'
import { field, person, playbook } from './organization.ts'
import type { DemoOrganization, DemoProject } from './seed.ts'

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
  duration_days: 30,
  age: 60,
})

const { nadia, omar, tess, yuri } = people
const common = { org: organization.uuid, playbook: published.uuid, lead: nadia, engineer: omar }

export const wingtip = {
  uuid: uuidOf('partners wingtip', '1'),
  name: 'Wingtip – Partner Onboarding',
} as const

export const partnersProjects: readonly DemoProject[] = [
  {
    ...common,
    ...wingtip,
    account: accounts.wingtip.name,
    customer: tess,
    age: 4,
    steps: [
      [nadia, 'Review the contract for special terms'],
      [nadia, 'Agree on a date'],
      [tess, 'Preferred channel', { answer: 'Slack' }],
      [tess, 'Hold the kickoff call', { comment: 'Can our support lead join the call too?' }],
    ],
  },
  {
    ...common,
    uuid: uuidOf('partners umbra', '1'),
    name: 'Umbra Labs – Partner Onboarding',
    account: accounts.umbra.name,
    customer: yuri,
    age: 1,
    steps: [],
  },
]

export const partners: DemoOrganization = {
  organization,
  accounts,
  people,
  playbooks: { published },
  dataFields: [field('PROJECT', 'Partner tier', 'choice', ['Silver', 'Gold'])],
}

/** Known to everybody, like the first organization's `demo-api-key`. Never written in production. */
export const partnersAccess = {
  apiKey: 'demo-partners-key',
  integrationUuid: uuidOf('partners', 'integration'),
} as const
