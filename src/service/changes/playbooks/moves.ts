import type { PlaybookContent } from '../../store/playbooks/content.ts'
import { type Edit, type Form, modules, moving, placeIn, questions, subtasks, tasks } from './lists.ts'

/** A task at the end of its module goes on into the next one; undefined for one that is not there. */
const intoNext = (content: PlaybookContent, form: Form, by: -1 | 1): PlaybookContent | undefined => {
  const { m, t = 0 } = placeIn(form)
  const from = content.modules[m]
  const task = from?.tasks[t]
  const next = content.modules[m + by]
  const leaves = from && (t + by < 0 || t + by >= from.tasks.length)
  if (!leaves || !task || !next) return undefined
  const there = by === 1 ? [task, ...next.tasks] : [...next.tasks, task]
  return {
    ...content,
    modules: content.modules
      .with(m, { ...from, tasks: from.tasks.toSpliced(t, 1) })
      .with(m + by, { ...next, tasks: there }),
  }
}

/** The innermost that the form names is moved. */
const move =
  (by: -1 | 1): Edit =>
  (content, form, newUuid) => {
    const { t, s, q } = placeIn(form)
    if (q !== undefined) return moving(questions, by)(content, form, newUuid)
    if (s !== undefined) return moving(subtasks, by)(content, form, newUuid)
    if (t === undefined) return moving(modules, by)(content, form, newUuid)
    return intoNext(content, form, by) ?? moving(tasks, by)(content, form, newUuid)
  }

export const moves: Record<string, Edit> = { up: move(-1), down: move(1) }
