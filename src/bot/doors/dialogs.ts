import type { ModalView } from '@slack/types'
import { z } from 'zod'
import {
  type Actor,
  type Here,
  isHere,
  may,
  maySteer,
  refusal,
  type Right,
  unknownActor,
} from '../audience/actor.ts'
import type { BotDeps } from '../deps/deps.ts'
import { staleButton, dialogStale } from '../answers/messages/try-again.ts'
import { settingsMetadataSchema } from '../features/channels/messages/settings-dialog.ts'
import {
  channelNotice,
  type ChannelKind,
  invitePreview,
} from '../features/project-channels/messages/channel-dialog.ts'
import { subscriptionNotice } from '../features/channels/messages/subscription-list.ts'
import type { Message } from '../kit/message.ts'
import { commentMetadataSchema, syncMetadataSchema } from '../sync/messages/task-dialogs.ts'
import { createMetadataSchema } from '../features/projects/messages/create-dialog.ts'
import { createNotice } from '../features/projects/messages/project-made.ts'
import type { PersonIs } from '../features/home/messages/home-people.ts'
import { callbacks, inputs } from '../kit/ids.ts'
import { type Errors, errorsWhere } from '../kit/form-elements.ts'
import { readValue, StaleValue } from '../kit/facts.ts'
import { within } from '../kit/time.ts'
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
import { actorIn } from './acting.ts'
import type { Doors } from './route-event.ts'
import type { Background } from '../deps/background.ts'
import { readConnection, type Inputs, inputsSchema, readProject, readSettings } from './forms.ts'

interface Submitted {
  given: Inputs
  metadata: string
  viewId: string
  below: string | undefined
}

/** Errors under inputs, a new view, a replacement, or closing all views. Otherwise the dialog closes. */
interface Outcome {
  errors?: Errors | undefined
  shown?: ModalView | undefined
  instead?: ModalView | undefined
  clear?: true
  later?: () => Promise<void>
}
type OnSubmit<A = Actor> = (deps: BotDeps, actor: A, submitted: Submitted) => Promise<Outcome>
interface Dialog {
  right: Right
  submit: OnSubmit
}

const instead = (message: Message): Outcome => ({ instead: subscriptionNotice(message) })

const anywhere = (right: Right, submit: OnSubmit): Dialog => ({ right, submit })

/** For a dialog about a channel. The person must be in the channel that its metadata names. */
const ofChannel = (submit: OnSubmit<Here>): Dialog => ({
  right: 'work',
  submit: async (deps, actor, submitted) => {
    if (!isHere(actor)) return instead(staleButton())
    const refused = await maySteer(deps, actor, actor.place.channel)
    return refused ? instead(refused.message) : submit(deps, actor, submitted)
  },
})

const { commentTask, commentText, personWho } = inputs
const noTask = [commentTask, 'Choose a task first.'] as const
const noWords = [commentText, 'Write the comment first.'] as const
const requestSchema = z.object({ request: z.int() })
const projectSchema = z.object({ project: z.string() })
const confirmationSchema = projectSchema.extend({ emails: z.array(z.string()) })
const channelKind = z.enum(['public', 'private'] satisfies ChannelKind[])
const whoIs = z.enum(['member', 'nobody', 'email'] satisfies PersonIs[])

type Other = 'subscriptionsDialog' | 'createShortcut' | 'commentShortcut' | 'syncShortcut'
export type DialogName = (typeof callbacks)[Exclude<keyof typeof callbacks, Other>]

/** Stores every submission before the dialog closes. Slack repeats a submission with the same view id. */
export const dialogs: Readonly<Record<DialogName, Dialog>> = {
  [callbacks.commentDialog]: anywhere('comment', async (deps, actor, { given, metadata, viewId }) => {
    const { taskUuid: named, threadTs, alone } = readValue(commentMetadataSchema, metadata)
    const taskUuid = named ?? given.at(commentTask).text
    const { text } = given.at(commentText)
    const errors = errorsWhere([!taskUuid, ...noTask], [!text, ...noWords])
    if (!taskUuid || !text) return { errors }
    const by = alone ? { ...actor, place: undefined } : actor
    const refused = await commentFromDialog(deps, by, { taskUuid, threadTs, text, viewId })
    return refused ? instead(refused) : {}
  }),
  [callbacks.syncDialog]: ofChannel((deps, actor, { given, metadata, viewId }) => {
    const { text: taskUuid } = given.at(commentTask)
    if (!taskUuid) return Promise.resolve({ errors: errorsWhere([true, ...noTask]) })
    return Promise.resolve(takeSync(deps, actor, viewId, readValue(syncMetadataSchema, metadata), taskUuid))
  }),
  [callbacks.subscribeDialog]: ofChannel(async (deps, actor, { given, viewId }) => {
    const { text: chosen } = given.at(inputs.subscribeTo)
    if (!chosen) return { errors: { [inputs.subscribeTo]: 'Choose a project first.' } }
    const { text: preset } = given.at(inputs.subscribePreset)
    return { later: () => subscribeAsChosen(deps, actor, viewId, { chosen, preset }) }
  }),
  [callbacks.createDialog]: anywhere('work', async (deps, actor, { given, metadata, viewId }) => {
    const form = { source: `view:${viewId}`, form: readProject(given), blocks: given.blocks }
    const { instead: shown, ...rest } = await takeForm(
      deps,
      actor,
      form,
      readValue(createMetadataSchema, metadata),
    )
    return { shown, ...rest }
  }),
  [callbacks.createPreview]: anywhere('work', async (deps, actor, { metadata }) => {
    const refused = await submitProject(deps, actor, readValue(requestSchema, metadata).request)
    return refused ? { instead: createNotice(refused) } : { clear: true }
  }),
  [callbacks.fieldsDialog]: anywhere('work', async (deps, actor, { given, metadata, viewId }) => {
    const { project } = readValue(projectSchema, metadata)
    const texts = new Map([...given.blocks].map((block) => [block, given.at(block).text ?? '']))
    return takeFields(deps, actor, { viewId, project, texts })
  }),
  [callbacks.settingsDialog]: ofChannel(async (deps, actor, { given, metadata, viewId, below }) => {
    // Only a check: the metadata of an older version's dialog doesn't parse.
    readValue(settingsMetadataSchema, metadata)
    const errors = await saveSettings(deps, actor, { viewId }, readSettings(given))
    if (errors || !below) return { errors }
    // The list below still shows the former settings.
    return { later: () => refreshSubscriptions(deps, below, actor.place.channel) }
  }),
  [callbacks.connectDialog]: anywhere('administer', (deps, actor, { given }) =>
    takeConnection(deps, actor, readConnection(given)),
  ),
  [callbacks.channelDialog]: anywhere('work', async (deps, actor, { given, metadata }) => {
    const { project } = readValue(projectSchema, metadata)
    const { data: kind } = channelKind.safeParse(given.at(inputs.channelKind).text)
    if (!kind) throw new StaleValue('no such kind of channel')
    const name = given.at(inputs.channelName).text ?? ''
    const { users: people } = given.at(inputs.channelPeople)
    const found = await takeChannel(deps, actor, { project, name, kind, people })
    return found && 'answer' in found ? { instead: channelNotice(found.answer) } : (found ?? {})
  }),
  [callbacks.inviteDialog]: ofChannel(async (_, { place }, { given, metadata }) => {
    const { project } = readValue(projectSchema, metadata)
    const read = addressesIn(given.at(inputs.inviteEmails).text ?? '')
    if ('problem' in read) return { errors: { [inputs.inviteEmails]: read.problem } }
    return { shown: invitePreview({ projectUuid: project, channel: place.channel, emails: read.emails }) }
  }),
  [callbacks.invitePreview]: ofChannel(async (deps, actor, { metadata }) => {
    const { project, emails } = readValue(confirmationSchema, metadata)
    return (await inviteCustomers(deps, actor, project, emails)) ? { clear: true } : instead(staleButton())
  }),
  [callbacks.personDialog]: anywhere('administer', async (deps, actor, { given }) => {
    const who = given.at(personWho).choice
    const is = whoIs.safeParse(given.at(inputs.personIs).text).data
    if (!who || !is) return { errors: { [personWho]: 'Choose a person in the tracker.' } }
    const person = { uuid: who.value, name: who.text }
    const member = given.at(inputs.personMember).text
    const errors = await linkPerson(deps, actor, { person, is, member })
    return errors ? { errors } : { later: () => showHome(deps, actor, 'workspace') }
  }),
}

const answerOf = ({ errors, shown: view, instead, clear }: Outcome) => {
  if (errors) return { response_action: 'errors', errors } as const
  if (view) return { response_action: 'push', view } as const
  if (instead) return { response_action: 'update', view: instead } as const
  return clear ? ({ response_action: 'clear' } as const) : undefined
}

const stale = (error: unknown): Outcome => {
  if (error instanceof StaleValue) return { instead: dialogStale() }
  throw error
}

/** Slack waits three seconds for a dialog's answer, so an actor not known in time gets no rights. */
const patienceMs = 2_000

export const addDialogs = (app: Doors, background: Background): void => {
  const rows = new Map(Object.entries(dialogs))
  app.view(/./, async ({ ack, view, body, context: { deps } }) => {
    const { callback_id: name, id: viewId, private_metadata: metadata, root_view_id: root } = view
    const dialog = rows.get(name)
    if (!dialog) return
    const given = inputsSchema.parse(view.state.values)
    const below = root && root !== viewId ? root : undefined
    const actor = (await within(patienceMs, actorIn(deps, body))) ?? unknownActor(body.user.id)
    const outcome = may(actor, dialog.right)
      ? await dialog.submit(deps, actor, { given, metadata, viewId, below }).catch(stale)
      : instead(refusal(actor, dialog.right))
    const answer = answerOf(outcome)
    await (answer ? ack(answer) : ack())
    if (outcome.later) background.add(outcome.later())
  })
}
