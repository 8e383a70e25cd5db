import { randomUUID } from 'node:crypto'
import type { OnboardingApi } from '../../../../src/contract/api.ts'
import type { Comment } from '../../../../src/contract/comment.ts'
import { type EventName, familyOf } from '../../../../src/contract/event.ts'
import { type SharedChannel, standInWorkspace } from '../../support/slack/stand-in-slack.ts'
import { apiUser, customer, project, standInTracker, task } from '../../support/stand-in-tracker.ts'
import { envelope, eventCallback, signedHeaders, watchable } from '../../support/start-node.ts'
import { acme, channels, field, globex, internal } from '../../audience/two-customers.ts'
import { markOf } from './words.ts'

/** Of one list, at `which`, whatever its length. */
export const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length]

export const commentUuids = [
  acme.comment,
  internal.comment,
  globex.comment,
  ...Array.from({ length: 9 }, (_, n) => `99999999-0000-4000-8000-00000000000${n}`),
]

/** A tracker with the same projects, tasks and comments as every other, each in its own words. */
export const trackerOf = (n: number) => {
  const tracker = standInTracker()
  const mark = markOf('track', n)
  const of = (uuid: string, name: string) => ({
    ...project,
    uuid,
    name,
    account: { id: 'a1', name: `Acme ${mark}`, logo_path: null },
    internal_project_url: `https://tracker.example/projects/${uuid}`,
    portal_project_url: `https://tracker.example/portal/projects/${uuid}`,
  })
  const projects = [of(acme.uuid, project.name), of(globex.uuid, `Rollout ${mark}`)] as const
  tracker.projects.splice(0, 1, ...projects)
  const tasks = [
    { uuid: acme.task, of: projects[0], is_internal: false },
    { uuid: internal.task, of: projects[0], is_internal: true },
    { uuid: globex.task, of: projects[1], is_internal: false },
  ]
  for (const {
    uuid,
    of: { uuid: at, name },
    is_internal,
  } of tasks)
    tracker.tasks.set(uuid, {
      ...task,
      uuid,
      is_internal,
      name: `Call ${mark}`,
      project: { uuid: at, name },
      internal_project_url: `https://tracker.example/projects/${at}`,
      portal_project_url: `https://tracker.example/portal/projects/${at}`,
    })
  const person = (uuid: string, full_name: string, email_address: string) =>
    tracker.users.push({
      uuid,
      full_name: `${full_name} ${mark}`,
      email_address,
      is_customer: false,
      is_active: true,
    })
  person('u1', 'Dana Smith', mentioned)
  person('u2', 'Lee Wong', 'lee@vendor.example')
  tracker.playbooks.push({ uuid: 'p1', name: `Playbook ${mark}`, description: '' })
  tracker.fields.push({ uuid: field.uuid, name: 'Region', object_type: 'PROJECT', field_type: 'TEXT' })
  tracker.values.push({ uuid: field.value, datafield_uuid: field.uuid, name: 'Region', value: mark })
  const calls: { method: string; args: unknown }[] = []
  const api = Object.fromEntries(
    Object.entries(tracker.api).map(([method, call]) => [
      method,
      (...args: unknown[]) => {
        calls.push({ method, args })
        return (call as (...given: unknown[]) => unknown)(...args)
      },
    ]),
  ) as unknown as OnboardingApi
  const account = {
    id: 100 + n,
    url: `https://tracker-${n}.example`,
    ...watchable(api),
    hookSecret: `hook-secret-of-tracker-${n}`,
    apiUserUuid: apiUser,
    integrationUuid: undefined,
  }
  /** Whom a reply's comment names, and what it says: also those who share the tracker may read it. */
  const said = new Set<string>()
  return { ...tracker, n, mark, calls, account, said, events: 0 }
}
export type Tracker = ReturnType<typeof trackerOf>

const tasks = [acme.task, acme.task, internal.task, globex.task]
const projectOf = (task: string) => (task === globex.task ? globex.uuid : acme.uuid)

/** No two events of a tracker have the same time. */
const stampOf = (tracker: Tracker) => {
  tracker.events += 1
  return { timestamp: new Date(1_763_700_000_000 + tracker.events * 1_000).toISOString() }
}

export const echoOf = (tracker: Tracker, comment: Comment): object =>
  envelope('comment_new', { comment: { ...comment } }, { object_name: tracker.mark, ...stampOf(tracker) })

/** The same uuids and times as at every other tracker. */
export const eventOf = (tracker: Tracker, at: number, name: EventName): object => {
  const { mark } = tracker
  const task = pick(tasks, at) ?? acme.task
  const inProject = { project_uuid: projectOf(task), project_name: project.name }
  const aboutTask = {
    uuid: task,
    name: `Call ${mark}`,
    status: 'Completed',
    completed_by_name: `Casey ${mark}`,
  }
  const payloads = {
    project: () => ({
      project: { uuid: projectOf(task), name: project.name, completed_by_name: `Dana ${mark}` },
    }),
    task: () => ({ ...inProject, task: aboutTask }),
    subtask: () => ({
      ...inProject,
      parent_task_uuid: task,
      parent_task_name: `Call ${mark}`,
      subtask: {
        uuid: '33333333-3333-4333-8333-333333333333',
        name: `Choose ${mark}`,
        status_name: 'Completed',
        action_response: `Answer ${mark}`,
      },
    }),
    module: () => ({
      ...inProject,
      module: { uuid: 'm1', name: `Kickoff ${mark}`, completion_progress: at % 2 ? '100' : '40' },
    }),
    comment: () => ({ comment: commentOf(tracker, at) }),
  }
  const stamp = stampOf(tracker)
  if (name === 'project_invitation') {
    const person = { uuid: 'u9', full_name: `Robin ${mark}`, email_address: 'robin@globex.example' }
    return envelope(name, { ...inProject, project: payloads.project().project, invited_user: person }, stamp)
  }
  return envelope(name, payloads[familyOf(name)](), { object_name: mark, ...stamp })
}

/** In some comments. Slack knows whose address it is. */
const mentioned = 'dana@vendor.example'

/** One of a few comments, as it is now. Some were made through the API. */
const commentOf = (tracker: Tracker, at: number) => {
  const uuid = pick(commentUuids, at) ?? acme.comment
  const known = tracker.comments.get(uuid)
  if (known) return { ...known }
  const task = pick(tasks, at) ?? acme.task
  return tracker.addComment({
    uuid,
    message_plain: `${'All is well. '.repeat(at % 5 === 0 ? 400 : 1)}${at % 4 ? '' : `@${mentioned} `}${tracker.mark}`,
    created_by_name: `Casey ${tracker.mark}`,
    created_by_uuid: at % 7 === 0 ? apiUser : customer,
    associated_object_uuid: task,
    parent_object_uuid: projectOf(task),
    replied_to_comment_uuid: at % 3 === 0 ? acme.comment : null,
  })
}

/** Where a channel is shared, the apps' own users differ, as ids of Slack do. */
const botOf = (n: number) => (n === 2 ? '0BOTTWO' : '0BOT')

const workspaceOf = (n: number, connect: SharedChannel | undefined) => {
  const workspace = standInWorkspace({
    team: `T${n}`,
    bot: botOf(n),
    mark: ` ${markOf('slack', n)}`,
    connect,
  })
  workspace.shared.add(sharedOf(n)).add(channels['other customer'])
  workspace.joined.set('U0DANA', [channels.own, sharedOf(n), channels['other customer'], 'C0PRIVATE'])
  workspace.joined.set('U0LEE', [channels.own, sharedOf(n), channels['other customer']])
  workspace.fault.next = ({ method, args }) =>
    method === 'users.lookupByEmail' && args['email'] === mentioned
      ? { body: { ok: true, user: workspace.users['U0DANA'] } }
      : undefined
  return workspace
}

/** The first two share a channel of one id. Slack gives no other channel to two workspaces. */
export const isConnected = (n: number) => n <= 2
export const sharedOf = (n: number) => (isConnected(n) ? channels.shared : `${channels.shared}${n}`)

const localize = (n: number, body: string): string =>
  body
    .replaceAll('"T1"', `"T${n}"`)
    .replaceAll('%22T1%22', `%22T${n}%22`)
    .replaceAll('team_id=T1&', `team_id=T${n}&`)
    .replaceAll('U0BOT', `U${botOf(n)}`)
    .replaceAll(channels.shared, sharedOf(n))
    .replace(/Said(?=[ +])/g, `Said${markOf('slack', n)}`)

export const sideOf = (
  n: number,
  tracker: Tracker,
  connect: SharedChannel,
  send: (path: string, headers: Record<string, string>, body: string) => Promise<Response>,
  counted: (what: string) => void,
) => {
  const slack = workspaceOf(n, isConnected(n) ? connect : undefined)
  const token = `xoxb-${n}`
  const answers: string[] = []
  const post = async (body: string, type: string) => {
    const response = await send('/slack/events', signedHeaders(body, type), body)
    if (response.ok) answers.push(await response.clone().text())
    return response
  }
  return {
    n,
    token,
    team: `T${n}`,
    slack,
    tracker,
    /** What its people read in answers. */
    answers,
    installation: { id: n, botToken: async () => token, tracker: tracker.account },
    signed: (body: string, type: string) => post(localize(n, body), type),
    slackEvent: (event: object) => {
      counted(`slack: ${(event as { type: string }).type}`)
      slack.tells(JSON.parse(localize(n, JSON.stringify(event))) as Record<string, unknown>)
      const body = localize(n, eventCallback(event, `Ev${randomUUID()}`))
      const local = JSON.parse(body) as { team_id: string; event: { channel?: string } }
      const isShared = isConnected(n) && local.event.channel === channels.shared
      const whose = { authorizations: [{ team_id: local.team_id, is_bot: true }], event_time: 1 }
      const sent = { ...local, ...whose, is_ext_shared_channel: isShared }
      return post(JSON.stringify(sent), 'application/json')
    },
  }
}
export type Side = ReturnType<typeof sideOf>
