import type { App, Context, RespondFn } from '@slack/bolt'
import { z } from 'zod'
import {
  type Acting,
  actingAs,
  type Actor,
  type Claims,
  may,
  refusal,
  type Right,
  unknownActor,
} from '../audience/actor.ts'
import { type Answer, answerOrExplain } from '../answers/answer.ts'
import { trackerSlow } from '../answers/messages/try-again.ts'
import { tellPerson } from '../answers/tell.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Message } from '../kit/message.ts'
import { within } from '../kit/time.ts'
import { depsIn, optionalText } from './route-event.ts'

const text = optionalText.catch(undefined)
const id = z.looseObject({ id: z.string() }).nullish().catch(undefined)

const ofCommand = z
  .looseObject({ command: z.string(), user_id: z.string(), team_id: text, channel_id: text })
  .transform(({ user_id: user, team_id: team, channel_id: channel }): Claims => ({ user, team, channel }))

const channelKey = /^[CDG][A-Z0-9]+$/

/** A dialog's metadata is the channel id, or JSON that has it. */
const channelIn = (metadata: string | undefined): string | undefined => {
  if (metadata === undefined || channelKey.test(metadata)) return metadata
  try {
    const { channel } = z.looseObject({ channel: z.string() }).parse(JSON.parse(metadata))
    return channel
  } catch {
    return undefined
  }
}

const view = z.looseObject({ private_metadata: text }).nullish().catch(undefined)

const ofInteraction = z
  .looseObject({
    user: z.looseObject({ id: z.string(), team_id: text }),
    team: id,
    channel: id,
    container: z.looseObject({ channel_id: text }).nullish().catch(undefined),
    view,
  })
  .transform(({ user, team, channel, container, view: shown }): Claims => ({
    user: user.id,
    team: user.team_id ?? team?.id,
    channel: channel?.id ?? container?.channel_id,
    named: channelIn(shown?.private_metadata || undefined),
  }))

const ofEvent = z
  .looseObject({
    event: z.looseObject({
      type: z.string(),
      user: z.string(),
      user_team: text,
      source_team: text,
      team: text,
      channel: text,
    }),
  })
  .transform(({ event }): Claims => ({
    user: event.user,
    team: event.user_team ?? event.source_team ?? event.team,
    // The Home tab is not a channel, although Slack sends the id of the app's direct message.
    channel: event.type === 'app_home_opened' ? undefined : event.channel,
  }))

const claims = z.union([ofEvent, ofCommand, ofInteraction])

const key = 'acting'

/** The only place that determines who acts. */
export const addActing = (app: App): void => {
  app.use(async ({ context, body, next }) => {
    context[key] = actingAs(depsIn(context), claims.safeParse(body).data ?? { user: '' })
    await next()
  })
}

export const actingIn = (context: Context): Acting => context[key] as Acting

const answerMs = 2_000

/** Slack waits three seconds for a dialog's answer, so an actor not known in time gets no rights. */
export const actorInTime = async (context: Context, user: string): Promise<Actor> =>
  (await within(answerMs, actingIn(context)())) ?? unknownActor(user)

/** The answer is what `work` says, or why the person may not do it, or what failed. */
export const answerTo = async (
  deps: BotDeps,
  acting: Acting,
  right: Right,
  work: (actor: Actor) => Promise<Answer | undefined>,
) => {
  const actor = await acting()
  const ask = async () => (may(actor, right) ? work(actor) : { message: refusal(actor, right) })
  return { actor, answer: await answerOrExplain(deps, ask, { by: acting }) }
}

interface Place {
  user: string
  channel: string | undefined
  /** Groups the answers to one action, which keep their order. */
  triggerId: string
  threadTs?: string | undefined
}

/** A response URL takes five answers within 30 minutes. Later answers are sent as a separate message. */
export const respondOrTell =
  (deps: BotDeps, respond: RespondFn, { triggerId, ...at }: Place): Respond =>
  async (said) => {
    try {
      await respond(said)
    } catch (error) {
      if (typeof said === 'string' || said.delete_original === true) return
      deps.log.warn(
        { reason: (error as Error).message },
        'a response URL is over: the answer goes another way',
      )
      const blocks = 'blocks' in said ? (said.blocks as Message['blocks']) : []
      const message: Message = { text: said.text ?? '', blocks }
      await deps.database.transaction((tx) =>
        tellPerson(deps, tx, { ...at, ts: `answer-${triggerId}` }, message),
      )
    }
  }

type Respond = (said: Parameters<RespondFn>[0]) => Promise<unknown>

/** Only the person sees the answer, unless `inChannel` is set. */
export const reply = async (respond: Respond, answer: Answer, threadTs?: string): Promise<void> => {
  if ('remove' in answer) return void (await respond({ delete_original: true }))
  const { text, blocks } = answer.message
  await respond({
    text,
    blocks: [...blocks],
    response_type: answer.inChannel ? 'in_channel' : 'ephemeral',
    replace_original: answer.replace ?? false,
    unfurl_links: false,
    ...(threadTs !== undefined && !answer.inChannel && { thread_ts: threadTs }),
  })
  if (answer.later) await reply(respond, { ...(await answer.later()), replace: true }, threadTs)
}

/** People who see nothing for longer tend to type the command again. */
const patienceMs = 2_000

export const replyInTime = async (respond: Respond, work: Promise<Answer | undefined>): Promise<void> => {
  const inTime = await within(
    patienceMs,
    work.then(() => true),
  )
  if (!inTime) await reply(respond, { message: trackerSlow() })
  const answer = await work
  const alone = answer && !('remove' in answer) && !answer.inChannel
  // A dialog or a channel message cannot replace the waiting message, so it is removed.
  if (!inTime && !alone) await reply(respond, { remove: true })
  if (answer && !('remove' in answer && !inTime))
    await reply(respond, alone && !inTime ? { ...answer, replace: true } : answer)
}
