import type { BlockAction, RespondFn } from '@slack/bolt'
import type { KnownBlock } from '@slack/types'
import { z } from 'zod'
import { type Actor, type Here, isHere, may, type Right } from '../audience/actor.ts'
import type { BotDeps } from '../deps/deps.ts'
import { staleButton } from '../answers/messages/try-again.ts'
import { settingsMetadataSchema } from '../features/channels/messages/settings-dialog.ts'
import { within } from '../kit/time.ts'
import { modal } from '../kit/form-elements.ts'
import { type ActionName, actionNamed, callbacks, type DialogId, inputs, titles } from '../kit/ids.ts'
import type { Answer, OnPress, Press, Work } from '../answers/answer.ts'
import { readValue } from '../kit/facts.ts'
import { notifyPerson, toAll } from '../answers/notify.ts'
import { optionalText } from '../slack/incoming.ts'
import { listSubscriptions, refreshSubscriptions } from '../features/channels/subscriptions.ts'
import { changeSettings } from '../features/channels/settings.ts'
import { createMetadataSchema } from '../features/projects/messages/create-dialog.ts'
import { changeForm } from '../features/projects/open-create-dialog.ts'
import { showReaders } from '../sync/replies/sync-thread.ts'
import { showHome } from '../features/home/show-home.ts'
import { takeCommand } from './subcommands.ts'
import { actorIn, answerTo, reply } from './acting.ts'
import type { Doors } from './route-event.ts'
import type { Background } from '../deps/background.ts'
import { inputsSchema, readProject, readSettings } from './forms.ts'

export const interactionSchema = z.looseObject({ trigger_id: z.string() })

const blockSchema = z.custom<KnownBlock>(
  (value) => z.looseObject({ type: z.string() }).safeParse(value).success,
)

const pressSchema = interactionSchema
  .extend({
    actions: z.tuple([
      z.looseObject({ value: optionalText, selected_option: z.looseObject({ value: z.string() }).nullish() }),
    ]),
    container: z.looseObject({ thread_ts: optionalText, is_ephemeral: z.boolean().nullish() }).nullish(),
    message: z
      .looseObject({ thread_ts: optionalText, text: optionalText, blocks: z.array(blockSchema).catch([]) })
      .nullish(),
    view: z
      .looseObject({
        id: z.string(),
        type: optionalText,
        callback_id: optionalText,
        private_metadata: optionalText,
        state: z.looseObject({ values: inputsSchema }).nullish().catch(undefined),
      })
      .nullish(),
  })
  .transform(({ actions: [action], container, message, view, trigger_id: triggerId }) => {
    const press: Press = {
      value: action.selected_option?.value ?? action.value ?? '',
      threadTs: message?.thread_ts ?? container?.thread_ts,
      triggerId,
      onTop: view?.type === 'modal',
    }
    const isMenu = !!action.selected_option
    const menu = isMenu && message ? { text: message.text ?? '', blocks: message.blocks } : undefined
    const listView = view?.callback_id === callbacks.subscriptionsDialog ? view.id : undefined
    return {
      ...press,
      /** The message with the menu in which the person chose. */
      menu,
      onHome: view?.type === 'home',
      listView,
      isEphemeral: container?.is_ephemeral === true,
      dialog: view,
    }
  })
/** Bolt's type says that `respond` is always set, but it is missing when Slack sends no response URL. */
type Pressed = z.output<typeof pressSchema> & { respond: RespondFn | undefined }

export interface Button {
  /** People without it get a refusal, or no answer on the Home tab. */
  right: Right
  /** Runs before Slack gets its answer, and stores what must survive a crash. The returned work makes the answer. */
  take: (deps: BotDeps, acting: Promise<Actor>, press: Pressed) => Promise<Work>
  silent?: true
}

export const anywhere = (right: Right, on: OnPress<Actor, Pressed>): Button => ({
  right,
  take: (deps, _, press) => Promise.resolve((actor) => on(deps, actor, press)),
})

/** For a button in a channel, or in a dialog about a channel that the person is in. */
export const here = (right: Right, on: OnPress<Here, Pressed>): Button =>
  anywhere(right, async (deps, actor, press) =>
    isHere(actor) ? on(deps, actor, press) : { message: staleButton() },
  )

/** Slack waits three seconds for an acknowledgement. */
const patienceMs = 1_500

/** The same, but what it stores is stored before Slack gets its answer, if Slack says in time who presses. */
export const storedFirst = (right: Right, on: OnPress<Here, Pressed>): Button => {
  const later = here(right, on)
  return {
    right,
    take: async (deps, acting, press) => {
      const actor = await within(patienceMs, acting)
      if (!actor || !isHere(actor) || !may(actor, right)) return later.take(deps, acting, press)
      const answer = await on(deps, actor, press)
      return () => Promise.resolve(answer)
    },
  }
}

/** For an input of the settings dialog that changes which inputs it shows. */
export const inSettings: Button = here('work', async (deps, actor, { dialog }) => {
  if (!dialog?.state) return { message: staleButton() }
  const { onTop } = readValue(settingsMetadataSchema, dialog.private_metadata ?? '')
  await changeSettings(deps, actor, dialog.id, { form: readSettings(dialog.state.values), onTop })
  return undefined
})

export const inTaskDialog: Button = here('work', async (deps, actor, { dialog, value }) => {
  if (!dialog?.state) return { message: staleButton() }
  const { values } = dialog.state
  await showReaders(deps, actor, {
    viewId: dialog.id,
    isSync: dialog.callback_id === callbacks.syncDialog,
    metadata: dialog.private_metadata ?? '',
    choice: values.at(inputs.commentTask).choice ?? { value, text: 'The chosen task' },
    text: values.at(inputs.commentText).text ?? '',
  })
  return undefined
})

/** For the account menu of *New project*, and its *More…*. */
export const inCreateDialog = (then: 'stay' | 'more'): Button =>
  anywhere('work', async (deps, actor, { dialog }) => {
    if (!dialog?.state) return { message: staleButton() }
    const metadata = readValue(createMetadataSchema, dialog.private_metadata ?? '')
    const shown = { ...metadata, more: metadata.more || then === 'more' }
    await changeForm(deps, actor, dialog.id, shown, readProject(dialog.state.values))
    return undefined
  })

/** Runs the button's value as a typed command. A comment is stored first. The command checks its own right. */
export const typedCommand = (words = ''): Button => ({
  right: 'ask here',
  take: (deps, acting, { value, triggerId, threadTs }) =>
    takeCommand(deps, acting, { text: words + value, triggerId, threadTs }),
})

type OnHome<P> = (deps: BotDeps, actor: Actor, press: P) => Promise<unknown>

export const onHome = (on: OnHome<Pressed>): Button => ({
  ...anywhere('work', async (deps, actor, press) => void (await on(deps, actor, press))),
  silent: true,
})

/** Then shows the page again, with the new state. */
export const switchOnHome = (on: OnHome<string>): Button =>
  onHome(async (deps, actor, { value }) => {
    await on(deps, actor, value)
    await showHome(deps, actor, 'workspace')
  })

export const inList = (on: OnPress<Actor, Pressed>): Button =>
  anywhere('work', async (deps, actor, press) => {
    const answer = await on(deps, actor, press)
    if (answer) return answer
    const { listView, isEphemeral, onHome } = press
    // The list may be open on top of the Home tab.
    if (onHome || listView !== undefined) await showHome(deps, actor, 'workspace')
    if (!isHere(actor)) return undefined
    if (listView !== undefined) await refreshSubscriptions(deps, listView, actor.place.channel)
    return isEphemeral
      ? { ...(await listSubscriptions(deps, actor.place.channel)), replace: true }
      : undefined
  })

/** Slack keeps showing what a person chose in a menu, also if it was refused, unless the block has another id. */
const resetMenu = async (deps: BotDeps, { place }: Actor, press: Pressed): Promise<void> => {
  const { menu, respond, triggerId } = press
  if (!menu || !respond || !place) return
  const { text, blocks } = await toAll(deps, place.channel, menu)
  const again = blocks.map((block, at) => ({ ...block, block_id: `${triggerId}-${at}` }))
  await respond({ replace_original: true, text, blocks: again }).catch(() => undefined)
}

/** Work Objects' buttons have no response URL, and some have no channel. */
const say = async (deps: BotDeps, { user, place }: Actor, press: Pressed, answer: Answer): Promise<void> => {
  const { triggerId, threadTs, respond } = press
  const onMessage = !press.onTop && !press.onHome
  const channel = place?.channel
  if (onMessage && respond) return reply({ deps, respond, user, channel, triggerId, threadTs }, answer)
  if (!('message' in answer)) return
  const { message } = answer
  if (press.onTop) {
    // A list's refusals have buttons, too.
    const title = titles[press.dialog?.callback_id as DialogId] ?? 'Onboarding'
    return deps.slack.pushView(triggerId, modal({ title, close: 'Back' }, message.blocks))
  }
  if (press.onHome) return void (await deps.slack.post({ channel: user, ...message }))
  const at = { user, channel, ts: `press-${triggerId}`, threadTs }
  await deps.database.transaction((tx) => notifyPerson(deps, tx, at, message))
}

export const addButtons = (
  app: Doors,
  background: Background,
  buttons: Readonly<Record<ActionName, Button>>,
): void => {
  const rows = new Map<string, Button>(Object.entries(buttons))
  app.action<BlockAction>(/./, async ({ ack, action, body, context, ...args }) => {
    const { deps } = context
    const did = actionNamed(action.action_id)
    const button = rows.get(did)
    if (!button) return
    const press: Pressed = { ...pressSchema.parse(body), respond: args.respond }
    const acting = actorIn(deps, body)
    const work = await button.take(deps, acting, press)
    await ack()
    const answerPress = async () => {
      const { actor, answer } = await answerTo(deps, acting, { right: button.right, did }, work)
      const isHidden = button.silent && !may(actor, button.right)
      if (answer && 'message' in answer && !answer.replace && !answer.inChannel)
        await resetMenu(deps, actor, press)
      if (answer && !isHidden) await say(deps, actor, press, answer)
    }
    background.add(answerPress())
  })
}
