import { pressedByAll } from '../../../../src/bot/kit/buttons.ts'
import { type EventName, type Family, familyOf } from '../../../../src/contract/event.ts'
import { digesting } from '../../support/digesting.ts'
import { moduleEvent, subtaskEvent } from '../../support/listening.ts'
import { channel, commentEvent, envelope, projectEvent, withMore } from '../../support/running-bot.ts'
import { project, type StandInTracker, task, taskUuid } from '../../support/stand-in-tracker.ts'

/** A word for each internal field that the team may read in Slack. */
export const secrets = {
  task: 'CarthageTask',
  module: 'CarthageModule',
  subtask: 'CarthageSubtask',
  answer: 'CarthageAnswer',
  comment: 'CarthageComment',
  dataField: 'CarthageDataField',
  page: 'CarthagePage',
  status: 'CarthageStatus',
  role: 'CarthageRole',
  colleague: 'CarthageColleague',
  /** A task of which nobody says whether it is internal. */
  unsure: 'CarthageUnsure',
  percentage: '77%',
} as const
/** In fields that no message says at all. */
const unsaid = 'CarthageUnsaid'
/** No word of an internal field, no progress, no count that includes internal work, and nothing that speaks to the team. */
const notForOutside =
  /.{0,200}(?:Carthage|77 ?%|[▰▱]|open items?|still open|your team|outside the team).{0,60}/i

/** Where internal words are told, with what is around them. Undefined: nowhere. */
export const leakIn = (read: string): string | undefined => notForOutside.exec(read)?.[0]

/** Controls that not everybody may press. */
export const notForAll = (read: string): string[] =>
  [...read.matchAll(/action_id\W+([a-z_]+)/g)].flatMap(([, id = '']) =>
    pressedByAll.includes(id) ? [] : [id],
  )

export const internal = '33333333-3333-4333-8333-000000000009'
export const unsure = '33333333-3333-4333-8333-000000000008'
const second = '33333333-3333-4333-8333-000000000007'
const ids =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{32}\b|\d{10}\.\d{6}|\b\d{13}\b|\b\d{10}\b|\b[0-9a-f]{8}\b|\d\d:\d\d UTC/g
/** What differs from world to world by itself is left out. */
export const alike = (read: unknown): string => JSON.stringify(read).replaceAll(ids, 'an id')
const inProject = { project_uuid: project.uuid, project_name: project.name }
const internalPage = `${project.internal_project_url}?${secrets.page}`

/** Fills each internal field that the tracker has of this project and this task. */
export const hideSecretsIn = (tracker: StandInTracker): void => {
  const counted = { percentage: 77, is_overdue: true, status: { id: 9, name: secrets.status } }
  const facts = { ...counted, performance: unsaid, internal_project_url: internalPage }
  Object.assign(tracker.projects[0] ?? {}, facts)
  const ofTask = { module_name: secrets.module, internal_project_url: internalPage }
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, ofTask)
  tracker.playbooks.push({ uuid: 'p9', name: unsaid, description: unsaid })
  const field = { uuid: 'f9', name: `Field ${secrets.dataField}`, object_type: 'PROJECT', field_type: 'TEXT' }
  tracker.fields.push(field)
  tracker.values.push({ uuid: 'v9', datafield_uuid: 'f9', name: field.name, value: secrets.dataField })
}

/** An internal task, and one that may be: they wait for the customer, are late, and come next, so they would count everywhere. */
export const addHiddenTasks = ({ tasks }: StandInTracker, of: typeof task = task): void => {
  const facts = { module_name: secrets.module, internal_project_url: internalPage, due_date: '2026-11-02' }
  const hidden = { ...of, ...facts, assignee_name: 'Casey Jones' }
  tasks.set(internal, { ...hidden, uuid: internal, name: secrets.task, is_internal: true })
  tasks.set(
    unsure,
    Object.assign({ ...hidden, uuid: unsure, name: secrets.unsure }, { is_internal: undefined }),
  )
}

const answers = [{ key: 'a', name: `Question ${secrets.answer}`, answer: `Answer ${secrets.answer}` }]
const dataFields = [{ uuid: 'f9', name: secrets.dataField, value: secrets.dataField }]
const unsaidFacts = { tags: [unsaid], external_objects: [unsaid], data_fields: dataFields }

interface Told {
  /** About what everybody sees. `secret`: with internal fields. */
  seen: (secret: boolean) => readonly object[]
  /** About internal objects. */
  hidden?: () => readonly object[]
}

const taskTold = (name: EventName): Told => {
  const of = (facts: object, about: object) =>
    envelope(name, { ...inProject, ...about, task: { name: task.name, ...facts } })
  const around = {
    parent_module_name: secrets.module,
    project_completed_percentage: '77',
    next_task_to_complete: { uuid: internal, name: secrets.task },
  }
  const visibleNext = { next_task_to_complete: { uuid: second, name: 'Data import' } }
  const fields = { module_name: secrets.module, ...unsaidFacts }
  const own = { uuid: internal, name: secrets.task, detail: unsaid, subtasks_answers: answers, ...fields }
  return {
    seen: (secret) => [
      of({ uuid: taskUuid, subtasks_answers: [], ...(secret && fields) }, secret ? around : visibleNext),
    ],
    hidden: () => [of(own, around), of({ ...own, uuid: unsure, name: secrets.unsure }, around)],
  }
}

/** An event of each family, about what everybody sees and about what is internal. */
const told: Readonly<Record<Family, (tracker: StandInTracker, name: EventName) => Told>> = {
  project: (_, name) => ({
    seen: (secret) => {
      const person = { uuid: 'u7', full_name: 'Robin Hill', ...(secret && { user_role: secrets.role }) }
      const facts = secret && { description: unsaid, completion_progress: '77', ...unsaidFacts }
      return name === 'project_invitation'
        ? [envelope(name, { ...inProject, invited_user: person })]
        : [projectEvent(name, facts || {})]
    },
    hidden: () => {
      const colleague = { uuid: 'u8', full_name: secrets.colleague, user_role: secrets.role }
      return name === 'project_invitation' ? [envelope(name, { ...inProject, invited_user: colleague })] : []
    },
  }),
  task: (_, name) => taskTold(name),
  subtask: (_, name) => ({
    seen: (secret) => [subtaskEvent(name, secret ? { description: unsaid, configuration: [unsaid] } : {})],
    hidden: () => [
      subtaskEvent(
        name,
        { uuid: 's9', name: secrets.subtask, action_response: secrets.answer },
        { parent_task_uuid: internal, parent_task_name: secrets.task },
      ),
    ],
  }),
  comment: (tracker, name) => ({
    seen: () => [],
    hidden: () => {
      const of = { associated_object_uuid: internal, parent_object_uuid: project.uuid }
      const ofNote = { associated_object_uuid: project.uuid, associated_object_type: 'PROJECT' }
      const comment = tracker.addComment({ uuid: 'c9', message_plain: secrets.comment, ...of })
      const note = tracker.addComment({ uuid: 'n9', message_plain: unsaid, ...ofNote })
      return [commentEvent(comment, name), commentEvent(note, name)]
    },
  }),
  module: (_, name) => ({
    seen: (secret) => {
      const names = { name: secret ? secrets.module : 'Kickoff', customer_portal_name: 'Getting started' }
      // Its last internal task was done.
      return [moduleEvent(secret ? '100' : '50', names, name)]
    },
    hidden: () => {
      const ofTeam = { uuid: 'm2', name: secrets.module, customer_portal_name: unsaid }
      return [moduleEvent('100', ofTeam, name)]
    },
  }),
}

type Changes = Parameters<typeof digesting>[1] & { secret?: boolean; layout?: 'threads' | 'flat' }
export type SecretWorld = Awaited<ReturnType<typeof secretWorld>>

/**
 * A channel that receives all events of a project whose internal fields are full of secrets. `secret: false`: the same
 * project without anything internal.
 */
export const secretWorld = async ({ secret = true, layout = 'threads', ...changes }: Changes = {}) => {
  const running = await digesting({ digest: undefined, layout }, changes)
  const { tracker, idle, slack, writes, send, change, customerSays } = running
  const ofAcme = { is_customer: true, customer_name: 'Acme Corp' }
  tracker.users.push({ uuid: 'u7', full_name: 'Robin Hill', ...ofAcme })
  tracker.users.push({ uuid: 'u8', full_name: secrets.colleague, is_customer: false })
  tracker.tasks.set(second, { ...task, uuid: second, name: 'Data import' })
  if (secret) {
    hideSecretsIn(tracker)
    addHiddenTasks(tracker)
  }
  let steps = 0
  const tells = (name: EventName) => {
    // What is done internally changes the project's status and progress.
    if (secret) change({ status: { id: 9, name: `${secrets.status} ${++steps}` } })
    const { seen, hidden } = told[familyOf(name)](tracker, name)
    // Made in either world, so that the times of events are the same.
    const aboutHidden = hidden?.() ?? []
    const events = [...(secret ? aboutHidden : []), ...seen(secret)]
    // The tracker has no more what it says is deleted.
    if (name === 'task_deleted') tracker.tasks.clear()
    if (name === 'comment_deleted') tracker.comments.clear()
    return send(...events)
  }
  const complete = async () => {
    for (const one of tracker.tasks.values()) Object.assign(one, { status: 'Completed' })
    await tells('task_completed')
  }
  const completeProject = async () => {
    change({ project_state: 'Completed', completed_date: '2026-12-28' })
    await tells('project_completed')
  }
  const asRead = () => slack.calls.filter(({ args }) => args['channel'] === channel)
  return withMore(running, {
    tells,
    complete,
    completeProject,
    /** A customer comments on a task that they see. */
    commented: () => customerSays('Where do we start?'),
    /** A colleague replies in the task's thread. The comment that it became. */
    replied: async () => {
      const root = slack.roots(channel).find(({ text, bot_id: other }) => !other && text.includes(task.name))
      await writes('On Monday', root?.ts)
      await idle()
      return tracker.newest()
    },
    /** All that was ever shown to everybody in the channel. */
    shown: () =>
      JSON.stringify(asRead().flatMap(({ method, args }) => (method === 'chat.postEphemeral' ? [] : [args]))),
    /** What everybody in the channel reads in the end. Ids differ from world to world. */
    reads: () =>
      slack.messages
        .filter((one) => one.channel === channel)
        // Two apps take no turns.
        .sort((one, other) => (one.bot_id ?? '').localeCompare(other.bot_id ?? ''))
        .map(({ text, blocks, username }) => alike([text, blocks, username])),
  })
}
