import { isBlank } from '../../../contract/text.ts'
import type { EventOf, TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, handled, unverified } from '../posts/decision.ts'
import { reopenings } from '../posts/reopened.ts'
import {
  channelsOf,
  projectCardPost,
  changeOf,
  projectCardUpdates,
  projectLineIn,
  type ProjectNews,
} from '../posts/project-card-updates.ts'
import { isProjectBehind, unlessNoPeople } from '../../tracker/tracker-says.ts'
import { projectInView } from '../../tracker/listed-projects.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'
import type { User } from '../../../contract/user.ts'
import { allUsers } from '../../tracker/people.ts'
import { knownModule, noteModule, noteModuleName } from '../../store/notes.ts'

/** Posts the project's card in channels that receive its account or all projects. */
const onProjectCreated = async (deps: BotDeps, event: EventOf<'project_created'>): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return unverified('the tracker has no such project')
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  const cards = routes.map(async (route) => ({
    ...(await projectCardPost(deps, view, route)),
    whenNeeded: undefined,
  }))
  return handled(await Promise.all(cards), { policies: channels })
}

/** Updates the card in place. Only a new status or owner posts a line in its thread; a reopening corrects what was announced. */
const onProjectUpdated = async (deps: BotDeps, event: EventOf<'project_updated'>): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return unverified('the tracker has no such project')
  const channels = await channelsOf(deps, view)
  const updates = await projectCardUpdates(deps, view, channels, changeOf(event))
  const behind = isProjectBehind(view.item, event)
  const isReopened = !view.isOver && !behind
  const reopened = isReopened ? await reopenings(deps, 'project_completed', view.uuid, channels, event) : []
  return handled([...reopened, ...updates], { policies: channels, behind })
}

const onProjectArchived = async (deps: BotDeps, event: EventOf<'project_archived'>): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return unverified('the tracker has no such project')
  const isArchived = [view.item.project_state, view.item.status?.name].some((word) =>
    /archiv/i.test(word ?? ''),
  )
  if (!isArchived) return unverified('the project is not archived')
  const by = event.payload.project.archived_by || event.modifiedBy?.full_name || undefined
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  const news = { change: 'archived', by, at: event.payload.project.archived_date || undefined } as const
  const key = `archived:${view.uuid}@${event.occurrence}`
  const lines = await Promise.all(routes.map((route) => projectLineIn(deps, view, route, key, news)))
  const change = { occurrence: event.occurrence, by }
  const cards = await projectCardUpdates(deps, view, channels, change, true)
  return handled([...lines.flat(), ...cards], { policies: channels })
}

/** The invited user according to the tracker. `unknown` if its list is incomplete or unreadable. */
const invitedUser = async (
  deps: BotDeps,
  event: EventOf<'project_invitation'>,
): Promise<User | 'unknown' | undefined> => {
  const { uuid, email_address: email } = event.payload.invited_user
  const isInvited = (user: User) =>
    uuid && user.uuid
      ? user.uuid === uuid
      : !!email && user.email_address?.toLowerCase() === email.toLowerCase()
  const { users = [], whole = false } = (await unlessNoPeople(allUsers(deps))) ?? {}
  return users.find(isInvited) ?? (whole ? undefined : 'unknown')
}

const newsOf = (
  event: EventOf<'project_invitation'>,
  user: User | 'unknown',
  { accountName }: ProjectInView,
): ProjectNews | undefined => {
  const { invited_user: invitee } = event.payload
  const facts = user === 'unknown' ? invitee : user
  const isOurs =
    user !== 'unknown' && user.is_customer === true && !!accountName && user.customer_name === accountName
  const person = facts.full_name || [facts.first_name, facts.last_name].filter(Boolean).join(' ')
  if (isBlank(person)) return undefined
  return {
    change: 'invited',
    person,
    role: invitee.user_role || undefined,
    customer: isOurs ? 'ours' : (facts.is_customer ?? undefined),
    by: event.modifiedBy?.full_name || undefined,
  }
}

/** Posts a line in the project's thread. Verifies project and user: invitations cannot be looked up. */
const onProjectInvitation = async (
  deps: BotDeps,
  event: EventOf<'project_invitation'>,
): Promise<Decision> => {
  const uuid = event.projectUuid
  if (uuid === undefined) return unverified('no project is named')
  const view = await projectInView(deps, uuid, { name: event.payload.project_name })
  if (!view) return unverified('the tracker has no such project')
  const user = await invitedUser(deps, event)
  const news = user && newsOf(event, user, view)
  if (!news) return unverified('the tracker has no such person')
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  const key = `invited:${view.uuid}:${event.objectUuid}@${event.occurrence}`
  const lines = await Promise.all(routes.map((route) => projectLineIn(deps, view, route, key, news)))
  return handled(lines.flat(), { policies: channels })
}

type ModuleEvent = Extract<TrackerEvent, { name: 'module_created' | 'module_updated' | 'module_deleted' }>

/** Reads `"100"`, `"100 %"` or `33.4` as whole percent. 0 if it is not a number. */
const percent = (progress: string | number | null | undefined): number => {
  const number = Math.floor(Number.parseFloat(String(progress ?? '')))
  return Number.isFinite(number) ? Math.min(100, Math.max(0, number)) : 0
}

/** The interface can't look up a module: its name and percentage are the event's. Only the project is verified. */
const onModule = async (deps: BotDeps, event: ModuleEvent): Promise<Decision> => {
  const { module, project_uuid: projectUuid, project_name: name } = event.payload
  const { sql } = deps.database
  const view = await projectInView(deps, projectUuid, { name })
  if (!view) return unverified('the tracker has no such project')
  const before = await knownModule(sql, module.uuid)
  if (before && before.projectUuid !== view.uuid) return unverified('the module belongs to another project')
  const isGone = event.name === 'module_deleted' || module.is_archived === true
  const progress = percent(module.completion_progress)
  const isCompleted = !isGone && progress === 100 && (before?.progress ?? 0) < 100
  const channels = await channelsOf(deps, view)
  const routes = isCompleted ? await audience(deps, channels, event.name, false) : []
  const completed = { change: 'module-completed', moduleName: module.name } as const
  const key = `module:${module.uuid}@${event.occurrence}`
  const lines = routes.map((route) => projectLineIn(deps, view, route, key, completed))
  const moduleFacts = { uuid: module.uuid, projectUuid: view.uuid, progress: isGone ? 0 : progress }
  const news = (await Promise.all(lines)).flat()
  return handled([...news, ...(await projectCardUpdates(deps, view, channels, changeOf(event)))], {
    notes: [noteModule(moduleFacts), ...(isGone ? [] : [noteModuleName(view.uuid, module.name)])],
    policies: channels,
  })
}

export const projectHandlers = {
  project_created: onProjectCreated,
  project_updated: onProjectUpdated,
  project_archived: onProjectArchived,
  project_invitation: onProjectInvitation,
  module_created: onModule,
  module_updated: onModule,
  module_deleted: onModule,
}
