import type { ModuleTemplate, Question, SubtaskTemplate, TaskTemplate } from '../store/playbooks/content.ts'
import { uuidOf } from './uuid-of.ts'

export const roles = {
  lead: { uuid: uuidOf('role', 'implementation lead'), name: 'Implementation lead' },
  engineer: { uuid: uuidOf('role', 'solutions engineer'), name: 'Solutions engineer' },
  customer: { uuid: uuidOf('role', 'customer lead'), name: 'Customer lead' },
} as const

const lead = { role: roles.lead.uuid }
const engineer = { role: roles.engineer.uuid }
const customer = { role: roles.customer.uuid }
const internal = { isInternal: true }
const inOrder = { inOrder: true }
const feedback = { collectFeedback: true }

/** From day to day of the project. */
type Days = readonly [start: number, due: number]

export const task = (
  name: string,
  detail: string,
  [startDay, dueDay]: Days,
  more: Partial<TaskTemplate> = {},
  ...subtasks: readonly (string | SubtaskTemplate)[]
): TaskTemplate => ({
  name,
  detail,
  startDay,
  dueDay,
  ...more,
  ...(subtasks.length > 0 && {
    subtasks: subtasks.map((one) => (typeof one === 'string' ? { name: one } : one)),
  }),
})

/** Text, or one of the options. */
const question = (key: string, name: string, ...options: readonly string[]): Question =>
  options.length > 0 ? { key, name, type: 'choice', options } : { key, name, type: 'text' }

const asking = (name: string, ...questions: readonly Question[]): SubtaskTemplate => ({ name, questions })

export const kickoff: ModuleTemplate = {
  name: 'Kickoff',
  tasks: [
    task(
      'Hold the kickoff call',
      'Sixty minutes: goals, people, the plan to go-live, and how we work together.',
      [0, 3],
      lead,
      'Agree on a date',
      { name: 'Send the agenda', description: 'Use the agenda template; add the customer’s own topics.' },
      'Share the recording and the notes',
    ),
    task(
      'Tell us about your team',
      'Who decides, who works with us day to day, and who will use the product first.',
      [0, 5],
      { ...customer, requireAllAnswered: true },
      asking('Name your project sponsor', question('sponsor', 'Who is your project sponsor?')),
      asking(
        'How many people will use it?',
        question(
          'users',
          'How many people will use it in the first month?',
          '1–25',
          '26–100',
          '101–500',
          'More than 500',
        ),
      ),
      asking('Preferred channel', question('channel', 'How shall we reach you?', 'Slack', 'E-mail', 'Phone')),
    ),
    task(
      'Review the contract for special terms',
      'Check the order form for custom SLAs, data residency and anything sales has promised.',
      [0, 2],
      { ...lead, ...internal },
    ),
  ],
}

export const migration: ModuleTemplate = {
  name: 'Data migration',
  tasks: [
    task(
      'Export your data',
      'A CSV file for each kind of record. The column guide says what we need of each.',
      [4, 10],
      { ...customer, ...inOrder },
      'Export customers',
      'Export orders',
      asking(
        'Confirm the numbers of rows',
        question('customers', 'Rows of customers'),
        question('orders', 'Rows of orders'),
      ),
    ),
    task(
      'Map the fields',
      'Column by column: where each value goes, what is cleaned, what is left out.',
      [8, 14],
      engineer,
    ),
    task(
      'Rehearse the import in staging',
      'Run the whole import, compare counts and samples, write down every difference.',
      [12, 17],
      { ...engineer, ...internal, ...inOrder },
      'Run the import',
      'Compare the counts',
      'Write the report',
    ),
    task(
      'Sign off the imported data',
      'Look through a sample of each kind of record and tell us that it is right.',
      [17, 20],
      { ...customer, ...feedback },
    ),
  ],
}

export const integrations: ModuleTemplate = {
  name: 'Integrations',
  tasks: [
    task(
      'Connect single sign-on',
      'SAML or OIDC. We need the metadata URL and one person who can test the login.',
      [7, 16],
      customer,
      asking('Send the identity provider’s metadata', question('metadata', 'Metadata URL')),
      'Test the login',
    ),
    task('Connect the CRM', 'Two-way sync of accounts and contacts, every five minutes.', [10, 19], engineer),
  ],
}

export const training: ModuleTemplate = {
  name: 'Training',
  tasks: [
    task(
      'Train the administrators',
      'Ninety minutes, recorded: people, permissions, settings, reports.',
      [18, 24],
      lead,
    ),
    task(
      'Train the first users',
      'Two sessions of forty-five minutes with the people who start on the first day.',
      [20, 28],
      { ...lead, ...feedback },
    ),
  ],
}

export const goLive: ModuleTemplate = {
  name: 'Go-live',
  portalName: 'Going live',
  tasks: [
    task(
      'Go/no-go decision',
      'Everything green? Then we fix the hour. If not, we say what is missing and by when.',
      [27, 30],
      lead,
    ),
    task(
      'Go live',
      'Switch the DNS, watch the first hour together, keep the old system read-only for a week.',
      [30, 32],
      { ...engineer, ...inOrder },
      'Final import',
      'Switch over',
      'Watch the first hour',
    ),
    task(
      'Hand over to customer success',
      'Notes, open wishes, the health of the account, and who owns it from now on.',
      [32, 35],
      { ...lead, ...internal },
    ),
  ],
}

export const firstReview: ModuleTemplate = {
  name: 'First review',
  tasks: [task('Thirty-day review', 'What goes well, what does not, and what comes next.', [60, 65])],
}

export const securityReview: ModuleTemplate = {
  name: 'Security review',
  tasks: [
    task(
      'Answer the security questionnaire',
      'Our answers are in the trust center; what is missing there is added here.',
      [2, 15],
      { ...engineer, ...inOrder },
      'Receive it',
      'Answer it',
      'Have it accepted',
    ),
    task(
      'Sign the data processing agreement',
      'Both sides sign; a copy goes to the contract folder.',
      [2, 20],
      customer,
    ),
    task('Brief the on-call team', 'Regions, peak hours, escalation path.', [20, 25], internal),
  ],
}
