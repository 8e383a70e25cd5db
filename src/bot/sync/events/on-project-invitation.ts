import type { TrackerEvent } from '../../../contract/event.ts'
import type { User } from '../../../contract/user.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, dropped, handled } from '../posts/plan/decision.ts'
import { channelsOf, projectLineIn, type ProjectNews } from '../posts/plan/project-card-updates.ts'
import { allUsers } from '../../tracker/people/people.ts'
import { projectInView } from '../../tracker/project-in-view.ts'
import { unlessNoPeople } from '../../tracker/tracker-trouble.ts'

type Event = Extract<TrackerEvent, { name: 'project_invitation' }>

/** The invited user according to the tracker. `unknown` if its list is incomplete or unreadable. */
const invited = async (deps: BotDeps, event: Event): Promise<User | 'unknown' | undefined> => {
  const { uuid, email_address: email } = event.payload.invited_user
  const isInvited = (user: User) =>
    uuid && user.uuid
      ? user.uuid === uuid
      : !!email && user.email_address?.toLowerCase() === email.toLowerCase()
  const { users = [], whole = false } = (await unlessNoPeople(allUsers(deps))) ?? {}
  return users.find(isInvited) ?? (whole ? undefined : 'unknown')
}

const newsOf = (event: Event, user: User | 'unknown'): ProjectNews | undefined => {
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
export const onProjectInvitation = async (deps: BotDeps, event: Event): Promise<Decision> => {
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
  const lines = routes.flatMap((route) => projectLineIn(view, route, key, news))
  return handled(lines, { policies: channels })
}
