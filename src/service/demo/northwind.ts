import { accounts, dataFields, demoProject, organization, people, uuidOf } from './organization.ts'
import { playbooks } from './playbooks.ts'
import type { DemoOrganization, DemoProject } from './seed.ts'

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
