import { lockOrganization } from './store/organizations.ts'
import { findPerson } from './store/people.ts'
import { findProject } from './store/projects.ts'
import type { PersonRow, TaskRow } from './store/rows.ts'
import { type Acting, type ActingTx, inTransaction, today } from './deps.ts'
import { notAllowed, notFound } from './refusals.ts'

export const isCustomer = (person: PersonRow): boolean => person.account_uuid !== null

export const actingPerson = async (acting: Acting): Promise<PersonRow> => {
  const person = await findPerson(acting, acting.personUuid)
  if (!person) throw notFound('User')
  return person
}

/** Customers see the projects of their own account. The vendor's people see all projects. */
const maySeeProject = (person: PersonRow, project: { account_uuid: string }): boolean =>
  !isCustomer(person) || person.account_uuid === project.account_uuid

/** The project, and who looks at it. A project that this person can't see is a 404. */
export const visibleProject = async (acting: Acting, uuid: string, what = 'Project') => {
  const project = await findProject(acting, uuid, today(acting.deps))
  const person = await actingPerson(acting)
  if (!project || !maySeeProject(person, project)) throw notFound(what)
  return { project, person }
}

export const maySeeTask = (person: PersonRow, task: TaskRow): boolean =>
  !isCustomer(person) || task.is_internal === 0

export const onlyInternal = (person: PersonRow): void => {
  if (isCustomer(person)) throw notAllowed("Only the vendor's team can do this.")
}

export const isAdmin = (person: PersonRow): boolean => person.role === 'Vendor Admin'

export const onlyAdmin = (person: PersonRow): void => {
  if (!isAdmin(person)) throw notAllowed('Only a Vendor Admin can do this.')
}

/** Runs a Vendor Admin's change. An organization's changes run one at a time. */
export const asAdmin = <R>(acting: Acting, work: (acting: ActingTx) => Promise<R>): Promise<R> =>
  inTransaction(acting, async (acting) => {
    await lockOrganization(acting, acting.deps.database.engine)
    onlyAdmin(await actingPerson(acting))
    return work(acting)
  })

/** Customers don't see notes on any page, in any answer, or in any refusal. */
export const maySeeNotes = (person: PersonRow): boolean => !isCustomer(person)

interface Written {
  readonly created_by: string
}

/** People delete their own comments and notes. Admins and the API user delete all. */
export const mayDelete = (person: PersonRow, written: Written): boolean =>
  person.uuid === written.created_by || isAdmin(person) || person.role === 'API User'

/** On the pages, people edit only what they wrote. Programs with the organization's key edit what they may delete. */
export const mayEdit = (person: PersonRow, written: Written, byKey = false): boolean =>
  person.uuid === written.created_by || (byKey && mayDelete(person, written))
