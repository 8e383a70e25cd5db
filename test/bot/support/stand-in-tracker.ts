import { randomUUID } from 'node:crypto'
import { listsOf } from './stand-in-lists.ts'
import { ApiProblem, type FieldError, type ProblemKind } from '../../../src/contract/problem.ts'
import type { OnboardingApi } from '../../../src/contract/api.ts'
import type { Comment } from '../../../src/contract/comment.ts'
import type { DataField } from '../../../src/contract/data-field.ts'
import type { ExternalLink, ProjectInput, ProjectItem, Playbook } from '../../../src/contract/project.ts'
import type { User } from '../../../src/contract/user.ts'

export const project = {
  uuid: '11111111-1111-4111-8111-111111111111',
  name: 'Acme Corp – Standard Onboarding',
  account: { id: 'a1', name: 'Acme Corp', logo_path: null },
  project_state: 'Active',
  percentage: 40,
  is_overdue: false,
  start_date: '2026-11-01',
  due_date: '2026-12-31',
  project_owner: {
    id: 'u1',
    full_name: 'Dana Smith',
    email_address: 'dana@vendor.example',
    profile_pic: null,
  },
  internal_project_url: 'https://tracker.example/projects/11111111-1111-4111-8111-111111111111',
  portal_project_url: 'https://tracker.example/portal/projects/11111111-1111-4111-8111-111111111111',
}
export const taskUuid = '22222222-2222-4222-8222-222222222222'
export const task = {
  uuid: taskUuid,
  name: 'Kick-off call',
  project: { uuid: project.uuid, name: project.name },
  status: 'In progress',
  is_internal: false,
  module_name: 'Kickoff',
  assignee_name: 'Casey Jones',
  internal_project_url: project.internal_project_url,
  portal_project_url: project.portal_project_url,
}
export const customer = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc'
export const apiUser = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'

type Attempt = { task_uuid: string; message_plain: string }
/** What becomes of a `POST comments`: by default it works. */
type OnCreate = (
  attempt: Attempt,
) =>
  | 'works'
  | { fails: ProblemKind; created?: boolean; message?: string; requestId?: string; fields?: FieldError[] }

/** The tracker as an `OnboardingApi`, with its state in hand; the client's own errors are tested in test/client. */
export const standInTracker = () => {
  const comments = new Map<string, Comment>()
  const tasks = new Map<string, typeof task>([[taskUuid, { ...task }]])
  const projects = [{ ...project }]
  const users: User[] = []
  const links: (ExternalLink & { project_uuid: string })[] = []
  /** Every `POST projects` there was. */
  const wanted: ProjectInput[] = []
  const made: ProjectItem[] = []
  const playbooks: Playbook[] = []
  const fields: DataField[] = []
  const values: { uuid: string; datafield_uuid: string; name: string; value: unknown }[] = []
  const writes: Record<string, unknown>[] = []
  const attempts: Attempt[] = []
  const control: {
    onCreate: OnCreate
    down: ProblemKind | undefined
    onCreated: ((comment: Comment) => Promise<void>) | undefined
    onRead: (() => void) | undefined
    onProject: (
      input: ProjectInput,
    ) => Promise<'works' | { fails: ProblemKind; created?: boolean; message?: string; fields?: FieldError[] }>
    onList: () => Promise<void>
    /** What lists say of their total, in place of the truth. */
    total: number | undefined
    /** Throws in the place of the look-up of values. */
    lookUp: () => void
    onWrite: () => void
    onListTasks: (() => void) | undefined
    /** Lists tasks and comments, as our service does. */
    lists: boolean
    /** Why a value is not written; undefined: it is. */
    refuse: (uuid: string, value: unknown) => string | undefined
  } = {
    onCreate: () => 'works',
    down: undefined,
    onCreated: undefined,
    onRead: undefined,
    onProject: async () => 'works',
    onList: async () => undefined,
    total: undefined,
    lookUp: () => undefined,
    onWrite: () => undefined,
    onListTasks: undefined,
    lists: false,
    refuse: () => undefined,
  }
  const up = () => {
    if (control.down) throw new ApiProblem(control.down, `the tracker is ${control.down}`)
  }
  const found = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new ApiProblem('not-found', 'Not found.', { status: 404 })
    return thing
  }
  const addComment = (facts: Partial<Comment> & { message_plain: string }): Comment => {
    const comment: Comment = {
      uuid: randomUUID(),
      created_by_uuid: customer,
      created_by_name: 'Casey Jones',
      associated_object_uuid: taskUuid,
      associated_object_type: 'TASK',
      parent_object_uuid: project.uuid,
      parent_object_type: 'PROJECT',
      replied_to_comment_uuid: null,
      created_at: '2026-11-21T10:00:00.000Z',
      ...facts,
    }
    comments.set(comment.uuid, comment)
    return comment
  }
  /** Accounts without a project: each has a customer. */
  const addAccounts = (...names: string[]) =>
    users.push(...names.map((name) => ({ uuid: randomUUID(), is_customer: true, customer_name: name })))
  const api: Partial<OnboardingApi> = {
    listProjects: async ({ name, external_id: external }) => {
      await control.onList()
      up()
      const linked = links.filter((link) => link.external_id === external).map((link) => link.project_uuid)
      const all: ProjectItem[] = [...projects, ...made]
      const matching = all.filter((item) =>
        external === undefined ? item.name.includes(name ?? '') : linked.includes(item.uuid ?? ''),
      )
      return { projects: matching, pagination: { total: control.total ?? matching.length } }
    },
    createProject: async (input) => {
      up()
      wanted.push(input)
      const fate = await control.onProject(input)
      const uuid = randomUUID()
      const urls = {
        internal_project_url: `https://tracker.example/projects/${uuid}`,
        portal_project_url: `https://tracker.example/portal/projects/${uuid}`,
      }
      if (fate === 'works' || fate.created) {
        made.push({
          uuid,
          name: input.name,
          account: { name: input.account },
          project_state: 'Active',
          ...urls,
        })
      }
      if (fate === 'works') return { uuid, ...urls }
      throw new ApiProblem(fate.fails, fate.message ?? fate.fails, {
        requestId: 'req-9',
        fields: fate.fields,
      })
    },
    createExternalLink: async (link) => {
      up()
      links.push(link)
      return {}
    },
    getComment: async ({ comment_uuid: uuid }) => {
      control.onRead?.()
      up()
      return found(comments.get(uuid))
    },
    getTask: async ({ task_uuid: uuid }) => {
      up()
      return found(tasks.get(uuid))
    },
    createComment: async (attempt, sending) => {
      await sending?.beforeSend?.()
      up()
      attempts.push(attempt)
      const fate = control.onCreate(attempt)
      const create = () => {
        const { task_uuid: associated_object_uuid, message_plain } = attempt
        const by = { created_by_uuid: apiUser, created_by_name: 'API User' }
        return addComment({ ...by, associated_object_uuid, message_plain })
      }
      if (fate !== 'works') {
        const created = fate.created ? create() : undefined
        if (created) await control.onCreated?.(created)
        throw new ApiProblem(fate.fails, fate.message ?? fate.fails, {
          requestId: fate.requestId,
          fields: fate.fields,
        })
      }
      const comment = create()
      await control.onCreated?.(comment)
      return comment
    },
    listPlaybooks: async ({ name }) => {
      up()
      const matching = playbooks.filter((entry) => entry.name.includes(name ?? ''))
      return { playbooks: matching, pagination: { total: matching.length } }
    },
    listDataFields: async () => {
      up()
      return { datafields: fields }
    },
    lookUpDataFieldValues: async () => {
      up()
      control.lookUp()
      return { datafield_values: values.map((value) => ({ ...value })) }
    },
    writeDataFieldValues: async ({ updates, dry_run: dryRun }) => {
      up()
      const failures = Object.entries(updates).flatMap(([uuid, value]) => {
        const message = control.refuse(uuid, value)
        return message === undefined ? [] : [{ uuid, message }]
      })
      if (dryRun !== false || failures.length > 0) return { failures }
      control.onWrite()
      writes.push(updates)
      for (const value of values) if (value.uuid in updates) value.value = updates[value.uuid]
      return { failures }
    },
    ...listsOf({ control, projects, tasks, comments, isCustomer: (uuid) => uuid === customer, up, found }),
    listUsers: async ({ is_customer_user: customers }) => {
      up()
      return { users: users.filter((user) => customers === undefined || user.is_customer === customers) }
    },
    createWebhook: async () => ({}),
    getUsage: async () => {
      up()
      return { used: 1, quota: 100 }
    },
  }
  return {
    api: api as OnboardingApi,
    comments,
    tasks,
    projects,
    playbooks,
    users,
    links,
    wanted,
    made,
    fields,
    values,
    writes,
    attempts,
    asked: () => attempts.map(({ message_plain: text }) => text),
    newest: () => found([...comments.values()].at(-1)),
    control,
    addAccounts,
    addComment,
  }
}
export type StandInTracker = ReturnType<typeof standInTracker>
