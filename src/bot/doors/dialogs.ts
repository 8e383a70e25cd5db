import { z } from 'zod'
import { type Actor, type Here, isHere, maySteer, type Right } from '../audience/actor.ts'
import type { BotDeps } from '../deps/deps.ts'
import { type Became, dialogPatience, NotFoundOut, type Patience } from '../answers/answer.ts'
import { staleButton, dialogStale, slackSlow } from '../answers/messages/try-again.ts'
import { settingsInputs, settingsMetadataSchema } from '../features/channels/messages/settings-dialog.ts'
import { type ChannelKind, invitePreview } from '../features/project-channels/messages/channel-dialog.ts'
import { commentMetadataSchema, syncMetadataSchema } from '../sync/messages/task-dialogs.ts'
import { createMetadataSchema } from '../features/projects/messages/create-dialog.ts'
import { formInputs } from '../features/projects/messages/project-form.ts'
import type { PersonIs } from '../features/home/messages/home-people.ts'
import { callbacks, type DialogId, inputs } from '../kit/ids.ts'
import type { Message } from '../kit/message.ts'
import { errorsWhere, notice } from '../kit/form-elements.ts'
import { readValue, StaleValue } from '../kit/facts.ts'
import { takeChannel } from '../features/project-channels/channel-for-project.ts'
import { addressesIn, inviteCustomers } from '../features/project-channels/invite-customers.ts'
import { refreshSubscriptions } from '../features/channels/subscriptions.ts'
import { subscribeAsChosen } from '../features/channels/commands.ts'
import { saveSettings } from '../features/channels/settings.ts'
import { linkPerson } from '../features/home/link-person.ts'
import { showHome } from '../features/home/show-home.ts'
import { takeConnection } from '../features/connect/connect.ts'
import { takeFields } from '../features/projects/data-fields.ts'
import { takeForm } from '../features/projects/take-form.ts'
import { submitProject } from '../features/projects/make-project.ts'
import { commentFromDialog } from '../sync/replies/comment-on-task.ts'
import { takeSync } from '../sync/replies/sync-thread.ts'
import { actorIn, refusalOf } from './acting.ts'
import type { Doors } from './route-event.ts'
import type { Background } from '../deps/background.ts'
import { readConnection, type Inputs, inputsSchema, readProject, readSettings } from './forms.ts'

interface Submitted {
  given: Inputs
  metadata: string
  viewId: string
  below: string | undefined
  patience: Patience
}

/** What a dialog comes to, or closing all dialogs. Otherwise it closes. */
type Outcome = (Became | { clear: true } | object) & { later?: () => Promise<void> }
type OnSubmit<A = Actor> = (deps: BotDeps, actor: A, submitted: Submitted) => Promise<Outcome>
const anyField = Symbol('the first input')
interface Dialog {
  right: Right
  /** The input that says what failed, so that nothing entered is lost. A confirmation has none. */
  field: string | typeof anyField | undefined
  submit: OnSubmit
}

const anywhere = (right: Right, field: Dialog['field'], submit: OnSubmit): Dialog => ({
  right,
  field,
  submit,
})

/** For a dialog about a channel. The person must be in the channel that its metadata names. */
const ofChannel = (field: Dialog['field'], submit: OnSubmit<Here>): Dialog =>
  anywhere('work', field, async (deps, actor, submitted) => {
    if (!isHere(actor)) return { refused: staleButton() }
    const refused = await submitted.patience.ask(maySteer(deps, actor, actor.place.channel))
    return refused ? { refused: refused.message } : submit(deps, actor, submitted)
  })

const { commentTask, commentText, personWho } = inputs
const noTask = [commentTask, 'Choose a task first.'] as const
const noWords = [commentText, 'Write the comment first.'] as const
const requestSchema = z.object({ request: z.int() })
const projectSchema = z.object({ project: z.string() })
const confirmationSchema = projectSchema.extend({ emails: z.array(z.string()) })
const channelKind = z.enum(['public', 'private'] satisfies ChannelKind[])
const whoIs = z.enum(['member', 'nobody', 'email'] satisfies PersonIs[])

export type DialogName = Exclude<DialogId, (typeof callbacks)['subscriptionsDialog']>

/** Stores every submission before the dialog closes. Slack repeats a submission with the same view id. */
export const dialogs: Readonly<Record<DialogName, Dialog>> = {
  [callbacks.commentDialog]: anywhere(
    'comment',
    commentText,
    async (deps, actor, { given, metadata, viewId }) => {
      const read = readValue(commentMetadataSchema, metadata)
      const { taskUuid: named, threadTs, alone, edits: draft, corrects } = read
      const taskUuid = named ?? given.at(commentTask).text
      const { text } = given.at(commentText)
      const errors = errorsWhere([!taskUuid, ...noTask], [!text, ...noWords])
      if (errors || !taskUuid || !text) return { errors: errors ?? {} }
      const by = alone ? { ...actor, place: undefined } : actor
      const refused = await commentFromDialog(deps, by, { taskUuid, threadTs, text, viewId, draft, corrects })
      return refused ? { refused } : {}
    },
  ),
  [callbacks.syncDialog]: ofChannel(commentTask, async (deps, actor, { given, metadata, viewId }) => {
    const { choice } = given.at(commentTask)
    if (!choice) return { errors: { [commentTask]: noTask[1] } }
    return takeSync(deps, actor, viewId, readValue(syncMetadataSchema, metadata), choice)
  }),
  [callbacks.subscribeDialog]: ofChannel(inputs.subscribeTo, async (deps, actor, { given, viewId }) => {
    const { text: chosen } = given.at(inputs.subscribeTo)
    if (!chosen) return { errors: { [inputs.subscribeTo]: 'Choose a project first.' } }
    const { text: preset } = given.at(inputs.subscribePreset)
    return { later: () => subscribeAsChosen(deps, actor, viewId, { chosen, preset }) }
  }),
  [callbacks.createDialog]: anywhere('work', formInputs.name, async (deps, actor, submitted) => {
    const { given, metadata, viewId, patience } = submitted
    const form = { source: `view:${viewId}`, form: readProject(given), blocks: given.blocks }
    return takeForm(deps, actor, form, readValue(createMetadataSchema, metadata), patience)
  }),
  [callbacks.createPreview]: anywhere('work', undefined, async (deps, actor, { metadata, patience }) => {
    const refused = await submitProject(deps, actor, readValue(requestSchema, metadata).request, patience)
    return refused ? { refused } : { clear: true }
  }),
  [callbacks.fieldsDialog]: anywhere('work', anyField, async (deps, actor, { given, metadata, patience }) => {
    const { project } = readValue(projectSchema, metadata)
    const texts = new Map([...given.blocks].map((block) => [block, given.at(block).text ?? '']))
    return takeFields(deps, actor, { project, texts }, patience)
  }),
  [callbacks.settingsDialog]: ofChannel(settingsInputs.preset, async (deps, actor, submitted) => {
    const { given, metadata, viewId, below } = submitted
    // Only a check: the metadata of an older version's dialog doesn't parse.
    readValue(settingsMetadataSchema, metadata)
    const errors = await saveSettings(deps, actor, { viewId }, readSettings(given))
    if (errors) return { errors }
    if (!below) return {}
    // The list below still shows the former settings.
    return { later: () => refreshSubscriptions(deps, below, actor.place.channel) }
  }),
  [callbacks.connectDialog]: anywhere('administer', inputs.trackerKey, (deps, actor, { given, patience }) =>
    takeConnection(deps, actor, readConnection(given), patience),
  ),
  [callbacks.channelDialog]: anywhere('work', inputs.channelName, async (deps, actor, submitted) => {
    const { given, metadata, patience } = submitted
    const { project } = readValue(projectSchema, metadata)
    const { data: kind } = channelKind.safeParse(given.at(inputs.channelKind).text)
    if (!kind) throw new StaleValue('no such kind of channel')
    const name = given.at(inputs.channelName).text ?? ''
    const { users: people } = given.at(inputs.channelPeople)
    return (await takeChannel(deps, actor, { project, name, kind, people }, patience)) ?? {}
  }),
  [callbacks.inviteDialog]: ofChannel(inputs.inviteEmails, async (_, { place }, { given, metadata }) => {
    const { project } = readValue(projectSchema, metadata)
    const read = addressesIn(given.at(inputs.inviteEmails).text ?? '')
    if ('problem' in read) return { errors: { [inputs.inviteEmails]: read.problem } }
    return { next: invitePreview({ projectUuid: project, channel: place.channel, emails: read.emails }) }
  }),
  [callbacks.invitePreview]: ofChannel(undefined, async (deps, actor, { metadata }) => {
    const { project, emails } = readValue(confirmationSchema, metadata)
    return (await inviteCustomers(deps, actor, project, emails))
      ? { clear: true }
      : { refused: staleButton() }
  }),
  [callbacks.personDialog]: anywhere('administer', personWho, async (deps, actor, { given, patience }) => {
    const who = given.at(personWho).choice
    const is = whoIs.safeParse(given.at(inputs.personIs).text).data
    if (!who || !is) return { errors: { [personWho]: 'Choose a person in the tracker.' } }
    const person = { uuid: who.value, name: who.text }
    const member = given.at(inputs.personMember).text
    const errors = await linkPerson(deps, actor, { person, is, member }, patience)
    return errors ? { errors } : { later: () => showHome(deps, actor, 'workspace') }
  }),
}

const onTop = (name: DialogName, said: Message) =>
  ({ response_action: 'push', view: notice(name, said, { onTop: true }) }) as const

/** Only what is done takes the place of inputs, so nothing that was entered is lost. A confirmation has its form below. */
const answerOf = (name: DialogName, outcome: Outcome, field: string | undefined) => {
  if ('failed' in outcome)
    return field === undefined
      ? onTop(name, outcome.failed)
      : ({ response_action: 'errors', errors: { [field]: outcome.failed.text } } as const)
  if ('refused' in outcome && field !== undefined) return onTop(name, outcome.refused)
  if ('refused' in outcome) return { response_action: 'update', view: notice(name, outcome.refused) } as const
  if ('errors' in outcome) return { response_action: 'errors', errors: outcome.errors } as const
  if ('next' in outcome) return { response_action: 'push', view: outcome.next } as const
  if ('done' in outcome) return { response_action: 'update', view: notice(name, outcome.done) } as const
  return 'clear' in outcome ? ({ response_action: 'clear' } as const) : undefined
}

const unanswered = (error: unknown): Outcome => {
  if (error instanceof StaleValue) return { refused: dialogStale() }
  if (error instanceof NotFoundOut) return { failed: slackSlow() }
  throw error
}

export const addDialogs = (app: Doors, background: Background): void => {
  app.view(/./, async ({ ack, view, body, context: { deps } }) => {
    const { callback_id: id, id: viewId, private_metadata: metadata, root_view_id: root } = view
    if (!Object.hasOwn(dialogs, id)) return
    const name = id as DialogName
    const { right, field, submit } = dialogs[name]
    const given = inputsSchema.parse(view.state.values)
    const below = root && root !== viewId ? root : undefined
    const patience = dialogPatience(deps)
    const take = async (): Promise<Outcome> => {
      const actor = await patience.ask(actorIn(deps, body, 'or throw'))
      const refused = refusalOf(deps, actor, { right, did: name })
      if (refused) return { refused }
      return submit(deps, actor, { given, metadata, viewId, below, patience })
    }
    const outcome = await take().catch(unanswered)
    const answer = answerOf(name, outcome, field === anyField ? [...given.blocks][0] : field)
    await (answer ? ack(answer) : ack())
    if (outcome.later) background.add(outcome.later())
  })
}
