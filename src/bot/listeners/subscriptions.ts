import type { App, BlockAction, RespondFn } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import { type EventName, isEventName } from '../../contract/event.ts'
import type { BotDeps } from '../deps.ts'
import { eventsInput, familyNames } from '../messages/channels/events-dialog.ts'
import {
  type ActionName,
  actionPattern,
  actions,
  callbacks,
  type SubscriptionKey,
} from '../messages/kit/ids.ts'
import { subscriptionNotice } from '../messages/channels/subscriptions-dialog.ts'
import { notAllowed } from '../messages/answers/not-here.ts'
import type { Answer } from '../use-cases/answers/answer.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { openFilters } from '../use-cases/channels/filters.ts'
import {
  listSubscriptions,
  openSubscriptions,
  refreshSubscriptions,
} from '../use-cases/channels/list-subscriptions.ts'
import {
  endSubscription,
  openEvents,
  resumeSubscription,
  saveEvents,
  type SubscriptionPress,
} from '../use-cases/channels/manage-subscription.ts'
import { muteChannels, unmuteChannels } from '../use-cases/channels/mute.ts'
import { isStranger } from '../access/is-stranger.ts'
import { readValue } from '../use-cases/answers/stale-value.ts'
import { reply } from './reply.ts'

const key: z.ZodType<SubscriptionKey> = z.object({
  channel: z.string(),
  scope: z.enum(['project', 'account', 'all']),
  target: z.string(),
})

interface Press {
  value: string
  user: string
  /** The channel it stood in, or whose dialog it stood in, opened by somebody in it; empty on the Home tab. */
  channel: string
  /** It stood on a message. */
  onMessage: boolean
  triggerId: string
  onTop: boolean
}
type OnPress = (deps: BotDeps, press: Press) => Promise<Answer | undefined>

const ofSubscription =
  (on: (deps: BotDeps, press: SubscriptionPress) => Promise<Answer | undefined>): OnPress =>
  async (deps, press) =>
    on(deps, { ...press, key: readValue(key, press.value) })

interface Button {
  on: OnPress
  /** The list that it stands on shows what holds after it. */
  changes: boolean
}

/** Every button and menu of subscriptions, wherever it stands, and what answers it. */
const buttons: Partial<Record<ActionName, Button>> = {
  [actions.mute]: { on: muteChannels, changes: true },
  [actions.unmute]: { on: unmuteChannels, changes: true },
  [actions.removeSubscription]: { on: ofSubscription(endSubscription), changes: true },
  [actions.resumeSubscription]: { on: ofSubscription(resumeSubscription), changes: true },
  [actions.manageSubscriptions]: { on: openSubscriptions, changes: false },
  [actions.editEvents]: { on: ofSubscription(openEvents), changes: false },
  [actions.openFilters]: {
    on: (deps, press) => openFilters(deps, { ...press, of: press.value }),
    changes: false,
  },
}

const chosen = z.looseObject({
  value: z.string().nullish(),
  selected_option: z.looseObject({ value: z.string() }).nullish(),
})

const ownDialogs: readonly string[] = [callbacks.settingsDialog, callbacks.subscriptionsDialog]

/** Nobody finds time to look through all of a person's channels before a trigger expires. */
const channelOfDialog = ({ view }: BlockAction): string =>
  view && ownDialogs.includes(view.callback_id) ? view.private_metadata : ''

const pressOf = (body: BlockAction, action: unknown): Press => {
  const { value, selected_option: option } = chosen.parse(action)
  return {
    value: option?.value ?? value ?? '',
    user: body.user.id,
    channel: body.channel?.id ?? channelOfDialog(body),
    onMessage: body.channel !== undefined,
    triggerId: body.trigger_id,
    onTop: body.view?.type === 'modal',
  }
}

/** Said where it was pressed; what has no channel, in the person's conversation with the app. */
const say = async (deps: BotDeps, given: Press, respond: RespondFn, answer: Answer): Promise<void> => {
  if (given.onMessage) return reply(respond, answer)
  if (!('message' in answer)) return
  if (given.onTop) await deps.slack.pushView(given.triggerId, subscriptionNotice(answer.message))
  else await deps.slack.post({ channel: given.user, ...answer.message })
}

const press = async (
  deps: BotDeps,
  { on, changes }: Button,
  body: BlockAction,
  given: Press,
  respond: RespondFn,
): Promise<void> => {
  const answer = await answerOrExplain(deps, undefined, async () => {
    if (await isStranger(deps, body.user.team_id ?? body.team?.id, body.user.id))
      return { message: notAllowed() }
    const said = await on(deps, given)
    if (said || !changes) return said
    if (body.view?.callback_id === callbacks.subscriptionsDialog)
      await refreshSubscriptions(deps, body.view.id, body.view.private_metadata)
    if (body.container['is_ephemeral'] !== true) return undefined
    return { ...(await listSubscriptions(deps, given.channel, 0)), replace: true }
  })
  if (answer) await say(deps, given, respond, answer)
}

const boxes = z.record(
  z.string(),
  z.record(
    z.string(),
    z.looseObject({ selected_options: z.array(z.looseObject({ value: z.string() })).nullish() }),
  ),
)

const eventsOf = (state: unknown): EventName[] => {
  const values = boxes.parse(state)
  return familyNames.flatMap((family) => {
    const id = eventsInput(family)
    return (values[id]?.[id]?.selected_options ?? []).map(({ value }) => value).filter(isEventName)
  })
}

const saveFrom = async (
  deps: BotDeps,
  view: { id: string; private_metadata: string },
  user: string,
  events: readonly EventName[],
): Promise<string | undefined> => {
  if (events.length === 0) return 'Choose at least one event. To receive none, remove the subscription.'
  const where = { key: readValue(key, view.private_metadata), user, viewId: view.id }
  const saved = await saveEvents(deps, where, events)
  return saved ? undefined : 'The subscription was ended in the meantime: there is nothing to save.'
}

/** The buttons of subscriptions in lists, in the channel and on the Home tab; the dialog of one's events. */
export const addSubscriptionListeners = (app: App, deps: BotDeps, background: Background): void => {
  for (const [name, button] of Object.entries(buttons)) {
    app.action<BlockAction>(actionPattern(name as ActionName), async ({ ack, body, action, respond }) => {
      await ack()
      const given = pressOf(body, action)
      background.run(() => press(deps, button, body, given, respond))
    })
  }
  app.view(callbacks.eventsDialog, async ({ ack, view, body }) => {
    const problem = await saveFrom(deps, view, body.user.id, eventsOf(view.state.values))
    const [first = 'project'] = familyNames
    if (problem === undefined) {
      await ack()
      const below = view.root_view_id
      // The list that it was opened from shows the events of before.
      if (below && below !== view.id)
        background.run(() => refreshSubscriptions(deps, below, readValue(key, view.private_metadata).channel))
      return
    }
    return ack({ response_action: 'errors', errors: { [eventsInput(first)]: problem } })
  })
}
