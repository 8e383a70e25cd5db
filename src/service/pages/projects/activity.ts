import { timeView } from '../kit/words.ts'
import { face, type Names } from './comment-view.ts'
import type { projectView } from './view.ts'

type View = ReturnType<typeof projectView>
type Task = View['modules'][number]['tasks'][number]

interface Line {
  readonly at: number
  readonly who: string
  readonly did: string
  readonly task?: Task
}

const mostShown = 30

/** The last things that people did in a project, newest first. */
export const activityOf = (project: View, names: Names) => {
  const lines: Line[] = []
  const add = (at: number | null, by: string | null, did: string, task?: Task) => {
    const { name, via } = face(names.get(by ?? ''), null)
    if (at !== null) lines.push({ at, who: via ? 'The API' : name, did, ...(task && { task }) })
  }
  add(project.created_at, project.created_by, 'created the project')
  add(project.completed_at, project.completed_by, 'completed the project')
  add(project.archived_at, project.archived_by, 'archived the project')
  for (const task of project.modules.flatMap(({ tasks }) => tasks)) {
    if (task.created_at > project.created_at) add(task.created_at, task.created_by, 'added', task)
    add(task.completed_at, task.completed_by, 'completed', task)
    for (const { time, author } of task.comments)
      lines.push({ at: Date.parse(time.iso), who: author.name, did: 'commented on', task })
    for (const one of task.subtasks) add(one.answered_at, one.answered_by, `answered “${one.name}” of`, task)
  }
  return lines
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostShown)
    .map(({ at, ...line }) => ({ ...line, time: timeView(at) }))
}
