import { z } from 'zod'
import { parseForm } from '../../http/validate.ts'
import { invalid } from '../../refusals.ts'
import type { PlaybookContent, TaskTemplate } from '../../store/playbooks/content.ts'
import { adding, changing, type Edit, type Form, type List, named, removing } from './lists.ts'

type Role = PlaybookContent['roles'][number]

const roleIn = (form: Form) => parseForm(z.object({ role: z.string() }), form).role

const roles: List<Role> = {
  what: 'Role',
  most: 20,
  many: 'roles',
  in: (content, form, change) => ({
    ...content,
    roles: change(content.roles, () => content.roles.findIndex(({ uuid }) => uuid === roleIn(form))),
  }),
}

const roleFrom = (form: Form, all: readonly Role[], uuid: string): Role => {
  const { name } = parseForm(named, form)
  if (all.some((one) => one.name === name && one.uuid !== uuid))
    throw invalid('name', 'Another role has this name.')
  return { uuid, name }
}

const withoutRole = (task: TaskTemplate, role: string): TaskTemplate => {
  if (task.role !== role) return task
  const { role: _gone, ...rest } = task
  return rest
}

/** Placeholders for people: who fills a role is said when a project is created. */
export const roleEdits: Record<string, Edit> = {
  'add-role': adding(roles, (form, all, newUuid) => roleFrom(form, all, newUuid())),
  'rename-role': changing(roles, (form, { uuid }, content) => roleFrom(form, content.roles, uuid)),
  // Its tasks are nobody's then.
  'remove-role': (content, form, newUuid) => ({
    ...removing(roles)(content, form, newUuid),
    modules: content.modules.map((module) => ({
      ...module,
      tasks: module.tasks.map((task) => withoutRole(task, roleIn(form))),
    })),
  }),
}
