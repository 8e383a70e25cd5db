import type { ModalView } from '@slack/types'
import { projectRequest } from '../../store/projects/project-requests.ts'
import { createDialog } from '../../messages/projects/create-dialog.ts'
import { createLoading } from '../../messages/projects/create-notice.ts'
import type { ProjectForm, ProjectProblem } from '../../messages/projects/project-form.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import type { Actor } from '../../access/actor.ts'
import type { BotDeps } from '../../deps.ts'
import { NotConnected } from '../../installations/not-connected.ts'
import type { OnPress } from '../answers/answer.ts'
import { updateView, viewOrNotice } from '../answers/views.ts'
import { dayAt, isTimeZone } from '../answers/wall-clock.ts'
import { mayMake } from '../home/channel-wish.ts'
import { liveFields } from '../tracker/field-values.ts'
import { keptProblems } from './project-problems.ts'
import { formOf } from './requests.ts'
import { choiceOf, peopleOf } from '../tracker/people.ts'
import { trackerUserAmong } from '../tracker/match-people.ts'

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
  // A direct message cannot be chosen.
  const channel = place?.channel.startsWith('D') ? undefined : place?.channel
  // The date in the person's time zone: Auckland may be a day ahead.
  const startDate = dayAt(timeZone && isTimeZone(timeZone) ? timeZone : 'UTC', deps.now())
  return createDialog({
    form: { startDate, channel, ...form, owner },
    fields,
    mayMake: mayMakeNow,
    problems,
    from,
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
