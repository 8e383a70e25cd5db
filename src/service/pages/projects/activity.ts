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

const doneTo = (task: Task, name: (uuid: string | null) => string, since: number): Line[] => [
  ...(task.created_at > since
    ? [{ at: task.created_at, who: name(task.created_by), did: 'added', task }]
    : []),
  ...(task.completed_at === null
    ? []
    : [{ at: task.completed_at, who: name(task.completed_by), did: 'completed', task }]),
  ...task.comments.map((one) => ({
    at: Date.parse(one.time.iso),
    who: one.author.name,
    did: 'commented on',
    task,
  })),
  ...task.subtasks.flatMap((one) =>
    one.answered_at === null
      ? []
      : [{ at: one.answered_at, who: name(one.answered_by), did: `answered “${one.name}” of`, task }],
  ),
]

/** The last things that people did in a project, newest first. */
export const activityOf = (project: View, names: Names) => {
  const name = (uuid: string | null) => {
    const { name: full, via } = face(names.get(uuid ?? ''), null)
    return via ? 'The API' : full
  }
  const lines: Line[] = [
    { at: project.created_at, who: name(project.created_by), did: 'created the project' },
    ...(project.completed_at === null
      ? []
      : [{ at: project.completed_at, who: name(project.completed_by), did: 'completed the project' }]),
    ...(project.archived_at === null
      ? []
      : [{ at: project.archived_at, who: name(project.archived_by), did: 'archived the project' }]),
    ...project.modules.flatMap(({ tasks }) =>
      tasks.flatMap((task) => doneTo(task, name, project.created_at)),
    ),
  ]
  return lines
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostShown)
    .map(({ at, ...line }) => ({ ...line, time: timeView(at) }))
}
