import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, vi } from 'vitest'
import type { Comment } from '../../../src/contract/comment.ts'
import { actions } from '../../../src/bot/kit/ids.ts'
import type { BotOptions } from '../../../src/bot/app/bot.ts'
import { validateView } from '../../support/slack-limits.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { actsBy, by, type View } from './acts.ts'
import { pressing } from './pressing.ts'
import { standInSlack } from './slack/stand-in-slack.ts'
import { project, type StandInTracker, standInTracker, taskUuid } from './stand-in-tracker.ts'
import {
  channel,
  commentEvent,
  dana,
  eventCallback,
  hookAt,
  restartEvents,
  secret,
  signedHeaders,
  startNode,
} from './start-node.ts'

export { channel, commentEvent, dana, envelope, hookAt, projectEvent, quiet, secret } from './start-node.ts'
export { startNode, taskEvent } from './start-node.ts'

let said = 0

/** `tracker`: one's own, where `api` is another way to it. */
type Changes = Partial<BotOptions> & {
  engine?: 'sqlite' | 'postgres'
  tracker?: StandInTracker
  /** Slack's time, in ms. */
  startsAt?: number
  /** Messages bear the real time. */
  isOnTime?: boolean
}

/** A whole bot on real HTTP and a real database, between a stand-in Slack and a stand-in tracker. */
export const runningBot = async (changes: Changes = {}) => {
  restartEvents()
  const slack = await standInSlack(changes)
  const tracker = changes.tracker ?? standInTracker()
  const databaseUrl = await freshDatabaseUrl(changes.engine ?? 'sqlite')
  const start = () => startNode({ databaseUrl, slack, tracker }, changes)
  let running = await start()
  onTestFinished(async () => {
    await running.close()
    await slack[Symbol.asyncDispose]()
  })

  /** Where the tracker's events go: to each workspace's hook. */
  const hooks = [secret]
  const hook = async (body: unknown, at?: string) => {
    const answers = (at === undefined ? hooks : [at]).map((one) => hookAt(running.bot.url, body, one))
    const [first] = (await Promise.all(answers)) as [Response]
    return first
  }
  const signed = async (body: string, type: string, stampedAt = Math.floor(Date.now() / 1_000)) => {
    const response = await fetch(`${running.bot.url}/slack/events`, {
      method: 'POST',
      headers: signedHeaders(body, type, stampedAt),
      body,
    })
    if (response.ok) slack.check('acknowledgement', await response.clone().text())
    return response
  }
  /** Events of the tracker, and all that follows from them. */
  const send = async (...events: object[]) => {
    for (const event of events) await hook(event)
    await running.bot.lanes.idle()
  }
  const change = (facts: object) => Object.assign(tracker.projects[0] ?? {}, facts)
  const changeTask = (facts: object) => Object.assign(tracker.tasks.get(taskUuid) ?? {}, facts)
  /** A comment changes in the tracker, and all that follows from it. */
  const edits = async (comment: Comment, message_plain: string, facts: Partial<Comment> = {}) => {
    const edited = { ...comment, message_plain, ...facts }
    tracker.comments.set(comment.uuid, edited)
    await send(commentEvent(edited, 'comment_updated'))
    return edited
  }
  const deletes = async (comment: Comment, facts: object = {}) => {
    tracker.comments.delete(comment.uuid)
    await send(commentEvent(comment, 'comment_deleted', facts))
  }
  /** A comment of a customer's, if not said otherwise, and all that follows from it. */
  const customerSays = async (message_plain: string, facts: object = {}) => {
    const comment = tracker.addComment({ message_plain, ...facts })
    await send(commentEvent(comment))
    return comment
  }
  const slackEvent = (event: object, eventId: string = `Ev${randomUUID()}`) => {
    slack.tells({ ...event })
    return signed(eventCallback(event, eventId), 'application/json')
  }
  const writes = async (
    text: string,
    thread_ts: string | undefined,
    facts: object = {},
    ts = `${1_763_800_000 + ++said}.000100`,
  ) => {
    const message = { type: 'message', channel, user: dana, text, ts, thread_ts, channel_type: 'channel' }
    return { ts, response: await slackEvent({ ...message, ...facts }) }
  }
  const mentions = (words: string, facts: object = {}) => {
    const text = `<@U0BOT> ${words}`
    const ts = `${1_763_800_000 + ++said}.000100`
    const mention = { channel, user: dana, team: 'T1', text, ts, channel_type: 'channel' }
    return slackEvent({ ...mention, ...facts, type: 'app_mention' })
  }
  /** From now on, people of another organization read the channel. Slack's event about it is lost. */
  const shares = () => {
    slack.shared.add(channel)
    running.bot.deps.slack.forgetChannel(channel)
  }
  const acts = actsBy(signed)
  const { place, command, press, pressIn } = await pressing(slack, acts)
  /** Runs a command. Where it asks first who reads the channel, presses *Subscribe*. */
  const confirms = async (text: string, facts: Record<string, string> = {}) => {
    const answer = await command(text, facts)
    const elements = answer.blocks.flatMap((block) => block.elements ?? [])
    const button = elements.find(({ action_id: id }) => id === actions.confirmSubscribe)
    if (!button) return answer
    const id = facts['channel_id'] ?? channel
    return press(actions.confirmSubscribe, button.value ?? '', {
      ...by(facts['user_id'] ?? dana),
      channel: { id },
      container: { type: 'message', channel_id: id, is_ephemeral: true },
    })
  }
  /** The same, without the announcement: a command that asks nothing answers by its response URL. */
  const confirmed = async (text: string, facts: Record<string, string> = {}) => {
    const said = await confirms(text, facts)
    if (!said.text.includes(' is subscribed to ')) return said
    const id = facts['channel_id'] ?? channel
    const announced = () =>
      slack.messages.findIndex(
        (one) =>
          one.channel === id && /subscribed this channel to|what this channel receives of/.test(one.text),
      )
    await until(() => expect(announced()).toBeGreaterThanOrEqual(0))
    slack.messages.splice(announced(), 1)
    return said
  }
  const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
  return {
    slack,
    tracker,
    get bot() {
      return running.bot
    },
    get database() {
      return running.database
    },
    get everyone() {
      return running.everyone
    },
    databaseUrl,
    hooks,
    hook,
    signed,
    send,
    change,
    changeTask,
    customerSays,
    edits,
    deletes,
    slackEvent,
    writes,
    mentions,
    shares,
    ...acts,
    place,
    press,
    pressIn,
    command,
    confirms,
    confirmed,
    /** Everything that is due is done: no lane is running or waiting. */
    idle: () => running.bot.lanes.idle(),
    restart: async (meanwhile: () => Promise<void> = async () => undefined) => {
      await running.close()
      await meanwhile()
      running = await start()
    },
    until,
    /** The view that Slack shows by this call, once it was called so often. */
    viewIn: async (method = 'views.open', times = 1) => {
      await until(() => expect(slack.made(method)).toHaveLength(times))
      const view = slack.made(method).at(-1)?.['view'] as View
      validateView(view)
      return view
    },
    /** From now on the tracker answers this call only once the returned function was called. */
    holdsBack: (method: 'listProjects' | 'listUsers' | 'getTask') => {
      const held = Promise.withResolvers<void>()
      const call = tracker.api[method] as (input: never) => Promise<unknown>
      const late = (input: never) => held.promise.then(() => call(input))
      Object.assign(tracker.api, { [method]: late })
      return held.resolve
    },
  }
}
export type RunningTestBot = Awaited<ReturnType<typeof runningBot>>

/** What was given, and more. Getters stay getters: after a restart they return what runs then. */
export const withMore = <Running extends object, More extends object>(running: Running, more: More) =>
  Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(running),
      ...Object.getOwnPropertyDescriptors(more),
    },
  ) as Running & More

/** A bot whose channel receives the demo project, with a customer's comment already in its thread. */
export const botWithThread = async (changes: Changes = {}) => {
  const running = await runningBot(changes)
  await running.confirmed(`subscribe "${project.name}"`)
  const comment = running.tracker.addComment({ message_plain: 'Where do we start?' })
  await running.hook(commentEvent(comment))
  await running.idle()
  const root = running.slack.roots(channel).at(-1)
  if (!root) throw new Error('no task card was posted')
  const say = (text: string, facts: object = {}, ts?: string) => running.writes(text, root.ts, facts, ts)
  /** The same, and all that follows from it. */
  const says = async (...words: Parameters<typeof say>) => {
    const said = await say(...words)
    await running.idle()
    return said
  }
  return withMore(running, { comment, root, say, says })
}
