import type { ModalView } from '@slack/types'
import { accountOf } from '../../audience/store/subscriptions.ts'
import { projectRequest } from './store/project-requests.ts'
import { createDialog } from './messages/create-dialog.ts'
import { createLoading } from './messages/project-made.ts'
import type { ProjectForm, ProjectProblem } from './messages/project-form.ts'
import { staleButton } from '../../answers/messages/press-again.ts'
import type { Actor } from '../../audience/actor.ts'
import { subscriptionsFor } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { NotConnected } from '../../deps/not-connected.ts'
import type { OnPress } from '../../answers/answer.ts'
import { updateView, viewOrNotice } from '../../answers/views.ts'
import { dayAt, isTimeZone } from '../../kit/wall-clock.ts'
import { mayMake } from '../home/refresh-homes.ts'
import { liveFields } from '../../tracker/field-values.ts'
import { keptProblems } from './project-problems.ts'
import { formOf } from './requests.ts'
import type { Proposed } from './take-form.ts'
import { choiceOf, peopleOf } from '../../tracker/people/people.ts'
import { trackerUserAmong } from '../../tracker/people/match-people.ts'

/** A stored form, and what the tracker said about it. */
interface Given {
  form: Partial<ProjectForm>
  problems?: readonly ProjectProblem[]
  from?: number
}

const blank: Given = { form: {} }

/** The tracker user of this person, by email address or an admin's link. */
const ownChoice = async (deps: BotDeps, user: string) => {
  const found = await trackerUserAmong(deps, user, await peopleOf(deps, false))
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

const filled = async (
  deps: BotDeps,
  { user, place }: Actor,
  { form, problems, from }: Given,
): Promise<ModalView> => {
  const { timeZone } = await deps.slack.person(user)
  const [fields, mayMakeNow, owner] = await Promise.all([
    liveFields(deps),
    mayMake(deps),
    form.owner ?? ownChoice(deps, user).catch(() => undefined),
  ])
  const proposed = from === undefined ? await proposedIn(deps, place) : undefined
  // The date in the person's time zone: Auckland may be a day ahead.
  const startDate = dayAt(timeZone && isTimeZone(timeZone) ? timeZone : 'UTC', deps.now())
  return createDialog({
    form: { startDate, ...(proposed && startingWith(proposed)), ...form, owner },
    fields,
    mayMake: mayMakeNow,
    problems,
    from,
    proposed,
  })
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
