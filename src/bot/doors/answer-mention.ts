import { type Actor, actorOf } from '../audience/actor.ts'
import type { BotDeps } from '../deps/deps.ts'
import { searching } from '../deps/searching.ts'
import type { BotJob, Payload } from '../store/payloads.ts'
import { slackbot } from '../slack/slack.ts'
import { attached, type Incoming, addressed } from '../slack/incoming.ts'
import { escape } from '../kit/text.ts'
import { fileLines } from '../sync/replies/comment-words.ts'
import { answerTo } from './acting.ts'
import { isComment, takeCommand } from './subcommands.ts'
import { mentionTrigger, SlackProblem } from '../slack/problem.ts'
import type { Answer } from '../answers/answer.ts'
import { notify, toAll } from '../answers/notify.ts'
import { takeIncoming, taskAt } from '../sync/replies/take-reply.ts'

type Mention = Payload<'mention'>

const sourceOf = ({ channel, ts }: Mention): string => `${mentionTrigger}${channel}:${ts}`

/** Each person has one lane, which keeps the answers in order. */
const takeMention = async (deps: BotDeps, mention: Mention): Promise<void> => {
  const { channel, user } = mention
  await deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [
      { kind: 'mention', lane: `${channel}:${user}`, payload: mention, uniqueKey: sourceOf(mention) },
    ]),
  )
}

/** Undefined if no person wrote the message. */
const mentionOf = (deps: BotDeps, message: Incoming, channel: string) => {
  const { user, bot_id: app, ts } = message
  const self = deps.slack.knownIdentity()?.userId
  if (!user || app || user === self || user === slackbot) return undefined
  const to = addressed(message.typed)
  const isToUs = to !== undefined && (self === undefined || to.user === self)
  const words = isToUs ? to.words : message.typed
  const mention: Mention = {
    channel,
    ts,
    threadTs: message.thread_ts,
    user,
    team: message.user_team ?? message.source_team ?? message.team,
    text: isComment(words) ? [words, message.text.slice(message.typed.length)].join('') : words,
    files: attached(message),
    ...(isToUs && self === undefined && { to: to.user }),
  }
  return { mention, isToUs }
}

/** `@Onboarding <words>` in a channel. If it has files, Slack sends it as a message only. */
export const takeAddressed = async (deps: BotDeps, message: Incoming, channel: string): Promise<void> => {
  const found = mentionOf(deps, message, channel)
  if (found?.isToUs) await takeMention(deps, found.mention)
}

/**
 * A message in the app's own conversation, or to the app in a group's, is a command, as after `/onboard`, unless it is a
 * reply in a task's thread. Slack may send the second as a mention too. Both make the same job.
 */
export const takeDirect = async (deps: BotDeps, message: Incoming, channel: string): Promise<void> => {
  const { channel_type: kind } = message
  const found = mentionOf(deps, message, channel)
  if (!found) return
  const { isToUs, mention } = found
  if (!isToUs && (kind === 'mpim' || (await taskAt(deps, channel, mention.threadTs)) !== undefined))
    return takeIncoming(deps, message, channel)
  if (kind === 'mpim') return takeMention(deps, mention)
  const { to: _, ...direct } = mention
  return takeMention(deps, { ...direct, direct: true })
}

/** The command in Slack's markup, with links to a comment's files. */
const textOf = async (deps: BotDeps, { text, files = [], ...at }: Mention): Promise<string> => {
  if (files.length === 0 || !isComment(text)) return text
  return [text, ...(await fileLines(deps, files, at)).map(escape)].join('\n')
}

const answerOf = async (deps: BotDeps, mention: Mention, actor: Actor): Promise<Answer | undefined> => {
  const { threadTs } = mention
  const text = await textOf(deps, mention)
  const input = { text, triggerId: sourceOf(mention), threadTs }
  const work = await takeCommand(deps, Promise.resolve(actor), input)
  const answer = await work(actor)
  // A message in a thread cannot be replaced later, so this waits for the final answer.
  return answer && 'message' in answer && answer.later ? answer.later() : answer
}

/** False if the answer must be private. */
const sayToAll = async (deps: BotDeps, mention: Mention, answer: Answer): Promise<boolean> => {
  if (!('message' in answer) || !(answer.inChannel || mention.direct)) return false
  const { channel, threadTs } = mention
  try {
    const message = await toAll(deps, channel, answer.message)
    const postId = sourceOf(mention)
    const broadcast = threadTs !== undefined && !mention.direct
    await deps.slack.post({ channel, threadTs, broadcast, postId, ...message })
    return true
  } catch (error) {
    // The channel or thread refuses the message, so only the person gets it.
    if (error instanceof SlackProblem && ['channel', 'refused', 'message'].includes(error.kind)) return false
    throw error
  }
}

const isPosted = async (deps: BotDeps, job: BotJob<'mention'>, mention: Mention): Promise<boolean> => {
  if (job.attempt === 1) return false
  const { channel, threadTs } = mention
  const where = { channel, threadTs, postId: sourceOf(mention), sinceMs: job.createdAt }
  return (await searching(job, (search) => deps.slack.findPost(where, search))) !== undefined
}

/** Lane `mention`: answers like `/onboard`. */
export const answerMention = async (deps: BotDeps, job: BotJob<'mention'>): Promise<void> => {
  const mention = job.payload
  const { user, threadTs } = mention
  if (mention.to !== undefined && mention.to !== (await deps.slack.identity()).userId) return
  if (await isPosted(deps, job, mention)) return
  const { team, channel, direct: alone } = mention
  const acting = actorOf(deps, { user, team, channel, alone })
  const work = (actor: Actor) => answerOf(deps, mention, actor)
  const { answer } = await answerTo(deps, acting, { right: 'ask here', did: 'mention' }, work, mention.text)
  if (!answer || !('message' in answer)) return
  if (await sayToAll(deps, mention, answer)) return
  await deps.database.transaction(async (tx) => {
    await notify(deps, tx, mention, { op: 'ephemeral', user, threadTs, message: answer.message })
    await job.done(tx)
  })
}
