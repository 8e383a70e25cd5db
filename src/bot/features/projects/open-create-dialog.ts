import type { ModalView } from '@slack/types'
import { accountOf } from '../../audience/store/subscriptions.ts'
import { projectRequest } from './store/project-requests.ts'
import { createDialog, type CreateMetadata } from './messages/create-dialog.ts'
import { createLoading } from './messages/project-made.ts'
import { formInputs, type ProjectForm, type ProjectProblem } from './messages/project-form.ts'
import { staleButton } from '../../answers/messages/press-again.ts'
import type { Actor } from '../../audience/actor.ts'
import { subscriptionsFor } from '../../audience/audience.ts'
import { type BotDeps, NotConnected } from '../../deps/deps.ts'
import type { OnPress } from '../../answers/answer.ts'
import { updateView } from '../../answers/views.ts'
import { viewOrNotice } from './waiting-view.ts'
import { dayAt } from '../../kit/wall-clock.ts'
import { mayMake } from '../project-channels/channel-proposal.ts'
import { liveFields } from '../../tracker/field-values.ts'
import { keptProblems } from './project-problems.ts'
import { formOf } from './requests.ts'
import { isProposedFor, type Proposed, withoutOthers } from './proposed.ts'
import { choiceOf, peopleOf } from '../../tracker/people.ts'
import { unlessNoPeople } from '../../tracker/tracker-trouble.ts'
import { trackerUserAmong } from '../../tracker/match-people.ts'

/** A stored form, and what the tracker said about it. */
interface Given {
  form: Partial<ProjectForm>
  problems?: readonly ProjectProblem[] | undefined
  from?: number | undefined
}

const blank: Given = { form: {} }

/** The tracker user of this person, by email address or an admin's link. */
const ownChoice = async (deps: BotDeps, user: string) => {
  const team = await unlessNoPeople(peopleOf(deps, false))
  const found = team && (await trackerUserAmong(deps, user, team))
  return found && choiceOf(found)
}

/** The channel, if it receives one account's projects alone: it is proposed for another of these. */
const proposedIn = async (deps: BotDeps, place: Actor['place']): Promise<Proposed | undefined> => {
  if (!place) return undefined
  const received = await subscriptionsFor(deps, place)
  const accounts = new Set(received.map((one) => accountOf(one).name))
  const [account] = accounts
  return account !== undefined && accounts.size === 1 ? { channel: place.channel, account } : undefined
}

const startingWith = ({ channel, account }: Proposed): Partial<ProjectForm> => ({
  channel,
  account: { value: account, text: account },
})

type Shown = Given & Pick<CreateMetadata, 'more' | 'self' | 'proposed'>

/** Only *More…* shows data fields. */
const dialogWith = async (deps: BotDeps, given: Shown): Promise<ModalView> => {
  const [fields, mayMakeNow] = await Promise.all([given.more ? liveFields(deps) : [], mayMake(deps)])
  return createDialog({ ...given, fields, mayMake: mayMakeNow })
}

const filled = async (deps: BotDeps, { user, place }: Actor, given: Given): Promise<ModalView> => {
  const { form, from } = given
  const [{ timeZone }, self, proposed] = await Promise.all([
    deps.slack.person(user),
    ownChoice(deps, user),
    from === undefined ? proposedIn(deps, place) : undefined,
  ])
  // The date in the person's time zone: Auckland may be a day ahead.
  const startDate = dayAt(timeZone ?? 'UTC', deps.now())
  const start = { startDate, ...(proposed && startingWith(proposed)), owner: self, ...form }
  // A form that was refused shows all that it holds.
  return dialogWith(deps, { ...given, form: start, self, more: from !== undefined, proposed })
}

/**
 * An account was chosen, so the dialog offers its customers, and proposes no channel for another; or the other inputs
 * were asked for.
 */
export const changeForm = async (
  deps: BotDeps,
  { user }: Actor,
  viewId: string,
  { from, proposed, more, self }: CreateMetadata,
  given: ProjectForm,
): Promise<void> => {
  const form = { ...given, owner: given.owner ?? self }
  const row = from === undefined ? undefined : await projectRequest(deps.database.sql, from)
  const kept = row?.user_id === user ? keptProblems(row) : []
  const problems = kept.filter(({ input }) => input !== formInputs.account)
  const isMeant = proposed !== undefined && isProposedFor(form, proposed)
  const shown = isMeant ? { form, proposed } : { form: withoutOthers(form, proposed) }
  await updateView(deps, viewId, await dialogWith(deps, { ...shown, problems, from, more, self }))
}

/** *New project*. Opens a waiting notice first, because the trigger expires after three seconds. */
export const openCreateDialog = async (
  deps: BotDeps,
  actor: Actor,
  triggerId: string,
  given: Given = blank,
): Promise<undefined> => {
  if (!deps.tracker) throw new NotConnected()
  const { viewId } = await deps.slack.openView(triggerId, createLoading())
  await updateView(deps, viewId, await viewOrNotice(deps, () => filled(deps, actor, given)))
  return undefined
}

/** *Open again*: reopens the stored form with its problems. */
export const openCreateAgain: OnPress = async (deps, actor, press) => {
  const row = await projectRequest(deps.database.sql, Number(press.value))
  if (!row || row.user_id !== actor.user) return { message: staleButton() }
  const given = { form: formOf(deps, row), problems: keptProblems(row), from: row.id }
  return openCreateDialog(deps, actor, press.triggerId, given)
}
