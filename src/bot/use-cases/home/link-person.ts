import { z } from 'zod'
import type { User } from '../../../contract/user.ts'
import { allLinks, dropLink, linkOf, setLink } from '../../store/home/person-links.ts'
import { adminsOnly } from '../../messages/answers/not-here.ts'
import type { HomePeople } from '../../messages/home/home-people.ts'
import { inputs } from '../../messages/kit/ids.ts'
import type { Choice } from '../../messages/kit/options.ts'
import { personDialog, type PersonIs, type PersonToLink } from '../../messages/home/person-dialog.ts'
import { personLinked } from '../../messages/home/person-linked.ts'
import type { BotDeps } from '../../deps.ts'
import { apiUser } from '../tracker/api-user.ts'
import type { Press } from '../answers/answer.ts'
import type { Errors } from '../answers/errors.ts'
import { mark } from '../answers/mark-message.ts'
import { choiceOf, everybody, nameOf } from '../tracker/people.ts'
import { readValue } from '../answers/stale-value.ts'
import { trackerUserAmong, teamMap } from '../tracker/who-is-who.ts'

const personToLink = z.object({ uuid: z.string(), name: z.string() })

const isAdmin = async (deps: Pick<BotDeps, 'slack'>, user: string): Promise<boolean> =>
  (await deps.slack.person(user)).admin

/** Opens the dialog for admins; the others are told who may. */
export const openPersonDialog = async (deps: BotDeps, { user, triggerId, value }: Press): Promise<void> => {
  if (!(await isAdmin(deps, user))) {
    await deps.slack.post({ channel: user, ...adminsOnly({ action: 'say who somebody is in the tracker' }) })
    return
  }
  const person = value === '' ? undefined : readValue(personToLink, value)
  await deps.slack.openView(triggerId, personDialog(person))
}

/** Everybody of the tracker, by name or e-mail address. */
export const suggestEverybody = async (deps: BotDeps, typed: string): Promise<Choice[]> => {
  const words = typed.trim().toLowerCase()
  return (await everybody(deps))
    .map((user) => ({ ...choiceOf(user), value: user.uuid }))
    .filter(({ text, description }) => `${text} ${description ?? ''}`.toLowerCase().includes(words))
}

interface PersonSaid {
  by: string
  person: PersonToLink
  is: PersonIs
  member: string | undefined
}

const block = { who: inputs.personWho.block, member: inputs.personMember.block }

/** What is wrong with it, by block; undefined when nothing is. */
const problemOf = async (deps: BotDeps, { by, is, member }: PersonSaid): Promise<Errors | undefined> => {
  if (!(await isAdmin(deps, by))) return { [block.who]: 'Only admins of this workspace can say who is who.' }
  if (is !== 'member') return undefined
  if (member === undefined) return { [block.member]: 'Choose a member, or one of the other answers above.' }
  const members = await deps.slack.members()
  return members.some(({ id }) => id === member)
    ? undefined
    : { [block.member]: 'Choose a person of this workspace: no app, and nobody of another organization.' }
}

/** Stores what an admin said; the member hears of it, since others' words reach them from now on. */
export const linkPerson = async (deps: BotDeps, said: PersonSaid): Promise<Errors | undefined> => {
  const problem = await problemOf(deps, said)
  if (problem) return problem
  const { person, is, by } = said
  const member = is === 'member' ? (said.member ?? null) : null
  await deps.database.transaction(async (tx) => {
    const before = await linkOf(tx.sql, person.uuid)
    if (is === 'email') return void (await dropLink(tx.sql, person.uuid))
    await setLink(tx.sql, { tracker_uuid: person.uuid, slack_user: member, set_by: by, set_at: deps.now() })
    if (member === null || member === by || before?.slack_user === member) return
    const message = personLinked({ trackerName: person.name, by })
    const at = { channel: member, ts: `linked-${person.uuid}-${deps.now()}` }
    await mark(deps, tx, at, [{ op: 'direct', user: member, message }])
  })
  return undefined
}

/**
 * *That is not me*: the one thing a person may say of themself. To say who one is would be a claim that nobody
 * proved, and would bring customers' words to whoever makes it.
 */
export const denyPerson = async (deps: BotDeps, user: string, uuid: string): Promise<void> => {
  if ((await trackerUserAmong(deps, user, await everybody(deps)))?.uuid !== uuid) return
  const link = { tracker_uuid: uuid, slack_user: null, set_by: user, set_at: deps.now() }
  await setLink(deps.database.sql, link)
}

/** The e-mail address decides again: an admin's word, or taking one's own back. */
export const unlinkPerson = async (deps: BotDeps, user: string, uuid: string): Promise<void> => {
  const { sql } = deps.database
  const link = await linkOf(sql, uuid)
  const own = link?.slack_user === null && link.set_by === user
  if (link && (own || (await isAdmin(deps, user)))) await dropLink(sql, uuid)
}

const shown = (user: User): PersonToLink => ({ uuid: user.uuid, name: nameOf(user).slice(0, 120) })

/** What the Home tab says of people; undefined where the tracker or Slack do not say. */
export const homePeopleOf = async (deps: BotDeps, user: string): Promise<HomePeople> => {
  const { sql } = deps.database
  const all = await everybody(deps)
  const me = await trackerUserAmong(deps, user, all)
  const denied = (await allLinks(sql)).find((link) => link.slack_user === null && link.set_by === user)
  const notMe = denied && all.find(({ uuid }) => uuid === denied.tracker_uuid)
  const facts = { me: me && shown(me), notMe: me ? undefined : notMe && shown(notMe) }
  if (!(await isAdmin(deps, user))) return facts
  // The key's own user is no person.
  const own = await apiUser(deps, sql)
  const team = (await teamMap(deps)).filter(({ user: one }) => one.uuid !== own)
  return {
    ...facts,
    team: {
      mapped: team.filter(({ member }) => member).length,
      unmapped: team.filter(({ member }) => !member).map((one) => shown(one.user)),
      corrected: team
        .filter(({ link }) => link)
        .map(({ user: one, member }) => ({ ...shown(one), as: member?.name ?? 'nobody here' })),
    },
  }
}
