import { z } from 'zod'
import { parseForm } from '../../http/validate.ts'
import { invalid } from '../../refusals.ts'
import type { PlaybookContent } from '../../store/playbooks/content.ts'
import { adding, changing, type Edit, type Form, type List, named, removing } from './lists.ts'

type Role = PlaybookContent['roles'][number]

const roleIn = (form: Form) => parseForm(z.object({ role: z.string() }), form).role

const roles: List<Role> = {
  what: 'Role',
  most: 20,
  many: 'roles',
  of: (content) => content.roles,
  at: (form, all) => all.findIndex(({ uuid }) => uuid === roleIn(form)),
}

const roleFrom = (form: Form, all: readonly Role[], uuid: string): Role => {
  const { name } = parseForm(named, form)
  if (all.some((one) => one.name === name && one.uuid !== uuid))
    throw invalid('name', 'Another role has this name.')
  return { uuid, name }
}

/** A role is a placeholder that a person fills when a project is created. */
export const roleEdits: Record<string, Edit> = {
  'add-role': adding(roles, (form, all, newUuid) => roleFrom(form, all, newUuid())),
  'rename-role': changing(roles, (form, { uuid }, content) => roleFrom(form, content.roles, uuid)),
  'remove-role': (content, form, newUuid) => {
    removing(roles)(content, form, newUuid)
    for (const task of content.modules.flatMap(({ tasks }) => tasks))
      if (task.role === roleIn(form)) delete task.role
  },
}
