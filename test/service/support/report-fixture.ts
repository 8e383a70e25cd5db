/** One organization's projects, tasks and comments, and the figures that docs/reports.md defines for them. */
export const reportNow = Date.parse('2026-11-20T12:00:00Z')

const uuid = (kind: string, n: number) => `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`

export const accounts = { acme: 'Acme Corp', globex: 'Globex' } as const
export const people = {
  dana: { uuid: uuid('d', 1), first: 'Dana', last: 'Smith', account: undefined, is_active: 1 },
  lee: { uuid: uuid('d', 2), first: 'Lee', last: 'Wong', account: undefined, is_active: 1 },
  casey: { uuid: uuid('d', 3), first: 'Casey', last: 'Jones', account: 'acme', is_active: 1 },
  robin: { uuid: uuid('d', 4), first: 'Robin', last: 'Hill', account: 'globex', is_active: 1 },
  left: { uuid: uuid('d', 5), first: 'Kim', last: 'Park', account: 'acme', is_active: 0 },
} as const
type PersonName = keyof typeof people

interface Project {
  uuid: string
  account: keyof typeof accounts
  owner: PersonName
  state: 'Active' | 'Completed' | 'Archived'
  start: string
  due: string
  completed: string | undefined
}

let made = 0
const project = (
  account: Project['account'],
  owner: PersonName,
  state: Project['state'],
  start: string,
  due: string,
  completed?: string,
): Project => ({ uuid: uuid('a', ++made), account, owner, state, start, due, completed })

export const projects = {
  running: project('acme', 'dana', 'Active', '2026-09-01', '2026-12-31'),
  late: project('globex', 'lee', 'Active', '2026-08-01', '2026-11-10'),
  justLate: project('acme', 'lee', 'Active', '2026-10-01', '2026-11-18'),
  early: project('globex', 'dana', 'Completed', '2026-09-01', '2026-11-10', '2026-11-05'),
  overdue: project('acme', 'dana', 'Completed', '2026-10-01', '2026-11-05', '2026-11-15'),
  onTheDay: project('acme', 'lee', 'Completed', '2026-07-01', '2026-08-20', '2026-08-20'),
  archivedAfter: project('globex', 'lee', 'Archived', '2026-08-01', '2026-08-31', '2026-08-30'),
  abandoned: project('globex', 'lee', 'Archived', '2026-08-01', '2026-08-31'),
  longAgo: project('acme', 'dana', 'Completed', '2026-01-01', '2026-02-01', '2026-02-01'),
}

interface Task {
  uuid: string
  name: string
  project: Project
  assignee: PersonName | undefined
  assignedAt: string
  internal: boolean
  completed: boolean
  archived: 'alone' | 'with its module' | undefined
}

let tasksMade = 0
const task = (
  name: string,
  of: Project,
  facts: Partial<Omit<Task, 'uuid' | 'name' | 'project'>> = {},
): Task => ({
  uuid: uuid('b', ++tasksMade),
  name,
  project: of,
  assignee: undefined,
  assignedAt: '2026-11-02T09:00:00Z',
  internal: false,
  completed: false,
  archived: undefined,
  ...facts,
})

export const tasks = {
  theirs: task('Upload the logo', projects.running, { assignee: 'casey' }),
  asked: task('Choose a date', projects.running, { assignee: 'dana' }),
  answered: task('Kick-off call', projects.running, { assignee: 'lee' }),
  internal: task('Margin check', projects.running, { assignee: 'casey', internal: true }),
  done: task('Sign the contract', projects.running, { assignee: 'casey', completed: true }),
  archived: task('Old form', projects.running, { assignee: 'casey', archived: 'alone' }),
  ofArchived: task('Old step', projects.running, { assignee: 'casey', archived: 'with its module' }),
  ofNobody: task('Sign off', projects.running, { assignee: 'left' }),
  both: task('Data export', projects.late, { assignee: 'robin', assignedAt: '2026-11-15T09:00:00Z' }),
  ofCompleted: task('Feedback', projects.early, { assignee: 'robin' }),
}

interface Comment {
  uuid: string
  on: Task
  by: PersonName
  at: string
}

let commentsMade = 0
const comment = (on: Task, by: PersonName, at: string): Comment => ({
  uuid: uuid('c', ++commentsMade),
  on,
  by,
  at,
})

export const comments: readonly Comment[] = [
  // Answered after two days. The answer is not answered, but the task was the customer's before it.
  comment(tasks.theirs, 'casey', '2026-11-01T10:00:00Z'),
  comment(tasks.theirs, 'dana', '2026-11-03T10:00:00Z'),
  // Out of the thirty days.
  comment(tasks.asked, 'casey', '2026-10-01T10:00:00Z'),
  comment(tasks.asked, 'dana', '2026-11-12T10:00:00Z'),
  comment(tasks.asked, 'dana', '2026-11-14T10:00:00Z'),
  // Answered within a day, and the last word is the customer's, too young to count.
  comment(tasks.answered, 'casey', '2026-11-10T10:00:00Z'),
  comment(tasks.answered, 'lee', '2026-11-11T09:00:00Z'),
  comment(tasks.answered, 'casey', '2026-11-20T08:00:00Z'),
  comment(tasks.internal, 'lee', '2026-11-11T09:00:00Z'),
  comment(tasks.archived, 'lee', '2026-11-11T09:00:00Z'),
  // A minute too late.
  comment(tasks.both, 'robin', '2026-10-30T00:00:00Z'),
  comment(tasks.both, 'lee', '2026-10-31T00:01:00Z'),
]

/** What a report says of all this. */
export const expected = {
  since: '1970-01-01',
  tooEarly: { completed: false, answered: false },
  running: 3,
  completed: 4,
  onTime: 3,
  months: [
    { month: '2026-08', projects: 2, actual: 40, planned: 40 },
    { month: '2026-11', projects: 2, actual: 55, planned: 53 },
  ],
  waiting: [
    { account: 'Acme Corp', tasks: 2, since: '2026-11-02' },
    { account: 'Globex', tasks: 1, since: '2026-10-31' },
  ],
  overdue: [{ owner: 'Lee Wong', projects: 2, days: 10 }],
  answered: { inADay: 1, of: 3 },
}
