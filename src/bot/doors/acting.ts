import type { RespondFn } from '@slack/bolt'
import { z } from 'zod'
import { type Actor, actorOf, may, refusal, type Right } from '../audience/actor.ts'
import { type Answer, explained, type Work } from '../answers/answer.ts'
import { trackerSlow } from '../answers/messages/try-again.ts'
import { notifyPerson, toAll } from '../answers/notify.ts'
import type { Message } from '../kit/message.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Background } from '../deps/background.ts'
import { command } from '../kit/ids.ts'
import { within } from '../kit/time.ts'
import { optionalText } from '../slack/incoming.ts'
import type { Doors } from './route-event.ts'
import { takeCommand } from './subcommands.ts'

const id = z.looseObject({ id: z.string() }).nullish().catch(undefined)

const eventSchema = z.object({
  event: z.object({
    type: z.string(),
    user: z.string(),
    user_team: optionalText,
    source_team: optionalText,
    team: optionalText,
    channel: optionalText,
  }),
})

const commandSchema = z.object({
  command: z.string(),
  user_id: z.string(),
  team_id: optionalText,
  channel_id: optionalText,
})

const interactionSchema = z.object({
  user: z.object({ id: z.string(), team_id: optionalText }),
  team: id,
  channel: id,
  container: z.object({ channel_id: optionalText }).nullish().catch(undefined),
  view: z.object({ private_metadata: optionalText }).nullish().catch(undefined),
})

const payloadSchema = z.union([eventSchema, commandSchema, interactionSchema])

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

/** The only place that decides who acts. In a payload of an unknown kind, that is an unknown person. */
export const actorIn = (deps: BotDeps, body: unknown, orThrow?: 'or throw'): Promise<Actor> => {
  const { data } = payloadSchema.safeParse(body)
  if (!data) return actorOf(deps, { user: '' }, orThrow)
  if ('event' in data) {
    const { type, user, user_team, source_team, team: own, channel } = data.event
    const team = user_team ?? source_team ?? own
    // The Home tab is not a channel, although Slack sends the id of the app's direct message.
    return actorOf(deps, { user, team, channel: type === 'app_home_opened' ? undefined : channel }, orThrow)
  }
  if ('command' in data) {
    const { user_id: user, team_id: team, channel_id: channel } = data
    return actorOf(deps, { user, team, channel }, orThrow)
  }
  const { user, team, channel, container, view } = data
  const claims = {
    user: user.id,
    team: user.team_id ?? team?.id,
    channel: channel?.id ?? container?.channel_id,
    named: channelIn(view?.private_metadata || undefined),
  }
  return actorOf(deps, claims, orThrow)
}

interface Answered {
  actor: Actor
  answer: Answer | undefined
}

interface Wish {
  right: Right
  /** The name of the button, dialog, shortcut or command. */
  did: string
}

/** Why the person may not do it. What an admin does is logged, by whom. */
export const refusalOf = (deps: BotDeps, actor: Actor, { right, did }: Wish): Message | undefined => {
  if (!may(actor, right)) return refusal(actor, right)
  if (right === 'administer') deps.log.info({ by: actor.user, did }, 'an admin acted')
  return undefined
}

/** The answer of `work`, or why the person may not do it, or what failed. `run`: the command for *Try again*. */
export const answerTo = async (
  deps: BotDeps,
  acting: Promise<Actor>,
  wish: Wish,
  work: Work,
  run?: string,
): Promise<Answered> => {
  const actor = await acting
  const refused = refusalOf(deps, actor, wish)
  if (refused) return { actor, answer: { message: refused } }
  try {
    return { actor, answer: await work(actor) }
  } catch (error) {
    return { actor, answer: { message: explained(deps, error, { run, by: actor }) } }
  }
}

/** Who is answered, and where. */
interface Recipient {
  deps: BotDeps
  respond: RespondFn
  user: string
  channel: string | undefined
  /** Groups the answers to one action, which keep their order. */
  triggerId: string
  threadTs?: string | undefined
}

/**
 * Only the person sees the answer, unless `inChannel` is set. A response URL takes five answers within 30 minutes. Later
 * answers are sent as a separate message.
 */
export const reply = async (recipient: Recipient, answer: Answer): Promise<void> => {
  const { deps, respond, triggerId, threadTs } = recipient
  if ('remove' in answer) return void (await respond({ delete_original: true }).catch(() => undefined))
  const { inChannel, replace = false, later } = answer
  const { channel } = recipient
  const message =
    inChannel && channel !== undefined ? await toAll(deps, channel, answer.message) : answer.message
  const { text, blocks } = message
  try {
    await respond({
      text,
      blocks,
      response_type: inChannel ? 'in_channel' : 'ephemeral',
      replace_original: replace,
      unfurl_links: false,
      ...(threadTs !== undefined && !inChannel && { thread_ts: threadTs }),
    })
  } catch (error) {
    deps.log.warn({ reason: (error as Error).message }, 'a response URL is over: the answer goes another way')
    const { user } = recipient
    const at = { user, channel, threadTs, ts: `answer-${triggerId}` }
    await deps.database.transaction((tx) => notifyPerson(deps, tx, at, message))
  }
  if (later) await reply(recipient, { ...(await later()), replace: true })
}

/** People who see nothing for longer tend to type the command again. */
const patienceMs = 2_000

const replyInTime = async (recipient: Recipient, answering: Promise<Answered>): Promise<void> => {
  const inTime = await within(patienceMs, answering)
  if (inTime?.answer) return reply(recipient, inTime.answer)
  if (inTime) return
  await reply(recipient, { message: trackerSlow() })
  const { answer } = await answering
  const isMessage = answer && !('remove' in answer)
  if (isMessage && !answer.inChannel) return reply(recipient, { ...answer, replace: true })
  // A dialog or a channel message cannot replace the waiting message, so it is removed.
  await reply(recipient, { remove: true })
  if (isMessage) await reply(recipient, answer)
}

export const addCommand = (app: Doors, background: Background): void => {
  app.command(command, async ({ ack, body, respond, context: { deps } }) => {
    const { text, trigger_id: triggerId, user_id: user, channel_id: channel } = body
    const acting = actorIn(deps, body)
    // Stores a comment before acknowledging.
    const work = await takeCommand(deps, acting, { text, triggerId })
    await ack()
    const recipient = { deps, respond, user, channel, triggerId }
    background.add(
      replyInTime(recipient, answerTo(deps, acting, { right: 'ask here', did: command }, work, text)),
    )
  })
}
