import type { ModalView } from '@slack/types'
import { accountOf } from '../../store/subscriptions.ts'
import { projectRequest } from './store/project-requests.ts'
import { createDialog, type CreateMetadata } from './messages/create-dialog.ts'
import { createLoading } from './messages/project-made.ts'
import { callbacks } from '../../kit/ids.ts'
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

/** The form without a channel that was proposed for another account. */
export const withoutOthersChannel = (form: ProjectForm, proposed: Proposed | undefined): ProjectForm =>
  proposed !== undefined && form.channel === proposed.channel && !isProposedFor(form, proposed)
    ? { ...form, channel: undefined }
    : form

interface Prefill {
  form: Partial<ProjectForm>
  problems?: readonly ProjectProblem[] | undefined
  from?: number | undefined
}

const ownChoice = async (deps: BotDeps, user: string) => {
  const team = await unlessNoPeople(peopleOf(deps, false))
  const self = team && (await trackerUserAmong(deps, user, team))
  return self && choiceOf(self)
}

/** The channel, if it receives projects of one account alone: it is proposed for that account's next project. */
const proposedIn = async (deps: BotDeps, place: Actor['place']): Promise<Proposed | undefined> => {
  if (!place) return undefined
  const received = await subscriptionsFor(deps, place)
  const accounts = new Set(received.map((one) => accountOf(one).name))
  const [account] = accounts
  return account !== undefined && accounts.size === 1 ? { channel: place.channel, account } : undefined
}

type Shown = Prefill & Omit<CreateMetadata, 'account'>

/** Only *More…* shows data fields. */
const dialogWith = async (deps: BotDeps, shown: Shown): Promise<ModalView> => {
  const [fields, mayMakeNow] = await Promise.all([shown.more ? liveFields(deps) : [], mayMake(deps)])
  return createDialog({ ...shown, fields, mayMake: mayMakeNow })
}

const filled = async (deps: BotDeps, { user, place }: Actor, prefill: Prefill): Promise<ModalView> => {
  const { form, from } = prefill
  const [{ timeZone }, self, proposed] = await Promise.all([
    deps.slack.person(user),
    ownChoice(deps, user),
    from === undefined ? proposedIn(deps, place) : undefined,
  ])
  // The date in the person's time zone: Auckland may be a day ahead.
  const startDate = dayAt(timeZone ?? 'UTC', deps.now())
  const account = proposed && { value: proposed.account, text: proposed.account }
  const start = { startDate, ...(proposed && { channel: proposed.channel, account }), owner: self, ...form }
  // After a refusal, the dialog shows all that the form holds.
  return dialogWith(deps, { ...prefill, form: start, self, more: from !== undefined, proposed })
}

/** An account was chosen, so a channel proposed for another one goes; or *More…* was pressed. */
export const changeForm = async (
  deps: BotDeps,
  { user }: Actor,
  viewId: string,
  { from, proposed, more, self }: CreateMetadata,
  entries: ProjectForm,
): Promise<void> => {
  const form = { ...entries, owner: entries.owner ?? self }
  const row = from === undefined ? undefined : await projectRequest(deps.database.sql, from)
  const kept = row?.user_id === user ? keptProblems(row) : []
  const problems = kept.filter(({ input }) => input !== formInputs.account)
  const isStillProposed = proposed !== undefined && isProposedFor(form, proposed)
  const shown = isStillProposed ? { form, proposed } : { form: withoutOthersChannel(form, proposed) }
  await updateView(deps, viewId, await dialogWith(deps, { ...shown, problems, from, more, self }))
}

/** *New project*. Opens a waiting notice first, because the trigger expires after three seconds. */
export const openCreateDialog = async (
  deps: BotDeps,
  actor: Actor,
  triggerId: string,
  prefill: Prefill = { form: {} },
): Promise<undefined> => {
  if (!deps.tracker) throw new NotConnected()
  const fill = () => filled(deps, actor, prefill)
  await openFilled(deps, actor, triggerId, { dialog: callbacks.createDialog, waiting: createLoading(), fill })
  return undefined
}

/** *Open again*. */
export const openCreateAgain: OnPress = async (deps, actor, press) => {
  const row = await projectRequest(deps.database.sql, Number(press.value))
  if (!row || row.user_id !== actor.user) return { message: staleButton() }
  const prefill = { form: formOf(row), problems: keptProblems(row), from: row.id }
  return openCreateDialog(deps, actor, press.triggerId, prefill)
}
