import { addDays, usFromIso } from '../../contract/dates.ts'
import { projectInput } from '../../contract/project.ts'
import { subtasksOfProject, tasksOfProject } from '../store/projects/work.ts'
import { versionOf } from '../store/projects/projects.ts'
import { createComment } from '../changes/projects/comments.ts'
import { patchSubtask } from '../changes/projects/subtasks.ts'
import { patchTask } from '../changes/projects/tasks.ts'
import { createProject } from '../changes/projects/create-project.ts'
import { actingAs, type Deps, today } from '../deps.ts'
import { accounts, demoProject, organization, people, uuidOf } from './organization.ts'
import { roles } from './modules.ts'
import { playbooks } from './playbooks.ts'

interface Person {
  readonly uuid: string
}

/** What people have done in a project, by the names of its tasks and subtasks. */
interface Progress {
  /** Completes a subtask, with the answer to its question. */
  done: (person: Person, subtask: string, answer?: string) => Promise<void>
  complete: (person: Person, task: string) => Promise<void>
  comment: (person: Person, task: string, text: string) => Promise<void>
}

export interface DemoProject {
  readonly org: string
  readonly uuid: string
  readonly owner: Person
  /** Days since its start. */
  readonly age: number
  readonly input: (start: string) => Parameters<typeof projectInput.parse>[0]
  readonly progress: (progress: Progress) => Promise<void>
}

const acme: DemoProject = {
  org: organization.uuid,
  uuid: demoProject.uuid,
  owner: people.dana,
  age: 9,
  input: (start) => ({
    name: demoProject.name,
    playbook_uuid: playbooks.published.uuid,
    account: accounts.acme.name,
    start_date: usFromIso(start),
    project_owner: people.dana.email,
    internal_users: [people.lee.email],
    customer_users: [people.casey.email],
    task_roles: {
      [roles.lead.uuid]: [people.dana.email],
      [roles.engineer.uuid]: [people.lee.email],
      [roles.customer.uuid]: [people.casey.email],
    },
    datafields: {
      [uuidOf('data field', 'Contract value (USD)')]: 48_000,
      [uuidOf('data field', 'Region')]: 'North America',
    },
  }),
  progress: async ({ done, complete, comment }) => {
    for (const name of ['Agree on a date', 'Send the agenda', 'Share the recording and the notes'])
      await done(people.dana, name)
    await complete(people.dana, 'Review the contract for special terms')
    await done(people.casey, 'Name your project sponsor', 'Jordan Blake, VP Operations')
    await done(people.casey, 'How many people will use it?', '101–500')
    await done(people.casey, 'Export customers')
    const asked = 'The customers are exported. Are orders older than three years needed too?'
    await comment(people.casey, 'Export your data', asked)
    const answer = 'No, the last three years are enough. Thank you for being early!'
    await comment(people.dana, 'Export your data', answer)
  },
}

export const demoProjects: readonly DemoProject[] = [acme]

const actingIn = (deps: Deps, { org }: DemoProject, person: Person) =>
  actingAs(deps, { org, personUuid: person.uuid })

const progressOf = async (deps: Deps, project: DemoProject): Promise<Progress> => {
  const as = (person: Person) => actingIn(deps, project, person)
  const scope = as(project.owner)
  const tasks = await tasksOfProject(scope, project.uuid)
  const subtasks = await subtasksOfProject(scope, project.uuid)
  const task = (name: string) => tasks.find((one) => one.name === name)?.uuid ?? name
  return {
    done: async (person, name, answer) => {
      const subtask = subtasks.find((one) => one.name === name)
      const response = answer === undefined ? {} : { action_response: answer }
      if (subtask) await patchSubtask(as(person), subtask.uuid, { status: 'Completed', ...response })
    },
    complete: async (person, name) => {
      await patchTask(as(person), task(name), { status: 'Completed' })
    },
    comment: async (person, name, text) => {
      await createComment(as(person), task(name), { message_plain: text })
    },
  }
}

/** Creates a demo project once, with the same functions as any other project. */
export const seedProject = async (deps: Deps, project: DemoProject): Promise<void> => {
  const owner = actingIn(deps, project, project.owner)
  const isThere = async () => (await versionOf(owner, project.uuid)) !== undefined
  if (await isThere()) return
  const start = addDays(today(deps) as `${number}-${number}-${number}`, -project.age)
  try {
    await createProject(owner, projectInput.parse(project.input(start)), project.uuid)
  } catch (error) {
    // Another node that is starting too may have created it.
    if (await isThere()) return
    throw error
  }
  await project.progress(await progressOf(deps, project))
}
