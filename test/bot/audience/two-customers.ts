import { type EngineName } from '../../support/databases.ts'
import { commentEvent, dana, envelope, runningBot, type RunningTestBot } from '../support/running-bot.ts'
import { inBothWorkspaces } from '../support/two-installations.ts'
import { project, task, taskUuid } from '../support/stand-in-tracker.ts'

export type Place = 'own' | 'shared' | 'other customer'

/** The channels of a vendor with two customers. */
export const channels: Readonly<Record<Place, string>> = {
  own: 'C0ACME',
  shared: 'C0SHARED',
  'other customer': 'C0GLOBEX',
}
/** A channel that no actor but Dana is in. */
export const elsewhere = 'C0PRIVATE'

const id = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
export const acme = { uuid: project.uuid, task: taskUuid, comment: id('3') }
export const internal = { task: id('4'), comment: id('5') }
export const globex = { uuid: id('6'), task: id('7'), comment: id('8') }
export const field = { uuid: id('9'), value: id('a') }

/** Words that only some may read; no attempt types them. */
export const secrets = {
  /** Never for a guest or anybody of another organization. */
  team: ['Carthage', 'Troy', 'Ithaca', 'Sparta', 'lee@vendor.example'],
  globex: ['Nineveh', 'Babylon', 'Damascus'],
  acme: ['Sardis', 'Ephesus', 'Delphi'],
} as const

export const secretsIn = (place: Place): readonly string[] => [
  ...secrets.team,
  ...(place === 'other customer' ? secrets.acme : secrets.globex),
]

const long = (word: string) => `${'All is well. '.repeat(400)}${word}`

interface World {
  guests?: boolean
  /** With internal work. */
  hidden?: boolean
  /** The app is in both workspaces of the shared channel, and receives Acme's project in both. */
  both?: boolean
  engine?: EngineName
}

/** A tracker with two customers' projects, and channels that receive one of them each. */
export const twoCustomers = async ({
  guests = false,
  hidden = true,
  both = false,
  engine = 'sqlite',
}: World = {}) => {
  // No card is updated later than the rest: a test would take that for its own doing.
  const options = { engine, paneWaitMs: both ? 5_000 : 300, cardSlotMs: 1 }
  const there = both ? await inBothWorkspaces(options) : undefined
  const running: RunningTestBot = there ?? (await runningBot(options))
  const { slack, tracker, confirmed, hook, idle } = running
  const url = (uuid: string) => `https://tracker.example/projects/${uuid}`
  const globexProject = {
    ...project,
    uuid: globex.uuid,
    name: 'Rollout Nineveh',
    account: { id: 'g1', name: 'Globex', logo_path: null },
    internal_project_url: url(globex.uuid),
    portal_project_url: `https://tracker.example/portal/projects/${globex.uuid}`,
  }
  tracker.projects.splice(0, 1, { ...project, name: 'Launch Sardis' }, globexProject)
  tracker.tasks.set(acme.task, { ...task, name: 'Call Ephesus' })
  const margin = { ...task, uuid: internal.task, name: 'Margin Carthage', is_internal: true }
  if (hidden) tracker.tasks.set(internal.task, margin)
  tracker.tasks.set(globex.task, {
    ...task,
    uuid: globex.task,
    name: 'Cutover Babylon',
    project: { uuid: globex.uuid, name: globexProject.name },
    internal_project_url: globexProject.internal_project_url,
    portal_project_url: globexProject.portal_project_url,
  })
  const person = (uuid: string, full_name: string, email_address: string, is_customer: boolean) =>
    tracker.users.push({ uuid, full_name, email_address, is_customer, is_active: true })
  person('u1', 'Dana Smith', 'dana@vendor.example', false)
  person('u2', 'Lee Wong', 'lee@vendor.example', false)
  tracker.playbooks.push({ uuid: 'p1', name: 'Playbook Sparta', description: '' })
  tracker.fields.push({ uuid: field.uuid, name: 'Region', object_type: 'PROJECT', field_type: 'TEXT' })
  tracker.values.push({ uuid: field.value, datafield_uuid: field.uuid, name: 'Region', value: 'Ithaca' })
  slack.shared.add(channels.shared).add(channels['other customer'])
  if (guests) for (const channel of Object.values(channels)) slack.guests.add(channel)
  const everywhere = [...Object.values(channels), elsewhere]
  slack.joined.set(dana, everywhere)
  slack.joined.set('U0LEE', Object.values(channels))
  const subscribe = (what: string, channel: string) => confirmed(`subscribe ${what}`, { channel_id: channel })
  await subscribe(acme.uuid, channels.own)
  await subscribe(acme.uuid, channels.shared)
  await there?.subscribeThere(acme.uuid, channels.shared)
  await subscribe(globex.uuid, channels['other customer'])
  await subscribe(globex.uuid, elsewhere)
  const says = (uuid: string, on: string, of: string, message_plain: string) =>
    hook(
      commentEvent(
        tracker.addComment({ uuid, message_plain, associated_object_uuid: on, parent_object_uuid: of }),
      ),
    )
  await says(acme.comment, acme.task, acme.uuid, long('Delphi'))
  if (hidden) await says(internal.comment, internal.task, acme.uuid, long('Troy'))
  await says(globex.comment, globex.task, globex.uuid, long('Damascus'))
  for (const uuid of [acme.task, ...(hidden ? [internal.task] : []), globex.task]) {
    const of = uuid === globex.task ? globex.uuid : acme.uuid
    await hook(envelope('task_updated', { project_uuid: of, task: { uuid, name: 'as it is' } }))
  }
  await idle()
  return running
}
export type TwoCustomers = Awaited<ReturnType<typeof twoCustomers>>
