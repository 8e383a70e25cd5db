import { entered } from '../../../contract/text.ts'
import { z } from 'zod'
import { type Acting, isCustomer, today, invalid } from '../../acting.ts'
import {
  isOverdue,
  percentageOf,
  statusOf,
  type ProjectRecord,
  type ProjectSort,
  projectsOnPage,
} from '../../store/projects.ts'
import { openTaskForCustomers, type ProjectForCustomers, projectForCustomers } from '../../for-customers.ts'
import { accountOptions, fullName, mostOptions, offeredPeople } from '../../store/people.ts'
import { projectStates } from '../../store/tables.ts'
import type { PageRequest, SentForm, FormPage } from '../kit/mount-page.ts'
import { bases } from '../kit/page.ts'
import { filtersOf, pagesOf, wantedPage, textIn } from '../kit/request.ts'
import type { Side } from '../../store/sign-in.ts'
import { shortDate } from '../kit/words.ts'
import { openTasksOf } from '../../store/work.ts'
import { dueView } from './view.ts'
import { isoDay, usFromIso } from '../../../contract/dates.ts'
import { ApiProblem, messages } from '../../../contract/problem.ts'
import { nameField, parseForm } from '../../http/validate.ts'
import { createProject } from '../../changes/create-project.ts'
import { listVersions } from '../../store/playbooks.ts'

const projectsShown = 25

const sorts: Readonly<Record<ProjectSort, string>> = { newest: 'Newest', due: 'Due date', name: 'Name' }
const isSort = (text: string): text is ProjectSort => Object.hasOwn(sorts, text)

const choicesFor = async (acting: Acting) => {
  const team = await offeredPeople(acting, { isCustomer: false, limit: mostOptions })
  const accounts = await accountOptions(acting, mostOptions)
  const owners = [['', 'All owners'], ...team.map((one) => [one.uuid, fullName(one)])]
  const ofAccounts = [['', 'All accounts'], ...accounts.map((one) => [one.uuid, one.name])]
  const orders = Object.entries(sorts).map(([sort, text]) => [sort === 'newest' ? '' : sort, text])
  return [
    { name: 'owner', label: 'Owner', options: owners },
    { name: 'account', label: 'Account', options: ofAccounts },
    { name: 'sort', label: 'Sort by', options: orders },
  ]
}

/** Only the team reads how many tasks are late. */
const lateTasks = ({ state, progress }: ProjectRecord | ProjectForCustomers) =>
  state === 'Active' && 'late' in progress ? progress.late : 0

const projectsFacts = async ({ page, query }: PageRequest) => {
  const { acting } = page
  const day = today(acting.deps)
  const isPortal = page.side === 'portal'
  const [text, at, sort] = [textIn(query, 'q', 150), wantedPage(query, 'page'), textIn(query, 'sort', 10)]
  const states = isPortal ? projectStates : ['Late', ...projectStates]
  const state = states.find((one) => one === query['state'])
  const chosen = isPortal
    ? { owner: '', account: page.person.account_uuid ?? '' }
    : { owner: textIn(query, 'owner', 36), account: textIn(query, 'account', 36) }
  const filter = {
    limit: projectsShown,
    offset: at * projectsShown,
    name: text || undefined,
    state: state === 'Late' ? undefined : state,
    isLate: state === 'Late',
    ownerUuid: chosen.owner || undefined,
    accountUuid: isPortal ? chosen.account : chosen.account || undefined,
    ...(isSort(sort) && { sort }),
  }
  const { projects, total } = await projectsOnPage(acting, day, filter)
  return {
    title: 'Projects',
    text,
    state,
    isFiltered: Boolean(text || state || (!isPortal && (chosen.owner || chosen.account))),
    choices: isPortal ? [] : await choicesFor(acting),
    chosen: { ...chosen, sort },
    filters: filtersOf(query, state, Object.fromEntries(states.map((one) => [one, one]))),
    pages: pagesOf(query, 'page', { page: at, size: projectsShown, total }),
    projects: projects.map((project) => {
      const shown = isPortal ? projectForCustomers(project) : project
      return {
        ...shown,
        status: statusOf(shown),
        percent: percentageOf(shown),
        due: shortDate(shown.due_date),
        overdue: isOverdue(shown, day),
        late: lateTasks(shown),
      }
    }),
  }
}

export const projectsPage = (side: Side): FormPage => ({
  path: bases[side],
  side,
  template: 'projects/projects',
  facts: projectsFacts,
})

const tasksShown = 50

const tasksFacts = async ({ page: { acting, person }, query }: PageRequest) => {
  const at = wantedPage(query, 'page')
  const { tasks, total } = await openTasksOf(acting, person, { limit: tasksShown, offset: at * tasksShown })
  const day = today(acting.deps)
  return {
    title: 'My tasks',
    tasks: tasks
      .map((task) => (isCustomer(person) ? openTaskForCustomers(task) : task))
      .map((task) => ({ ...task, due: dueView(task.due_date, true, day) })),
    pages: pagesOf(query, 'page', { page: at, size: tasksShown, total }),
  }
}

export const myTasksPage = (side: Side): FormPage => ({
  path: side === 'portal' ? '/portal/my-tasks' : '/my-tasks',
  side,
  template: 'projects/my-tasks',
  facts: tasksFacts,
})

const dayField = isoDay('Choose a date.').transform((date) => usFromIso(date) ?? '')
const newProjectSchema = z.object({
  name: nameField(),
  account: z.string().overwrite(entered),
  playbook_uuid: z.string(),
  start_date: dayField,
  due_date: z.union([z.literal('').transform(() => undefined), dayField]),
  project_owner: z.string().overwrite(entered),
})

/** The form's field that shows a refusal, by the refusal's message. */
const fieldOf: Readonly<Record<string, string>> = {
  [messages.accountRequired]: 'account',
  [messages.accountNotFound]: 'account',
  [messages.playbookNotFound]: 'playbook_uuid',
  [messages.ownerInvalid]: 'project_owner',
}

const create = async ({ page, form }: SentForm): Promise<string> => {
  const { due_date: due, ...given } = parseForm(newProjectSchema, form)
  const invites = { send_invite_email: false, send_invite_email_customers: false }
  try {
    const input = { ...given, ...invites, ...(due && { due_date: due }) }
    return `/projects/${await createProject(page.acting, input)}`
  } catch (error) {
    const field = error instanceof ApiProblem ? fieldOf[error.message] : undefined
    throw field === undefined || !(error instanceof Error) ? error : invalid(field, error.message)
  }
}

const newFacts = async ({ page: { acting } }: PageRequest) => {
  const limit = mostOptions + 1
  const accounts = await accountOptions(acting, limit)
  const team = await offeredPeople(acting, { isCustomer: false, limit })
  const playbooks = (await listVersions(acting)).filter(
    (one) => one.state === 'published' && one.is_archived === 0,
  )
  return {
    title: 'New project',
    today: today(acting.deps),
    accounts: accounts.length > mostOptions ? undefined : accounts.map(({ uuid, name }) => [uuid, name]),
    team: team.length > mostOptions ? undefined : team.map((one) => [one.uuid, fullName(one)]),
    playbooks: playbooks.map((one) => [one.uuid, `${one.name} (${one.duration_days} days)`]),
  }
}

export const newProjectPage: FormPage = {
  path: '/projects/new',
  template: 'projects/new',
  forTeam: true,
  facts: newFacts,
  actions: { '': create },
}
