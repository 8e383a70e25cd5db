import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { dialogStale } from '../messages/answers/dialog-stale.ts'
import type { PersonIs } from '../messages/home/person-dialog.ts'
import { callbacks, inputs } from '../messages/kit/ids.ts'
import type { Submission } from '../use-cases/answers/answer.ts'
import { type Errors, errorsWhere } from '../use-cases/answers/errors.ts'
import { readValue, StaleValue } from '../use-cases/answers/stale-value.ts'
import { saveFilters } from '../use-cases/channels/filters.ts'
import { refreshSubscriptions } from '../use-cases/channels/list-subscriptions.ts'
import { saveEvents, subscriptionKey } from '../use-cases/channels/manage-subscription.ts'
import { saveSettings } from '../use-cases/channels/settings.ts'
import { linkPerson } from '../use-cases/home/link-person.ts'
import { showHome } from '../use-cases/home/show-home.ts'
import { takeFieldsPage, takeForm } from '../use-cases/projects/take-form.ts'
import { submitProject } from '../use-cases/projects/requests.ts'
import { commentFromDialog } from '../use-cases/replies/comment-from-dialog.ts'
import { eventsIn, fieldsIn, filtersIn, type Inputs, inputsIn, projectIn, settingsIn } from './forms.ts'

interface Submitted {
  given: Inputs
  metadata: string
  user: string
  viewId: string
  below: string | undefined
}

/** Errors under inputs, a new view, or the end of all views; without one of them the dialog closes. */
interface Outcome {
  errors?: Errors | undefined
  shown?: ModalView
  instead?: ModalView
  clear?: true
  later?: () => Promise<void>
}
type OnSubmit = (deps: BotDeps, submitted: Submitted) => Promise<Outcome>

const ofChannel =
  <F>(
    read: (given: Inputs) => F,
    save: (deps: BotDeps, by: Submission, form: F) => Promise<Errors | undefined>,
  ): OnSubmit =>
  async (deps, { given, metadata: channel, user, viewId }) => ({
    errors: await save(deps, { channel, user, viewId }, read(given)),
  })

const { commentTask, commentText, personWho } = inputs
const noWords = [commentText.block, 'Write the comment first.'] as const
const onTask = z.object({
  taskUuid: z.string(),
  channel: z.string().optional(),
  threadTs: z.string().optional(),
})
const onMessage = z.object({ channel: z.string(), member: z.boolean() })
const ofRequest = z.object({ request: z.int() })
const pages = z.object({ more: z.boolean(), from: z.int().optional() })
const whoIs = z.enum(['member', 'nobody', 'email'] satisfies PersonIs[])

const shown = ['createNotice', 'subscriptionsDialog', 'subscriptionNotice', 'settingsNotice'] as const
type Other = (typeof shown)[number] | 'createShortcut' | 'commentShortcut'
export type DialogName = (typeof callbacks)[Exclude<keyof typeof callbacks, Other>]

/** Every submission is durable before its dialog closes; a repeated one has the same view id. */
export const dialogs: Readonly<Record<DialogName, OnSubmit>> = {
  [callbacks.commentDialog]: async (deps, { given, metadata, user, viewId }) => {
    const { text } = given.at(commentText.block)
    if (!text) return { errors: errorsWhere([true, ...noWords]) }
    await commentFromDialog(deps, { ...readValue(onTask, metadata), text, user, viewId })
    return {}
  },
  [callbacks.commentShortcutDialog]: async (deps, { given, metadata, user, viewId }) => {
    const [{ text: taskUuid }, { text }] = [given.at(commentTask.block), given.at(commentText.block)]
    const errors = errorsWhere([!taskUuid, commentTask.block, 'Choose a task first.'], [!text, ...noWords])
    if (!taskUuid || !text) return { errors }
    const { channel, member } = readValue(onMessage, metadata)
    const at = member ? channel : undefined
    await commentFromDialog(deps, { taskUuid, channel: at, text, user, viewId })
    return {}
  },
  [callbacks.createDialog]: async (deps, { given, metadata, user, viewId }) => {
    const form = { source: `view:${viewId}`, user, form: projectIn(given), blocks: given.blocks }
    // A dialog of an older version carries nothing and has one page.
    return takeForm(deps, form, metadata === '' ? { more: false } : readValue(pages, metadata))
  },
  [callbacks.createFields]: async (deps, { given, metadata, user }) => {
    const { request } = readValue(ofRequest, metadata)
    return takeFieldsPage(deps, request, { user, fields: fieldsIn(given), blocks: given.blocks })
  },
  [callbacks.createPreview]: async (deps, { metadata, user }) => {
    await submitProject(deps, readValue(ofRequest, metadata).request, user)
    return { clear: true }
  },
  [callbacks.settingsDialog]: ofChannel(settingsIn, saveSettings),
  [callbacks.filtersDialog]: ofChannel(filtersIn, saveFilters),
  [callbacks.eventsDialog]: async (deps, { given, metadata, user, viewId, below }) => {
    const key = readValue(subscriptionKey, metadata)
    const errors = await saveEvents(deps, key, { user, viewId }, eventsIn(given))
    if (errors || !below) return { errors }
    // The list below still shows the former events.
    return { later: () => refreshSubscriptions(deps, below, key.channel) }
  },
  [callbacks.personDialog]: async (deps, { given, user }) => {
    const who = given.at(personWho.block).choice
    const is = whoIs.safeParse(given.at(inputs.personIs.block).text).data
    if (!who || !is) return { errors: { [personWho.block]: 'Choose a person of the tracker.' } }
    const person = { uuid: who.value, name: who.text }
    const member = given.at(inputs.personMember.block).text
    const errors = await linkPerson(deps, { by: user, person, is, member })
    return errors ? { errors } : { later: () => showHome(deps, user) }
  },
}

const answerOf = ({ errors, shown: view, instead, clear }: Outcome) => {
  if (errors) return { response_action: 'errors', errors } as const
  if (view) return { response_action: 'push', view } as const
  if (instead) return { response_action: 'update', view: instead } as const
  return clear ? ({ response_action: 'clear' } as const) : undefined
}

/** Only a dialog with unreadable metadata is answered here; other failures are thrown. */
const stale = (error: unknown): Outcome => {
  if (error instanceof StaleValue) return { instead: dialogStale() }
  throw error
}

export const addDialogs = (app: App, deps: BotDeps, background: Background): void => {
  for (const [name, submit] of Object.entries(dialogs))
    app.view(name, async ({ ack, view, body }) => {
      const { id: viewId, private_metadata: metadata, root_view_id: root } = view
      const given = inputsIn.parse(view.state.values)
      const below = root && root !== viewId ? root : undefined
      const submitted = { given, metadata, user: body.user.id, viewId, below }
      const outcome = await submit(deps, submitted).catch(stale)
      const answer = answerOf(outcome)
      await (answer ? ack(answer) : ack())
      if (outcome.later) background.run(outcome.later)
    })
}
