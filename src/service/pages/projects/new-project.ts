import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isoDay, usFromIso } from '../../../contract/dates.ts'
import { ApiProblem, messages } from '../../../contract/problem.ts'
import { nameField } from '../../changes/form-fields.ts'
import { createProject } from '../../changes/projects/create-project.ts'
import { today } from '../../deps.ts'
import { parseForm } from '../../http/validate.ts'
import { invalid } from '../../refusals.ts'
import { accountOptions } from '../../store/people/accounts.ts'
import { fullName, offeredPeople } from '../../store/people/people.ts'
import { listVersions } from '../../store/playbooks/playbooks.ts'
import { type Asked, mountPage, type Sent } from '../kit/mount-page.ts'
import type { Site } from '../kit/site.ts'

/** With more than these, a name or an email address is typed instead of chosen from a list. */
const mostOptions = 200

const day = isoDay('Choose a date.').transform((date) => usFromIso(date) ?? '')
const newProject = z.object({
  name: nameField(),
  account: z.string().trim(),
  playbook_uuid: z.string(),
  start_date: day,
  due_date: z.union([z.literal('').transform(() => undefined), day]),
  project_owner: z.string().trim(),
})

/** Where the form shows what `POST /v1/projects` refuses with these words. */
const fields: Readonly<Record<string, string>> = {
  [messages.accountRequired]: 'account',
  [messages.accountNotFound]: 'account',
  [messages.playbookNotFound]: 'playbook_uuid',
  [messages.ownerInvalid]: 'project_owner',
}

const create = async ({ page, form }: Sent): Promise<string> => {
  const { due_date: due, ...given } = parseForm(newProject, form)
  const invites = { send_invite_email: false, send_invite_email_customers: false }
  try {
    const input = { ...given, ...invites, ...(due && { due_date: due }) }
    return `/projects/${await createProject(page.acting, input)}`
  } catch (error) {
    const field = error instanceof ApiProblem ? fields[error.message] : undefined
    throw field === undefined || !(error instanceof Error) ? error : invalid(field, error.message)
  }
}

const newFacts = async ({ page: { acting } }: Asked) => {
  const limit = mostOptions + 1
  const accounts = await accountOptions(acting, limit)
  const team = await offeredPeople(acting, { isCustomer: false, accountUuid: undefined, limit })
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

/** A form for what the interface's project creation needs. */
export const mountNewProject = (app: FastifyInstance, site: Site): void =>
  mountPage(app, site, {
    path: '/projects/new',
    template: 'projects/new',
    forTeam: true,
    facts: newFacts,
    actions: { '': create },
  })
