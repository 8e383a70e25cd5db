import type { FastifyInstance } from 'fastify'
import { type Acting, today } from '../../deps.ts'
import {
  customerPercentageOf,
  isOverdue,
  percentageOf,
  statusOf,
  type ProjectSort,
  projectsOnPage,
} from '../../store/projects/projects.ts'
import { accountOptions } from '../../store/people/accounts.ts'
import { fullName, offeredPeople } from '../../store/people/people.ts'
import { projectStates } from '../../store/tables.ts'
import { type Asked, mountPage } from '../kit/mount-page.ts'
import { bases } from '../kit/page.ts'
import type { Site } from '../kit/site.ts'
import { filtersOf, pagesOf, wantedPage } from '../kit/paging.ts'
import { textIn } from '../kit/request.ts'
import type { Side } from '../../store/people/sign-in.ts'
import { shortDate } from '../kit/words.ts'

const size = 25

/** More than these make no list to choose from. */
const mostOptions = 200

const sorts: Readonly<Record<ProjectSort, string>> = { newest: 'Newest', due: 'Due date', name: 'Name' }
const isSort = (text: string): text is ProjectSort => Object.hasOwn(sorts, text)

/** For the team: by whom, for whom, and in which order. */
const choicesFor = async (acting: Acting) => {
  const team = await offeredPeople(acting, { isCustomer: false, accountUuid: undefined, limit: mostOptions })
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

const projectsFacts = async ({ page, query }: Asked) => {
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
    limit: size,
    offset: at * size,
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
    pages: pagesOf(query, 'page', { page: at, size, total }),
    projects: projects.map((project) => ({
      ...project,
      status: statusOf(project),
      percent: isPortal ? customerPercentageOf(project.progress) : percentageOf(project),
      due: shortDate(project.due_date),
      overdue: isOverdue(project, day),
      late: project.state === 'Active' && !isPortal ? project.progress.late : 0,
    })),
  }
}

export const mountProjects = (app: FastifyInstance, site: Site, side: Side): void =>
  mountPage(app, site, { path: bases[side], side, template: 'projects/projects', facts: projectsFacts })
