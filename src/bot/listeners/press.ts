import type { App, BlockAction, RespondFn } from '@slack/bolt'
import { z } from 'zod'
import { isStranger } from '../access/is-stranger.ts'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { notAllowed } from '../messages/answers/not-here.ts'
import { subscriptionNotice } from '../messages/channels/subscriptions-dialog.ts'
import { type ActionName, actionPattern, actions, callbacks } from '../messages/kit/ids.ts'
import type { Message } from '../messages/kit/message.ts'
import type { Answer, Press } from '../use-cases/answers/answer.ts'
import { answerOrExplain } from '../use-cases/answers/answer-or-explain.ts'
import { tellPerson } from '../use-cases/answers/tell.ts'
import { answerOnTop } from '../use-cases/answers/views.ts'
import { listSubscriptions, refreshSubscriptions } from '../use-cases/channels/list-subscriptions.ts'
import { showHome } from '../use-cases/home/show-home.ts'
import { takeCommand } from '../use-cases/run-command.ts'
import { reply } from './reply.ts'
import { acted, actorOf, maybe } from './shapes.ts'

/** Dialogs that carry the channel they are about: nobody finds it among a person's channels within three seconds. */
const ofChannel: readonly unknown[] = [callbacks.settingsDialog, callbacks.subscriptionsDialog]

const pressed = acted
  .extend({
    actions: z.tuple([
      z.looseObject({ value: maybe, selected_option: z.looseObject({ value: z.string() }).nullish() }),
    ]),
    container: z
      .looseObject({ channel_id: maybe, thread_ts: maybe, is_ephemeral: z.boolean().nullish() })
      .nullish(),
    message: z.looseObject({ thread_ts: maybe }).nullish(),
    view: z
      .looseObject({
        id: z.string(),
        type: maybe,
        callback_id: maybe,
        private_metadata: z.string().catch(''),
      })
      .nullish(),
  })
  .transform((body) => {
    const {
      actions: [action],
      channel,
      container,
      message,
      view,
    } = body
    const about = view && ofChannel.includes(view.callback_id) ? view.private_metadata : ''
    const press: Press = {
      ...actorOf(body),
      value: action.selected_option?.value ?? action.value ?? '',
      channel: channel?.id ?? container?.channel_id ?? about,
      threadTs: message?.thread_ts ?? container?.thread_ts,
      onTop: view?.type === 'modal',
    }
    const listView = view?.callback_id === callbacks.subscriptionsDialog ? view.id : undefined
    return {
      ...press,
      onHome: view?.type === 'home',
      listView,
      isEphemeral: container?.is_ephemeral === true,
    }
  })
/** Bolt makes no `respond` where Slack sent no response URL, whatever its type says. */
type Pressed = z.output<typeof pressed> & { respond: RespondFn | undefined }

type Work = () => Promise<Answer | undefined>
type OnPress = (deps: BotDeps, press: Pressed) => Promise<Answer | undefined>

export interface Button {
  /** Whoever sees it, or people of this workspace; the others are told so, on the Home tab they hear nothing. */
  by: 'anyone' | 'members' | 'members, in silence'
  /** What must not be lost is stored before this returns and Slack is answered; the answer is made after that. */
  take: (deps: BotDeps, press: Pressed) => Promise<Work>
  /** What it answers comes on top of its dialog, which says meanwhile that the tracker is asked. */
  waits?: true
}

const after =
  (on: OnPress): Button['take'] =>
  (deps, press) =>
    Promise.resolve(() => on(deps, press))

export const anyone = (on: OnPress): Button => ({ by: 'anyone', take: after(on) })
export const members = (on: OnPress): Button => ({ by: 'members', take: after(on) })

/** In the settings of a channel, which its value names. */
export const onTop = (on: (deps: BotDeps, channel: string) => Promise<Message>): Button => ({
  ...members(async (deps, { value }) => ({ message: await on(deps, value) })),
  waits: true,
})

/** Runs a command as it was typed; a comment among them is stored first. The command asks who may. */
export const typed = (words = ''): Button => ({
  by: 'anyone',
  take: (deps, press) => takeCommand(deps, { ...press, text: words + press.value }),
})

/** On the Home tab. `then`: it shows at once how what was pressed stands. */
export const onHome = (on: (deps: BotDeps, press: Pressed) => Promise<unknown>, then?: 'show'): Button => ({
  by: 'members, in silence',
  take: after(async (deps, press) => {
    await on(deps, press)
    if (then === 'show') await showHome(deps, press.user)
    return undefined
  }),
})

/** Changes what a channel receives: the list that it stands on shows what holds after it. */
export const inList = (on: OnPress): Button =>
  members(async (deps, press) => {
    const said = await on(deps, press)
    if (said) return said
    const { listView, channel, isEphemeral } = press
    if (listView !== undefined) await refreshSubscriptions(deps, listView, channel)
    return isEphemeral ? { ...(await listSubscriptions(deps, channel, 0)), replace: true } : undefined
  })

/**
 * Said where it was pressed; what has no channel, in the person's conversation with the app. Slack gives no
 * response URL for buttons of Work Objects: these are answered in the channel, or where Slack names none, there too.
 */
const say = async (deps: BotDeps, press: Pressed, answer: Answer): Promise<void> => {
  const { user, triggerId, threadTs, respond } = press
  const onMessage = !press.onTop && !press.onHome
  if (onMessage && respond) return reply(respond, answer, threadTs)
  if (!('message' in answer)) return
  const { message } = answer
  if (press.onTop) return deps.slack.pushView(triggerId, subscriptionNotice(message))
  if (press.onHome) return void (await deps.slack.post({ channel: user, ...message }))
  const at = { user, channel: press.channel || undefined, ts: `press-${triggerId}`, threadTs }
  await deps.database.transaction((tx) => tellPerson(deps, tx, at, message))
}

const answerPress = async (
  deps: BotDeps,
  { by, waits }: Button,
  press: Pressed,
  work: Work,
): Promise<void> => {
  const ask = async (): Promise<Answer | undefined> => {
    if (by === 'anyone' || !(await isStranger(deps, press.team, press.user))) return work()
    return by === 'members' ? { message: notAllowed() } : undefined
  }
  if (waits) return answerOnTop(deps, press.triggerId, ask)
  const answer = await answerOrExplain(deps, ask)
  if (answer) await say(deps, press, answer)
}

/** Parse, store, acknowledge, run, say: the same for every button. */
export const addButtons = (
  app: App,
  deps: BotDeps,
  background: Background,
  buttons: Readonly<Record<ActionName, Button>>,
): void => {
  for (const name of Object.values(actions)) {
    const button = buttons[name]
    app.action<BlockAction>(actionPattern(name), async ({ ack, body, ...args }) => {
      const press: Pressed = { ...pressed.parse(body), respond: args.respond }
      const work = await button.take(deps, press)
      await ack()
      background.run(() => answerPress(deps, button, press, work))
    })
  }
}
