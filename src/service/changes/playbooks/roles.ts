import { z } from 'zod'
import type { PlaybookContent, TaskTemplate } from '../../store/playbooks/content.ts'
import {
  added,
  changed,
  type Edit,
  type Form,
  inModules,
  inSubtasks,
  inTasks,
  moved,
  named,
  placeIn,
} from './places.ts'
import { parseForm } from '../../http/validate.ts'
import { invalid, notFound } from '../../refusals.ts'

const most = 20
const roleOf = (form: Form) => parseForm(z.object({ role: z.string() }), form).role

const roleNamed = ({ roles }: PlaybookContent, form: Form, own?: string): string => {
  const { name } = parseForm(named, form)
  if (roles.some((one) => one.name === name && one.uuid !== own))
    throw invalid('name', 'Another role has this name.')
  return name
}

const roleAt = ({ roles }: PlaybookContent, form: Form): number => {
  const wanted = roleOf(form)
  const at = roles.findIndex(({ uuid }) => uuid === wanted)
  if (at < 0) throw notFound('Role')
  return at
}

const withoutRole = (task: TaskTemplate, role: string): TaskTemplate => {
  if (task.role !== role) return task
  const { role: _gone, ...rest } = task
  return rest
}

/** Placeholders for people: who fills a role is said when a project is created. */
export const roleEdits: Record<string, Edit> = {
  'add-role': (content, form, newUuid) => ({
    ...content,
    roles: added(content.roles, { uuid: newUuid(), name: roleNamed(content, form) }, most, 'roles'),
  }),
  'rename-role': (content, form) => ({
    ...content,
    roles: changed(
      content.roles,
      roleAt(content, form),
      ({ uuid }) => ({ uuid, name: roleNamed(content, form, uuid) }),
      'Role',
    ),
  }),
  // Its tasks are nobody's then.
  'remove-role': (content, form) => ({
    roles: changed(content.roles, roleAt(content, form), 'out', 'Role'),
    modules: content.modules.map((module) => ({
      ...module,
      tasks: module.tasks.map((task) => withoutRole(task, roleOf(form))),
    })),
  }),
}

/** A task at the end of its module goes on into the next one. */
const movedTask = (content: PlaybookContent, form: Form, by: -1 | 1): PlaybookContent => {
  const { m, t = 0 } = placeIn(form)
  const from = content.modules[m]
  const task = from?.tasks[t]
  const next = content.modules[m + by]
  const leaves = from && (t + by < 0 || t + by >= from.tasks.length)
  if (!leaves || !task || !next)
    return inModules(content, form, (one) => ({ ...one, tasks: moved(one.tasks, t, by, 'Task') }))
  const there = by === 1 ? [task, ...next.tasks] : [...next.tasks, task]
  return {
    ...content,
    modules: content.modules
      .with(m, { ...from, tasks: from.tasks.toSpliced(t, 1) })
      .with(m + by, { ...next, tasks: there }),
  }
}

/** The innermost that the form names is moved. */
const moving =
  (by: -1 | 1): Edit =>
  (content, form) => {
    const { m, t, s, q } = placeIn(form)
    if (q !== undefined)
      return inSubtasks(content, form, (one) => ({
        ...one,
        questions: moved(one.questions ?? [], q, by, 'Question'),
      }))
    if (s !== undefined)
      return inTasks(content, form, (one) => ({
        ...one,
        subtasks: moved(one.subtasks ?? [], s, by, 'Subtask'),
      }))
    if (t !== undefined) return movedTask(content, form, by)
    return { ...content, modules: moved(content.modules, m, by, 'Module') }
  }

export const moves: Record<string, Edit> = { up: moving(-1), down: moving(1) }
