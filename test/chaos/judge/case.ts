import type { eventRows, postRows, replyRows } from '../../bot/support/rows/post-rows.ts'
import { internalTask, channels, taskNames, type ChannelName, type Plan } from '../plan.ts'
import type { World } from '../build.ts'
import type { SlackMessage } from '../../bot/support/slack/stand-in-slack.ts'
import { quoteIn, withoutQuote } from '../../support/without-quote.ts'
import type { SlackSide } from '../sides/slack.ts'
import type { Story } from '../story.ts'

export interface Case extends Pick<World, 'plan' | 'story' | 'blame'> {
  readonly said: Said
  readonly events: Awaited<ReturnType<typeof eventRows>>
  readonly posts: Awaited<ReturnType<typeof postRows>>
  readonly replies: Awaited<ReturnType<typeof replyRows>>
}

export const clocksJump = ({ faults }: Plan): boolean =>
  faults.some(({ kind }) => kind.group === 'processes' && kind.how === 'clock')

/** Which channels with threads may read what was said on a task. */
export const readersOf = ({ isSecret }: { readonly isSecret: boolean }): readonly ChannelName[] =>
  isSecret ? ['team'] : ['team', 'shared']

/** What a task's own readers were at first. */
export const ofTask = (task: number) => ({ isSecret: task === internalTask })

/** Whether the channel need not have something of the task that was the `announced`th event, or anything of it. */
export const isExcused = (
  { closures, hidden }: Story,
  channel: ChannelName,
  task: number,
  announced = 0,
): boolean =>
  (channel === 'shared' && hidden.has(task)) ||
  closures.some((one) => one.channel === channel && announced <= one.until)

const idOf = (args: object) => (args as SlackMessage).metadata?.event_payload.delivery_id

/** What Slack carried out, for the judge's questions. */
export const saidIn = ({ slack, rootOf }: SlackSide) => {
  const done = (method: string) => slack.done.filter((call) => call.method === method).map(({ args }) => args)
  const posts = (channel: ChannelName) =>
    done('chat.postMessage').filter((args) => args['channel'] === channels[channel])
  return {
    /** Messages in the channel that first contained these words, whatever they say now. */
    standing: (channel: ChannelName, words: string): SlackMessage[] => {
      const ids = new Set(
        posts(channel)
          .filter(({ text }) => withoutQuote(String(text)).includes(words))
          .map(idOf),
      )
      return slack.messages.filter(
        (message) =>
          message.channel === channels[channel] &&
          (ids.has(idOf(message)) || withoutQuote(message.text).includes(words)),
      )
    },
    cards: (channel: ChannelName, task: number) =>
      slack
        .roots(channels[channel])
        .filter(({ text }) => text.startsWith('Task') && text.includes(taskNames[task] ?? '?')),
    quoted: (channel: ChannelName, task: number): string | undefined =>
      quoteIn(rootOf(channel, task)?.text ?? ''),
    rootsOf: (channel: ChannelName) => slack.roots(channels[channel]),
    inThread: (channel: ChannelName, task: number) =>
      slack.messages
        .filter(({ thread_ts: at }) => at !== undefined && at === rootOf(channel, task)?.ts)
        .sort((one, other) => Number(one.ts) - Number(other.ts)),
    reached: (channel: ChannelName) => slack.done.filter(({ args }) => args['channel'] === channels[channel]),
    /** How many private messages with these words a person got. */
    told: (user: string, words: RegExp) =>
      [
        ...done('chat.postEphemeral').filter((args) => args['user'] === user),
        ...done('chat.postMessage').filter((args) => args['channel'] === user),
      ].filter(({ text }) => words.test(String(text))).length,
    signs: slack.signs,
  }
}
type Said = ReturnType<typeof saidIn>
