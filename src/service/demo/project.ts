import { addDays, usFromIso } from '../../contract/dates.ts'
import { projectInput } from '../../contract/project.ts'
import { subtasksOfProject, tasksOfProject } from '../store/projects/work.ts'
import { versionOf } from '../store/projects/projects.ts'
import { createComment } from '../changes/projects/comments.ts'
import { patchSubtask } from '../changes/projects/subtasks.ts'
import { patchTask } from '../changes/projects/tasks.ts'
import { createProject } from '../changes/projects/create-project.ts'
import { type Actor, type Deps, scopeOf, today } from '../deps.ts'
import { accounts, organization, people } from './organization.ts'
import { roles } from './modules.ts'
import { playbooks } from './playbooks.ts'
import { uuidOf, uuidsFrom } from './uuid-of.ts'

export const demoProject = {
  uuid: uuidOf('project', '1'),
  name: 'Acme Corp – Standard Onboarding',
} as const

const as = (person: { uuid: string }): Actor => ({ org: organization.uuid, personUuid: person.uuid })

const input = (deps: Deps) => {
  const start = addDays(today(deps) as `${number}-${number}-${number}`, -9)
  return projectInput.parse({
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
  })
}

const progress = async (deps: Deps) => {
  const scope = scopeOf(deps, as(people.dana))
  const tasks = await tasksOfProject(scope, demoProject.uuid)
  const subtasks = await subtasksOfProject(scope, demoProject.uuid)
  const task = (name: string) => tasks.find((one) => one.name === name)?.uuid ?? name
  const done = async (person: { uuid: string }, name: string, answer?: string) => {
    const subtask = subtasks.find((one) => one.name === name)
    const response = answer === undefined ? {} : { action_response: answer }
    if (subtask) await patchSubtask(deps, as(person), subtask.uuid, { status: 'Completed', ...response })
  }
  for (const name of ['Agree on a date', 'Send the agenda', 'Share the recording and the notes'])
    await done(people.dana, name)
  await patchTask(deps, as(people.dana), task('Review the contract for special terms'), {
    status: 'Completed',
  })
  await done(people.casey, 'Name your project sponsor', 'Jordan Blake, VP Operations')
  await done(people.casey, 'How many people will use it?', '101–500')
  await done(people.casey, 'Export customers')
  const exported = task('Export your data')
  await createComment(deps, as(people.casey), exported, {
    message_plain: 'The customers are exported. Are orders older than three years needed too?',
  })
  await createComment(deps, as(people.dana), exported, {
    message_plain: 'No, the last three years are enough. Thank you for being early!',
  })
}

const isThere = async (deps: Deps) =>
  (await versionOf(scopeOf(deps, as(people.dana)), demoProject.uuid)) !== undefined

/** Makes predictable uuids, also when a transaction is repeated. */
const drawing = (deps: Deps, name: string): Deps => {
  let draw = uuidsFrom(name)
  const { database } = deps
  const transaction: typeof database.transaction = (work) =>
    database.transaction((tx) => {
      draw = uuidsFrom(name)
      return work(tx)
    })
  return { ...deps, database: { ...database, transaction }, newUuid: () => draw() }
}

/** Creates the demo project once, with the same functions as any other project. */
export const seedProject = async (deps: Deps): Promise<void> => {
  if (await isThere(deps)) return
  try {
    await createProject(drawing(deps, 'project'), as(people.dana), input(deps))
  } catch (error) {
    // Another node that is starting too may have created it, with the same uuids.
    if (await isThere(deps)) return
    throw error
  }
  await progress({ ...deps, newUuid: uuidsFrom('progress') })
}
