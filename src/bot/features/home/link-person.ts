import { folded, startOf, entered } from '../../../contract/text.ts'
import type { User } from '../../../contract/user.ts'
import { dropLink, linkOf, setLink } from '../../store/person-links.ts'
import { adminsOnly } from '../../audience/messages/not-here.ts'
import {
  type HomePeople,
  personDialog,
  type PersonIs,
  type PersonToLink,
  personLinked,
  personToLinkSchema,
} from './messages/home-people.ts'
import { inputs } from '../../kit/ids.ts'
import type { Choice, Errors } from '../../kit/form-elements.ts'
import { type Actor, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import * as people from '../../tracker/people.ts'
import type { Patience, Press } from '../../answers/answer.ts'
import { notify } from '../../answers/notify.ts'
import { readValue } from '../../kit/facts.ts'

export const openPersonDialog = async (deps: BotDeps, actor: Actor, { triggerId, value }: Press) => {
  if (!may(actor, 'administer')) {
    const message = adminsOnly({ action: 'match people to the tracker' })
    await deps.slack.post({ channel: actor.user, ...message })
    return
  }
  const person = value === '' ? undefined : readValue(personToLinkSchema, value)
  await deps.slack.openView(triggerId, personDialog(person))
}

export const suggestEverybody = async (deps: BotDeps, _by: Actor, query: string): Promise<Choice[]> => {
  const words = folded(entered(query))
  return (await people.everybody(deps))
    .map((user) => ({ ...people.choiceOf(user), value: people.idOf(user) }))
    .filter(({ text, description }) => folded(`${text} ${description ?? ''}`).includes(words))
}

interface PersonForm {
  person: PersonToLink
  is: PersonIs
  member: string | undefined
}

const problemOf = async (
  deps: BotDeps,
  { is, member }: PersonForm,
  { ask }: Patience,
): Promise<Errors | undefined> => {
  if (is !== 'member') return undefined
  if (member === undefined) return { [inputs.personMember]: 'Choose a member, or another option above.' }
  const isHere = (await ask(deps.slack.members())).some(({ id }) => id === member)
  const words = 'Choose a person from this workspace, not an app or somebody from another organization.'
  return isHere ? undefined : { [inputs.personMember]: words }
}

/** Tells the member, who now gets messages meant for the tracker user. */
export const linkPerson = async (
  deps: BotDeps,
  { user: by }: Actor,
  form: PersonForm,
  patience: Patience,
) => {
  const problem = await problemOf(deps, form, patience)
  if (problem) return problem
  const { person, is } = form
  const member = is === 'member' ? (form.member ?? null) : null
  await deps.database.transaction(async (tx) => {
    const before = await linkOf(tx.sql, person.uuid)
    if (is === 'email') return dropLink(tx.sql, person.uuid)
    await setLink(tx.sql, { tracker_uuid: person.uuid, slack_user: member, set_by: by, set_at: deps.now() })
    if (member === null || member === by || before?.slack_user === member) return
    const message = personLinked({ trackerName: person.name, by })
    const at = { channel: member, ts: `linked-${person.uuid}-${deps.now()}` }
    await notify(deps, tx, at, { op: 'direct', user: member, message })
  })
  return undefined
}

const shownName = (user: User): string => startOf(people.nameOf(user), 120)
const shown = (user: User): PersonToLink => ({ uuid: people.idOf(user), name: shownName(user) })

export const homePeopleOf = async (deps: BotDeps, actor: Actor): Promise<HomePeople> => {
  const user = await people.trackerUserAmong(deps, actor.user, await people.everybody(deps))
  const me = user && shownName(user)
  if (!may(actor, 'administer')) return { me }
  // The API key's own user is not a person.
  const own = await people.apiUser(deps, deps.database.sql)
  const team = (await people.teamMap(deps)).filter(({ user: one }) => one.uuid !== own)
  return {
    me,
    team: {
      mapped: team.filter(({ member }) => member).length,
      unmapped: team.filter(({ member }) => !member).map((one) => shown(one.user)),
      corrected: team
        .filter(({ link }) => link)
        .map(({ user: one, member }) => ({ name: shownName(one), as: member?.name ?? 'nobody here' })),
    },
  }
}
