import { findPerson } from './store/people/people.ts'
import type { PersonRow, Scope, TaskRow } from './store/rows.ts'
import type { Actor } from './deps.ts'
import { notAllowed, notFound } from './refusals.ts'

export const isCustomer = (person: PersonRow): boolean => person.account_uuid !== null

export const actingPerson = async (scope: Scope, actor: Actor): Promise<PersonRow> => {
  const person = await findPerson(scope, actor.personUuid)
  if (!person) throw notFound('User')
  return person
}

/** Customers see the projects of their own account. The vendor's people see all projects. */
export const maySeeProject = (person: PersonRow, project: { account_uuid: string }): boolean =>
  !isCustomer(person) || person.account_uuid === project.account_uuid

export const maySeeTask = (person: PersonRow, task: TaskRow): boolean =>
  !isCustomer(person) || task.is_internal === 0

export const onlyInternal = (person: PersonRow): void => {
  if (isCustomer(person)) throw notAllowed("Only the vendor's team can do this.")
}

export const isAdmin = (person: PersonRow): boolean => person.role === 'Vendor Admin'

export const onlyAdmin = (person: PersonRow): void => {
  if (!isAdmin(person)) throw notAllowed('Only a Vendor Admin can do this.')
}

/** Customers don't see notes on any page, in any answer, or in any refusal. */
export const maySeeNotes = (person: PersonRow): boolean => !isCustomer(person)

interface Written {
  readonly created_by: string
}

/** People delete their own comments and notes. Admins and the API user delete all. */
export const mayDelete = (person: PersonRow, written: Written): boolean =>
  person.uuid === written.created_by || isAdmin(person) || person.role === 'API User'

/** On the pages, people edit only what they wrote. Programs with the organization's key edit what they may delete. */
export const mayEdit = (person: PersonRow, written: Written, { byKey }: Pick<Actor, 'byKey'>): boolean =>
  person.uuid === written.created_by || (byKey === true && mayDelete(person, written))
