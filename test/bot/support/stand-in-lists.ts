import type { OnboardingApi } from '../../../src/contract/api.ts'
import type { Comment } from '../../../src/contract/comment.ts'
import { ApiProblem } from '../../../src/contract/problem.ts'

interface Listed {
  readonly control: { readonly lists: boolean; readonly onListTasks: (() => void) | undefined }
  readonly projects: readonly { readonly uuid: string }[]
  readonly tasks: ReadonlyMap<string, { readonly name: string; readonly project: { readonly uuid: string } }>
  readonly comments: ReadonlyMap<string, Comment>
  readonly isCustomer: (uuid: string | undefined) => boolean
  readonly up: () => void
  readonly found: <T>(thing: T | undefined) => T
}

type Page = { limit?: unknown; offset?: unknown }
const pageOf = <T>(all: readonly T[], { limit = 50, offset = 0 }: Page) =>
  all.slice(Number(offset), Number(offset) + Number(limit))

/** What only our service has, if `control.lists`. */
export const listsOf = ({ control, projects, tasks, comments, isCustomer, up, found }: Listed) => {
  /** Newest first. */
  const commentsOf = (task: string) =>
    [...comments.values()]
      .filter(({ associated_object_uuid: on }) => on === task)
      .sort((one, other) => ((one.created_at ?? '') < (other.created_at ?? '') ? 1 : -1))
  const lastOf = (task: string) => {
    const [last] = commentsOf(task)
    if (!last) return null
    const { uuid, created_by_uuid, created_by_name, created_at } = last
    return { uuid, created_by_uuid, created_by_name, is_customer: isCustomer(created_by_uuid), created_at }
  }
  const offered = () => {
    up()
    if (!control.lists) throw new ApiProblem('not-found', 'Not found.', { status: 404 })
  }
  return {
    listTasks: async ({ project_uuid: uuid, ...page }) => {
      control.onListTasks?.()
      offered()
      found(projects.find((one) => one.uuid === uuid))
      const all = [...tasks].filter(([, { project }]) => project.uuid === uuid)
      const rows = all.map(([key, row]) => ({ ...row, uuid: key, last_comment: lastOf(key) }))
      return { tasks: pageOf(rows, page), pagination: { total: rows.length } }
    },
    listComments: async ({ task_uuid: uuid, ...page }) => {
      offered()
      const all = commentsOf(uuid)
      return { comments: pageOf(all, page), pagination: { total: all.length } }
    },
  } satisfies Partial<OnboardingApi>
}
