import type { TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, dropped, handled } from '../posts/decision.ts'
import {
  channelsOf,
  plannedProjectCard,
  changeOf,
  projectCardUpdates,
  projectLineIn,
  type ProjectNews,
} from '../posts/project-card-updates.ts'
import { isProjectBehind, unlessNoPeople } from '../../tracker/tracker-says.ts'
import { projectInView } from '../../tracker/project-in-view.ts'
import type { User } from '../../../contract/user.ts'
import { allUsers } from '../../tracker/people.ts'

type Created = Extract<TrackerEvent, { name: 'project_created' }>

/** Posts the project's card in channels that receive its account or all projects. */
const onProjectCreated = async (deps: BotDeps, event: Created): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return dropped('not verified: the tracker has no such project')
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  const cards = routes.map(async (route) => ({
    ...(await plannedProjectCard(deps, view, route)),
    whenNeeded: undefined,
  }))
  return handled(await Promise.all(cards), { policies: channels })
}

type Updated = Extract<TrackerEvent, { name: 'project_updated' }>

/** Updates the card in place. Only a new status or owner posts a line in its thread. */
const onProjectUpdated = async (deps: BotDeps, event: Updated): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return dropped('not verified: the tracker has no such project')
  const channels = await channelsOf(deps, view)
  const updates = await projectCardUpdates(deps, view, channels, changeOf(event))
  return handled(updates, { policies: channels, behind: isProjectBehind(view.item, event) })
}

type Archived = Extract<TrackerEvent, { name: 'project_archived' }>

/** Once the tracker confirms it, posts a line in the project's thread and updates the card. */
const onProjectArchived = async (deps: BotDeps, event: Archived): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return dropped('not verified: the tracker has no such project')
  const archived = [view.item.project_state, view.item.status?.name].some((word) =>
    /archiv/i.test(word ?? ''),
  )
  if (!archived) return dropped('not verified: the project is not archived')
  const by = event.payload.project.archived_by || event.modifiedBy?.full_name || undefined
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  const news = { change: 'archived', by, at: event.payload.project.archived_date || undefined } as const
  const key = `archived:${view.uuid}@${event.version}`
  const lines = await Promise.all(routes.map((route) => projectLineIn(deps, view, route, key, news)))
  const change = { version: event.version, by }
  const cards = await projectCardUpdates(deps, view, channels, change, true)
  return handled([...lines.flat(), ...cards], { policies: channels })
}

type Invitation = Extract<TrackerEvent, { name: 'project_invitation' }>

/** The invited user according to the tracker. `unknown` if its list is incomplete or unreadable. */
const invited = async (deps: BotDeps, event: Invitation): Promise<User | 'unknown' | undefined> => {
  const { uuid, email_address: email } = event.payload.invited_user
  const isInvited = (user: User) =>
    uuid && user.uuid
      ? user.uuid === uuid
      : !!email && user.email_address?.toLowerCase() === email.toLowerCase()
  const { users = [], whole = false } = (await unlessNoPeople(allUsers(deps))) ?? {}
  return users.find(isInvited) ?? (whole ? undefined : 'unknown')
}

const newsOf = (event: Invitation, user: User | 'unknown'): ProjectNews | undefined => {
  const { invited_user: heard } = event.payload
  const facts = user === 'unknown' ? heard : user
  const person = facts.full_name || [facts.first_name, facts.last_name].filter(Boolean).join(' ')
  if (person === '') return undefined
  return {
    change: 'invited',
    person,
    role: heard.user_role || undefined,
    customer: facts.is_customer ?? undefined,
    by: event.modifiedBy?.full_name || undefined,
  }
}

/** Posts a line in the project's thread. Verifies project and user: invitations cannot be looked up. */
const onProjectInvitation = async (deps: BotDeps, event: Invitation): Promise<Decision> => {
  const uuid = event.projectUuid
  if (uuid === undefined) return dropped('not verified: no project is named')
  const view = await projectInView(deps, uuid, { name: event.payload.project_name })
  if (!view) return dropped('not verified: the tracker has no such project')
  const user = await invited(deps, event)
  const news = user && newsOf(event, user)
  if (!news) return dropped('not verified: the tracker has no such person')
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  const key = `invited:${view.uuid}:${event.objectUuid}@${event.version}`
  const lines = await Promise.all(routes.map((route) => projectLineIn(deps, view, route, key, news)))
  return handled(lines.flat(), { policies: channels })
}

export const projectHandlers = {
  project_created: onProjectCreated,
  project_updated: onProjectUpdated,
  project_archived: onProjectArchived,
  project_invitation: onProjectInvitation,
}
