import { addDays, dayMs, type IsoDate, usFromIso } from '../../contract/dates.ts'
import { hashOf } from '../../contract/text.ts'
import { comments } from '../changes/comments.ts'
import { createProject } from '../changes/create-project.ts'
import { patchSubtask } from '../changes/subtasks.ts'
import { patchTask } from '../changes/tasks.ts'
import { actingAs, type Deps, today } from '../acting.ts'
import { writeOrganization } from '../store/organizations.ts'
import { versionOf } from '../store/projects.ts'
import { subtasksOfProject, tasksOfProject } from '../store/work.ts'
import { type New, searchable } from '../store/rows.ts'
import { roles, uuidOf } from './modules.ts'

type Named<T> = Readonly<Record<string, T>>
type Person = Omit<New<'person'>, 'is_active'>
interface Thing {
  readonly uuid: string
  readonly name: string
}

export interface DemoPlaybook extends Omit<New<'playbook'>, 'name_search' | 'created_at'> {
  /** In days. */
  readonly age: number
}

export interface DemoOrganization {
  readonly organization: Thing
  readonly accounts: Named<Thing>
  readonly people: Named<Person> & Readonly<Record<'api', Person>>
  readonly playbooks: Named<DemoPlaybook>
  readonly dataFields: New<'data_field'>[]
}

/** Writes a demo organization once. The key and the integration are written at each start, in case they changed. */
export const seedOrganization = (
  { database, now }: Deps,
  demo: DemoOrganization,
  { apiKey, integrationUuid }: { apiKey: string; integrationUuid: string },
) => {
  const oldestFirst = Object.values(demo.playbooks).sort((a, b) => b.age - a.age)
  const made = {
    organization: demo.organization,
    accounts: Object.values(demo.accounts),
    people: Object.values(demo.people),
    playbooks: oldestFirst.map(({ age, ...version }) => ({
      ...version,
      name_search: searchable(version.name),
      created_at: now() - age * dayMs,
    })),
    dataFields: demo.dataFields,
    key: {
      uuid: uuidOf('key', hashOf(apiKey)),
      secret: apiKey,
      label: 'Demo key',
      person_uuid: demo.people.api.uuid,
    },
    integrationUuid,
  }
  return database.transaction(({ sql }) => writeOrganization(sql, made, now()))
}

/** Who completed the task or subtask of this name, with which answer, or who commented on the task. */
type Step = readonly [who: Person, name: string, words?: { answer?: string; comment?: string }]

export interface DemoProject extends Thing {
  readonly org: string
  readonly playbook: string
  readonly account: string
  /** Also its owner. */
  readonly lead: Person
  readonly engineer: Person
  readonly customer: Person
  readonly datafields?: Named<unknown>
  /** Days since its start. */
  readonly age: number
  readonly steps: readonly Step[]
}

const inputOf = (project: DemoProject, now: IsoDate) => {
  const { lead, engineer, customer } = project
  const start = addDays(now, -project.age)
  return {
    name: project.name,
    playbook_uuid: project.playbook,
    account: project.account,
    start_date: usFromIso(start) ?? '',
    project_owner: lead.email,
    internal_users: [engineer.email],
    customer_users: [customer.email],
    task_roles: {
      [roles.lead.uuid]: [lead.email],
      [roles.engineer.uuid]: [engineer.email],
      [roles.customer.uuid]: [customer.email],
    },
    datafields: project.datafields,
    send_invite_email: false,
    send_invite_email_customers: false,
  }
}

/** Creates a demo project once, with the same functions as any other project. */
export const seedProject = async (deps: Deps, project: DemoProject): Promise<void> => {
  const as = ({ uuid }: Person) => actingAs(deps, { org: project.org, personUuid: uuid })
  const owner = as(project.lead)
  const isThere = async () => (await versionOf(owner, project.uuid)) !== undefined
  if (await isThere()) return
  try {
    await createProject(owner, inputOf(project, today(deps)), project.uuid)
  } catch (error) {
    // Another node that is starting too may have created it.
    if (await isThere()) return
    throw error
  }
  const tasks = await tasksOfProject(owner, project.uuid)
  const subtasks = await subtasksOfProject(owner, project.uuid)
  const named = (all: readonly Thing[], name: string) => all.find((one) => one.name === name)?.uuid
  for (const [who, name, { answer, comment } = {}] of project.steps) {
    const [task, subtask] = [named(tasks, name) ?? '', named(subtasks, name)]
    if (comment !== undefined) await comments.create(as(who), task, { message_plain: comment })
    else if (subtask === undefined) await patchTask(as(who), task, { status: 'Completed' })
    else await patchSubtask(as(who), subtask, { status: 'Completed', action_response: answer })
  }
}
