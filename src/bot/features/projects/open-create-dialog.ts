import type { ModalView } from '@slack/types'
import { accountOf } from '../../store/subscriptions.ts'
import { projectRequest } from './store/project-requests.ts'
import { createDialog, type CreateMetadata } from './messages/create-dialog.ts'
import { createLoading, createNotice } from './messages/project-made.ts'
import { formInputs, type ProjectForm, type ProjectProblem } from './messages/project-form.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import type { Actor } from '../../audience/actor.ts'
import { subscriptionsFor } from '../../audience/audience.ts'
import { type BotDeps, NotConnected } from '../../deps/deps.ts'
import { type OnPress, openFilled, updateView } from '../../answers/answer.ts'
import { dayAt } from '../../kit/time.ts'
import { mayMake } from '../project-channels/channel-for-project.ts'
import { liveFields } from '../../tracker/field-values.ts'
import { keptProblems } from './project-trouble.ts'
import { formOf } from './make-project.ts'
import { choiceOf, peopleOf, trackerUserAmong } from '../../tracker/people.ts'
import { unlessNoPeople } from '../../tracker/tracker-says.ts'
import { folded } from '../../../contract/text.ts'

/** What the dialog proposed: the channel it was opened in, for the one account that this channel receives. */
type Proposed = NonNullable<CreateMetadata['proposed']>

const isProposedFor = ({ account }: Pick<ProjectForm, 'account'>, proposed: Proposed): boolean =>
  folded(account?.value ?? '') === folded(proposed.account)

/** Without a channel that was proposed for another account. */
export const withoutOthers = (form: ProjectForm, proposed: Proposed | undefined): ProjectForm =>
  proposed !== undefined && form.channel === proposed.channel && !isProposedFor(form, proposed)
    ? { ...form, channel: undefined }
    : form

interface Given {
  form: Partial<ProjectForm>
  problems?: readonly ProjectProblem[] | undefined
  from?: number | undefined
}

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

type Shown = Given & Omit<CreateMetadata, 'account'>

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
  const account = proposed && { value: proposed.account, text: proposed.account }
  const start = { startDate, ...(proposed && { channel: proposed.channel, account }), owner: self, ...form }
  // A form that was refused shows all that it holds.
  return dialogWith(deps, { ...given, form: start, self, more: from !== undefined, proposed })
}

/** An account was chosen, so the dialog proposes no channel for another; or *More…* was pressed. */
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
  given: Given = { form: {} },
): Promise<undefined> => {
  if (!deps.tracker) throw new NotConnected()
  const fill = () => filled(deps, actor, given)
  await openFilled(deps, actor, triggerId, { waiting: createLoading(), fill, notice: createNotice })
  return undefined
}

/** *Open again*. */
export const openCreateAgain: OnPress = async (deps, actor, press) => {
  const row = await projectRequest(deps.database.sql, Number(press.value))
  if (!row || row.user_id !== actor.user) return { message: staleButton() }
  const given = { form: formOf(row), problems: keptProblems(row), from: row.id }
  return openCreateDialog(deps, actor, press.triggerId, given)
}
