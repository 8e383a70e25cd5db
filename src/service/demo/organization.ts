import type { ModuleTemplate, PlaybookContent } from '../store/playbooks.ts'
import type { DemoOrganization, DemoPlaybook, DemoProject } from './seed.ts'
import type { New } from '../store/rows.ts'
import * as modules from './modules.ts'
import { uuidOf } from './modules.ts'

/** Known to everybody: production refuses it, and ends it where a trial left it. */
export const demoApiKey = 'demo-api-key'

export const organization = { uuid: uuidOf('organization'), name: 'Northwind' } as const

export const demoProject = {
  uuid: uuidOf('project', '1'),
  name: 'Acme Corp – Standard Onboarding',
} as const

export const accounts = {
  acme: { uuid: uuidOf('account', 'acme'), name: 'Acme Corp' },
  globex: { uuid: uuidOf('account', 'globex'), name: 'Globex' },
  initech: { uuid: uuidOf('account', 'initech'), name: 'Initech' },
} as const

export const person = (
  first: string,
  last: string,
  email: string,
  role: 'Vendor Admin' | 'Vendor User' | 'API User' | 'Customer',
  account: string | null = null,
) => ({
  uuid: uuidOf('person', email),
  first_name: first,
  last_name: last,
  email,
  role,
  account_uuid: account,
})

export const people = {
  dana: person('Dana', 'Smith', 'dana@vendor.example', 'Vendor Admin'),
  lee: person('Lee', 'Wong', 'lee@vendor.example', 'Vendor User'),
  sam: person('Sam', 'Okafor', 'sam@vendor.example', 'Vendor User'),
  api: person('API', 'User', 'api@vendor.example', 'API User'),
  casey: person('Casey', 'Jones', 'casey@acme.example', 'Customer', accounts.acme.uuid),
  robin: person('Robin', 'Silva', 'robin@globex.example', 'Customer', accounts.globex.uuid),
} as const

export const field = (
  object_type: 'PROJECT' | 'TASK',
  name: string,
  kind: 'text' | 'number' | 'date' | 'choice',
  choices: readonly string[] = [],
): New<'data_field'> => ({
  uuid: uuidOf('data field', name),
  object_type,
  name,
  kind,
  choices: JSON.stringify(choices),
  is_archived: 0,
})

const dataFields = [
  field('PROJECT', 'Contract value (USD)', 'number'),
  field('PROJECT', 'Region', 'choice', ['North America', 'EMEA', 'APAC']),
  field('PROJECT', 'Target go-live', 'date'),
  field('PROJECT', 'Main contact phone', 'text'),
  { ...field('PROJECT', 'Legacy CRM id', 'text'), is_archived: 1 as const },
  field('TASK', 'Effort (hours)', 'number'),
]

type Version = Partial<DemoPlaybook> & Pick<DemoPlaybook, 'description' | 'duration_days' | 'age'>

/** A version of the standard playbook, if it has no other name. */
export const playbook = (key: string, parts: ModuleTemplate[], version: Version): DemoPlaybook => {
  const content: PlaybookContent = { roles: Object.values(modules.roles), modules: parts }
  const plain = { name: 'Standard Onboarding', version: 1, state: 'published', is_archived: 0 } as const
  return { ...plain, ...version, uuid: uuidOf('playbook', key), content: JSON.stringify(content) }
}

const standard = 'From the signed contract to the first working day'
const { kickoff, migration, integrations, training, goLive, securityReview, firstReview } = modules
const oldest = [kickoff, migration, training]
const current = [kickoff, migration, integrations, training, goLive]

export const playbooks = {
  superseded: playbook('standard-1', oldest, {
    state: 'superseded',
    description: `${standard}.`,
    duration_days: 42,
    age: 400,
  }),
  // An abandoned draft: version 3 took its place.
  draft: playbook('standard-2', [...current, firstReview], {
    version: 2,
    state: 'draft',
    description: `${standard}, in five weeks. With a review after thirty days.`,
    duration_days: 70,
    age: 150,
  }),
  published: playbook('standard-3', current, {
    version: 3,
    description: `${standard}, in five weeks.`,
    duration_days: 35,
    age: 120,
  }),
  enterprise: playbook('enterprise-1', [kickoff, securityReview, ...current.slice(1)], {
    name: 'Enterprise Rollout',
    description: 'Several teams, a security review, and a go-live in stages.',
    duration_days: 90,
    age: 200,
  }),
  archived: playbook('legacy-1', oldest, {
    name: 'Legacy Import',
    description: 'No longer used.',
    duration_days: 20,
    is_archived: 1,
    age: 900,
  }),
}

export const northwind: DemoOrganization = { organization, accounts, people, playbooks, dataFields }

const { dana, lee, casey } = people

export const runningProject: DemoProject = {
  ...demoProject,
  org: organization.uuid,
  playbook: playbooks.published.uuid,
  account: accounts.acme.name,
  lead: dana,
  engineer: lee,
  customer: casey,
  datafields: {
    [uuidOf('data field', 'Contract value (USD)')]: 48_000,
    [uuidOf('data field', 'Region')]: 'North America',
  },
  age: 9,
  steps: [
    [dana, 'Agree on a date'],
    [dana, 'Send the agenda'],
    [dana, 'Share the recording and the notes'],
    [dana, 'Review the contract for special terms'],
    [casey, 'Name your project sponsor', { answer: 'Jordan Blake, VP Operations' }],
    [casey, 'How many people will use it?', { answer: '101–500' }],
    [casey, 'Export customers'],
    [
      casey,
      'Export your data',
      { comment: 'The customers are exported. Are orders older than three years needed too?' },
    ],
    [
      dana,
      'Export your data',
      { comment: 'No, the last three years are enough. Thank you for being early!' },
    ],
  ],
}
