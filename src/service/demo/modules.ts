import { createHash } from 'node:crypto'
import type { ModuleTemplate, Question, SubtaskTemplate, TaskTemplate } from '../store/playbooks.ts'

/** The same words always make the same uuid, so that tests and docs can name it. */
export const uuidOf = (...words: readonly string[]): string => {
  const hex = createHash('sha256')
    .update(['demo', ...words].join('/'))
    .digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

export const roles = {
  lead: { uuid: uuidOf('role', 'implementation lead'), name: 'Implementation lead' },
  engineer: { uuid: uuidOf('role', 'solutions engineer'), name: 'Solutions engineer' },
  customer: { uuid: uuidOf('role', 'customer lead'), name: 'Customer lead' },
} as const

/** Days since the start of the project. */
type Days = readonly [start: number, due: number]

interface Rest extends Omit<Partial<TaskTemplate>, 'subtasks'> {
  readonly detail: string
  readonly subtasks?: readonly (string | SubtaskTemplate)[]
}

const task = (
  name: string,
  [start_day, due_day]: Days,
  role: { uuid: string } | undefined,
  { subtasks, ...rest }: Rest,
): TaskTemplate => ({
  name,
  start_day,
  due_day,
  ...(role && { role: role.uuid }),
  ...rest,
  ...(subtasks && { subtasks: subtasks.map((one) => (typeof one === 'string' ? { name: one } : one)) }),
})

const question = (key: string, name: string, options?: string[]): Question =>
  options ? { key, name, type: 'choice', options } : { key, name, type: 'text' }

const asking = (name: string, key: string, words: string, options?: string[]): SubtaskTemplate => ({
  name,
  questions: [question(key, words, options)],
})

const sizes = ['1–25', '26–100', '101–500', 'More than 500']

export const kickoff: ModuleTemplate = {
  name: 'Kickoff',
  tasks: [
    task('Hold the kickoff call', [0, 3], roles.lead, {
      detail: 'Sixty minutes: goals, people, the plan to go-live, and how we work together.',
      subtasks: [
        'Agree on a date',
        { name: 'Send the agenda', description: 'Use the agenda template; add the customer’s own topics.' },
        'Share the recording and the notes',
      ],
    }),
    task('Tell us about your team', [0, 5], roles.customer, {
      require_all_answered: 1,
      detail: 'Who decides, who works with us day to day, and who will use the product first.',
      subtasks: [
        asking('Name your project sponsor', 'sponsor', 'Who is your project sponsor?'),
        asking(
          'How many people will use it?',
          'users',
          'How many people will use it in the first month?',
          sizes,
        ),
        asking('Preferred channel', 'channel', 'How shall we reach you?', ['Slack', 'E-mail', 'Phone']),
      ],
    }),
    task('Review the contract for special terms', [0, 2], roles.lead, {
      is_internal: 1,
      detail: 'Check the order form for custom SLAs, data residency and anything sales has promised.',
    }),
  ],
}

export const migration: ModuleTemplate = {
  name: 'Data migration',
  tasks: [
    task('Export your data', [4, 10], roles.customer, {
      in_order: 1,
      detail: 'A CSV file for each kind of record. The column guide says what we need of each.',
      subtasks: [
        'Export customers',
        'Export orders',
        {
          name: 'Confirm the numbers of rows',
          questions: [question('customers', 'Rows of customers'), question('orders', 'Rows of orders')],
        },
      ],
    }),
    task('Map the fields', [8, 14], roles.engineer, {
      detail: 'Column by column: where each value goes, what is cleaned, what is left out.',
    }),
    task('Rehearse the import in staging', [12, 17], roles.engineer, {
      is_internal: 1,
      in_order: 1,
      detail: 'Run the whole import, compare counts and samples, write down every difference.',
      subtasks: ['Run the import', 'Compare the counts', 'Write the report'],
    }),
    task('Sign off the imported data', [17, 20], roles.customer, {
      collect_feedback: 1,
      detail: 'Look through a sample of each kind of record and tell us that it is right.',
    }),
  ],
}

export const integrations: ModuleTemplate = {
  name: 'Integrations',
  tasks: [
    task('Connect single sign-on', [7, 16], roles.customer, {
      detail: 'SAML or OIDC. We need the metadata URL and one person who can test the login.',
      subtasks: [
        asking('Send the identity provider’s metadata', 'metadata', 'Metadata URL'),
        'Test the login',
      ],
    }),
    task('Connect the CRM', [10, 19], roles.engineer, {
      detail: 'Two-way sync of accounts and contacts, every five minutes.',
    }),
  ],
}

export const training: ModuleTemplate = {
  name: 'Training',
  tasks: [
    task('Train the administrators', [18, 24], roles.lead, {
      detail: 'Ninety minutes, recorded: people, permissions, settings, reports.',
    }),
    task('Train the first users', [20, 28], roles.lead, {
      collect_feedback: 1,
      detail: 'Two sessions of forty-five minutes with the people who start on the first day.',
    }),
  ],
}

export const goLive: ModuleTemplate = {
  name: 'Go-live',
  portal_name: 'Going live',
  tasks: [
    task('Go/no-go decision', [27, 30], roles.lead, {
      detail: 'Everything green? Then we fix the hour. If not, we say what is missing and by when.',
    }),
    task('Go live', [30, 32], roles.engineer, {
      in_order: 1,
      detail: 'Switch the DNS, watch the first hour together, keep the old system read-only for a week.',
      subtasks: ['Final import', 'Switch over', 'Watch the first hour'],
    }),
    task('Hand over to customer success', [32, 35], roles.lead, {
      is_internal: 1,
      detail: 'Notes, open wishes, the health of the account, and who owns it from now on.',
    }),
  ],
}

export const firstReview: ModuleTemplate = {
  name: 'First review',
  tasks: [
    task('Thirty-day review', [60, 65], undefined, {
      detail: 'What goes well, what does not, and what comes next.',
    }),
  ],
}

export const securityReview: ModuleTemplate = {
  name: 'Security review',
  tasks: [
    task('Answer the security questionnaire', [2, 15], roles.engineer, {
      in_order: 1,
      detail: 'Our answers are in the trust center; what is missing there is added here.',
      subtasks: ['Receive it', 'Answer it', 'Have it accepted'],
    }),
    task('Sign the data processing agreement', [2, 20], roles.customer, {
      detail: 'Both sides sign; a copy goes to the contract folder.',
    }),
    task('Brief the on-call team', [20, 25], undefined, {
      is_internal: 1,
      detail: 'Regions, peak hours, escalation path.',
    }),
  ],
}
