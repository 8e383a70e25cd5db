import type { ModuleTemplate } from '../store/playbooks/content.ts'
import { uuidOf } from './uuid-of.ts'

export const roles = {
  lead: { uuid: uuidOf('role', 'implementation lead'), name: 'Implementation lead' },
  engineer: { uuid: uuidOf('role', 'solutions engineer'), name: 'Solutions engineer' },
  customer: { uuid: uuidOf('role', 'customer lead'), name: 'Customer lead' },
} as const

export const kickoff: ModuleTemplate = {
  name: 'Kickoff',
  tasks: [
    {
      name: 'Hold the kickoff call',
      detail: 'Sixty minutes: goals, people, the plan to go-live, and how we work together.',
      startDay: 0,
      dueDay: 3,
      role: roles.lead.uuid,
      subtasks: [
        { name: 'Agree on a date' },
        { name: 'Send the agenda', description: 'Use the agenda template; add the customer’s own topics.' },
        { name: 'Share the recording and the notes' },
      ],
    },
    {
      name: 'Tell us about your team',
      detail: 'Who decides, who works with us day to day, and who will use the product first.',
      startDay: 0,
      dueDay: 5,
      role: roles.customer.uuid,
      requireAllAnswered: true,
      subtasks: [
        {
          name: 'Name your project sponsor',
          questions: [{ key: 'sponsor', name: 'Who is your project sponsor?', type: 'text' }],
        },
        {
          name: 'How many people will use it?',
          questions: [
            {
              key: 'users',
              name: 'How many people will use it in the first month?',
              type: 'choice',
              options: ['1–25', '26–100', '101–500', 'More than 500'],
            },
          ],
        },
        {
          name: 'Preferred channel',
          questions: [
            {
              key: 'channel',
              name: 'How shall we reach you?',
              type: 'choice',
              options: ['Slack', 'E-mail', 'Phone'],
            },
          ],
        },
      ],
    },
    {
      name: 'Review the contract for special terms',
      detail: 'Check the order form for custom SLAs, data residency and anything sales has promised.',
      startDay: 0,
      dueDay: 2,
      role: roles.lead.uuid,
      isInternal: true,
    },
  ],
}

export const migration: ModuleTemplate = {
  name: 'Data migration',
  tasks: [
    {
      name: 'Export your data',
      detail: 'A CSV file for each kind of record. The column guide says what we need of each.',
      startDay: 4,
      dueDay: 10,
      role: roles.customer.uuid,
      inOrder: true,
      subtasks: [
        { name: 'Export customers' },
        { name: 'Export orders' },
        {
          name: 'Confirm the numbers of rows',
          questions: [
            { key: 'customers', name: 'Rows of customers', type: 'text' },
            { key: 'orders', name: 'Rows of orders', type: 'text' },
          ],
        },
      ],
    },
    {
      name: 'Map the fields',
      detail: 'Column by column: where each value goes, what is cleaned, what is left out.',
      startDay: 8,
      dueDay: 14,
      role: roles.engineer.uuid,
    },
    {
      name: 'Rehearse the import in staging',
      detail: 'Run the whole import, compare counts and samples, write down every difference.',
      startDay: 12,
      dueDay: 17,
      role: roles.engineer.uuid,
      isInternal: true,
      inOrder: true,
      subtasks: [{ name: 'Run the import' }, { name: 'Compare the counts' }, { name: 'Write the report' }],
    },
    {
      name: 'Sign off the imported data',
      detail: 'Look through a sample of each kind of record and tell us that it is right.',
      startDay: 17,
      dueDay: 20,
      role: roles.customer.uuid,
      collectFeedback: true,
    },
  ],
}

export const integrations: ModuleTemplate = {
  name: 'Integrations',
  tasks: [
    {
      name: 'Connect single sign-on',
      detail: 'SAML or OIDC. We need the metadata URL and one person who can test the login.',
      startDay: 7,
      dueDay: 16,
      role: roles.customer.uuid,
      subtasks: [
        {
          name: 'Send the identity provider’s metadata',
          questions: [{ key: 'metadata', name: 'Metadata URL', type: 'text' }],
        },
        { name: 'Test the login' },
      ],
    },
    {
      name: 'Connect the CRM',
      detail: 'Two-way sync of accounts and contacts, every five minutes.',
      startDay: 10,
      dueDay: 19,
      role: roles.engineer.uuid,
    },
  ],
}

export const training: ModuleTemplate = {
  name: 'Training',
  tasks: [
    {
      name: 'Train the administrators',
      detail: 'Ninety minutes, recorded: people, permissions, settings, reports.',
      startDay: 18,
      dueDay: 24,
      role: roles.lead.uuid,
    },
    {
      name: 'Train the first users',
      detail: 'Two sessions of forty-five minutes with the people who start on the first day.',
      startDay: 20,
      dueDay: 28,
      role: roles.lead.uuid,
      collectFeedback: true,
    },
  ],
}

export const goLive: ModuleTemplate = {
  name: 'Go-live',
  portalName: 'Going live',
  tasks: [
    {
      name: 'Go/no-go decision',
      detail: 'Everything green? Then we fix the hour. If not, we say what is missing and by when.',
      startDay: 27,
      dueDay: 30,
      role: roles.lead.uuid,
    },
    {
      name: 'Go live',
      detail: 'Switch the DNS, watch the first hour together, keep the old system read-only for a week.',
      startDay: 30,
      dueDay: 32,
      role: roles.engineer.uuid,
      inOrder: true,
      subtasks: [{ name: 'Final import' }, { name: 'Switch over' }, { name: 'Watch the first hour' }],
    },
    {
      name: 'Hand over to customer success',
      detail: 'Notes, open wishes, the health of the account, and who owns it from now on.',
      startDay: 32,
      dueDay: 35,
      role: roles.lead.uuid,
      isInternal: true,
    },
  ],
}
