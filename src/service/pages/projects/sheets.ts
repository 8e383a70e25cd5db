import { startOf } from '../../../contract/text.ts'
import { inputName, completeValues, longestValue } from '../../changes/field-values.ts'
import { choicesOf, type FieldValue, liveProjectFields, valuesOfProject } from '../../store/data-fields.ts'
import { type Scope, findRow, type PersonRow } from '../../store/rows.ts'
import { shortDate } from '../kit/words.ts'
import { isCustomer, onlyInternal, type Acting, notFound } from '../../acting.ts'
import { fieldsSeen, moduleSeen, projectSeen, subtaskSeen, taskSeen } from '../../changes/change.ts'
import { projectNow } from '../../events/projects.ts'
import { findPeople, fullName, mostOptions, peopleAround } from '../../store/people.ts'
import { subtasksOfTask } from '../../store/work.ts'
import type { Page } from '../kit/page.ts'

const mostShown = 300

const textOf = ({ value }: FieldValue): string => {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const shownValue = (field: FieldValue): string => {
  const text = textOf(field)
  if (field.kind === 'boolean') return text === 'true' ? 'Yes' : 'No'
  if (field.kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? shortDate(text) : text
  return text.length > mostShown ? `${startOf(text, mostShown)}…` : text
}

export const fieldsView = async (scope: Scope, projectUuid: string) => {
  const total = (await liveProjectFields(scope)).length
  if (total === 0) return undefined
  const values = await valuesOfProject(scope, projectUuid)
  const filled = values.filter((one) => one.value !== null)
  return { total, filled: filled.map((one) => ({ name: one.name, text: shownValue(one) })) }
}

const fieldInput = (field: FieldValue) => {
  const choices =
    field.kind === 'choice'
      ? choicesOf(field).map((one) => [one, one])
      : [
          ['true', 'Yes'],
          ['false', 'No'],
        ]
  const hasChoices = field.kind === 'choice' || field.kind === 'boolean'
  const stored = textOf(field)
  return {
    name: inputName(field),
    label: field.name,
    stored,
    ...(hasChoices && { options: [['', '–'], ...choices] }),
    ...(field.kind === 'date' && { type: 'date' }),
    ...(field.kind === 'text' && { max: longestValue, ...(stored.length > 60 && { rows: 3 }) }),
  }
}

/** The sheet that contains an action's form, and whether it stays open afterwards. */
export const sheetOf: Readonly<Record<string, { kind: SheetKind; stays: boolean }>> = {
  'edit-project': { kind: 'project', stays: false },
  'edit-fields': { kind: 'fields', stays: false },
  'edit-module': { kind: 'module', stays: false },
  'archive-module': { kind: 'module', stays: false },
  'edit-task': { kind: 'task', stays: false },
  'delete-task': { kind: 'task', stays: false },
  'add-subtask': { kind: 'task', stays: true },
  'edit-subtask': { kind: 'task', stays: true },
  'delete-subtask': { kind: 'task', stays: true },
}

type SheetKind = 'project' | 'fields' | 'module' | 'task'
type Reader = (acting: Acting, projectUuid: string, uuid: string) => Promise<object>

const option = (person: PersonRow) => ({
  uuid: person.uuid,
  name: fullName(person) + (isCustomer(person) ? ' (customer)' : ''),
})

const projectAndPeople = async (acting: Acting, uuid: string) => {
  const project = await projectNow(acting, uuid)
  const people = await peopleAround(acting, project.account_uuid, mostOptions + 1)
  return { project, people, byEmail: people.length > mostOptions }
}

const emailOf = async (scope: Scope, uuid: string | null) =>
  uuid === null ? '' : ((await findPeople(scope, [uuid]))[0]?.email ?? '')

const readers: Record<SheetKind, Reader> = {
  fields: async (acting, projectUuid) => {
    const project = await projectNow(acting, projectUuid)
    const values = await completeValues(acting, project.uuid)
    return { title: 'Data fields', one: { seen: fieldsSeen(values) }, values: values.map(fieldInput) }
  },
  project: async (acting, projectUuid) => {
    const { project, people, byEmail } = await projectAndPeople(acting, projectUuid)
    const title = 'Edit project'
    const seen = projectSeen(project)
    if (byEmail) return { title, one: { ...project, seen, owner_uuid: project.owner_email }, byEmail }
    const team = people.filter((one) => !isCustomer(one))
    const owner = { uuid: project.owner_uuid, name: project.owner_name }
    const isListed = team.some(({ uuid }) => uuid === owner.uuid)
    return {
      title,
      one: { ...project, seen },
      people: [...(isListed ? [] : [owner]), ...team.map(option)],
    }
  },
  module: async (acting, projectUuid, uuid) => {
    const module = await findRow(acting, 'module', uuid)
    if (!module || module.project_uuid !== projectUuid || module.is_archived === 1) throw notFound('Module')
    return { title: 'Edit module', one: { ...module, seen: moduleSeen(module) } }
  },
  task: async (acting, projectUuid, uuid) => {
    const task = await findRow(acting, 'task', uuid)
    if (!task || task.project_uuid !== projectUuid) throw notFound('Task')
    const { people, byEmail } = await projectAndPeople(acting, projectUuid)
    const isListed = task.assignee_uuid === null || people.some((one) => one.uuid === task.assignee_uuid)
    const unlisted = isListed ? [] : await findPeople(acting, [task.assignee_uuid ?? ''])
    const subtasks = await subtasksOfTask(acting, task.uuid)
    return {
      title: 'Edit task',
      one: {
        ...task,
        seen: taskSeen(task),
        ...(byEmail && { assignee_uuid: await emailOf(acting, task.assignee_uuid) }),
      },
      byEmail,
      people: byEmail ? [] : [...unlisted, ...people].map(option),
      subtasks: subtasks.map((one) => ({ ...one, seen: subtaskSeen(one) })),
    }
  },
}

const isKind = (kind: string): kind is SheetKind => Object.hasOwn(readers, kind)

/** A sheet beside the page, where the vendor's team edits a project, a module, or a task with its subtasks. */
export const sheetFacts = async (
  page: Page,
  projectUuid: string,
  { kind, uuid }: { kind: string; uuid: string },
): Promise<object> => {
  onlyInternal(page.person)
  if (!isKind(kind)) throw notFound('Form')
  const facts = await readers[kind](page.acting, projectUuid, uuid)
  return { ...facts, kind, uuid, back: `${page.base}/${projectUuid}${page.query}` }
}
