import { setTimeout as sleep } from 'node:timers/promises'
import { actions } from '../../../src/bot/kit/ids.ts'
import { allowOneCallAMinute } from '../../bot/support/slack/one-call-a-minute.ts'
import { standInSlack } from '../../bot/support/slack/stand-in-slack.ts'
import { project } from '../../bot/support/stand-in-tracker.ts'
import { valueOf } from '../../bot/support/pressing.ts'
import type { Courier } from './couriers.ts'
import type { Notes } from '../faults.ts'
import { channels, internalTask, taskNames, type ChannelName, type Closing, type Plan } from '../plan.ts'
import { newReply, type ReplyDeed, type SaidReply, wordsOf } from '../story.ts'
import type { Door } from './doors.ts'

interface Surroundings extends Notes {
  readonly plan: Plan
  readonly courier: Courier
  readonly door: Door
  /** Where Socket Mode connects to. Undefined if it is not used. */
  readonly socketUrl: string | undefined
}

/** What the answer to `/onboard subscribe` says, privately or in the channel. */
export const saysSubscribed = /is subscribed to|(subscribed|changed what) this channel/
export const asksWhoReads = (said: Record<string, unknown>): boolean =>
  JSON.stringify(said).includes(actions.confirmSubscribe)

/** A minute of Slack's limits, in a world of seconds. */
const minuteMs = 10_000

export const slackSide = async (around: Surroundings) => {
  const { plan, faults, story, timeline, courier, door, socketUrl } = around
  const slack = await standInSlack({ isOnTime: true, socketUrl })
  const { shared } = channels
  slack.shared.add(shared)
  const ours = Object.values(channels)
  slack.joined.set('U0DANA', ours).set('U0LEE', ours).set('U0CASEY', [shared])
  const trouble = ({ method }: { method: string }) => faults.ofCall('slack', method)?.trouble
  slack.fault.next = trouble
  if (plan.ways.some(({ how }) => how === 'one call a minute'))
    allowOneCallAMinute(slack, Date.now, trouble, minuteMs)
  let events = 0
  const emit = (what: string, event: object, onAcknowledged: () => void, isRepeated = false) => {
    const id = `Ev${++events}`
    const send = (signal: AbortSignal) => door.event(event, id, signal, isRepeated)
    courier.deliver({ name: what, send, onAcknowledged })
  }
  const rootOf = (channel: ChannelName, task: number) =>
    slack.roots(channels[channel]).find(({ text }) => text.includes(taskNames[task] ?? '?'))
  const heard = (key: string): SaidReply | undefined => {
    const reply = story.replies.get(key)
    // Slack sends a message before its change. Here the change could arrive first.
    return reply?.isHeard && !reply.before ? reply : undefined
  }
  let triggers = 0
  const command = (channel: ChannelName, text: string, signal: AbortSignal) => {
    const form = {
      command: '/onboard',
      text,
      channel_id: channels[channel],
      user_id: 'U0DANA',
      team_id: 'T1',
      trigger_id: `trigger-${channel}-${++triggers}`,
      response_url: `${slack.apiUrl}respond`,
    }
    return door.command(form, signal)
  }
  const press = (channel: ChannelName, action: string, value: string, signal: AbortSignal) => {
    const id = channels[channel]
    const payload = {
      type: 'block_actions',
      user: { id: 'U0DANA', team_id: 'T1' },
      team: { id: 'T1' },
      trigger_id: `trigger-${channel}-${++triggers}`,
      response_url: `${slack.apiUrl}respond`,
      channel: { id },
      container: { type: 'message', channel_id: id, is_ephemeral: true },
      actions: [{ type: 'button', action_id: action, block_id: 'b', value, action_ts: '1.000001' }],
    }
    return door.press(payload, signal)
  }
  /** A person doesn't see why it failed. */
  const tried = (deed: (signal: AbortSignal) => Promise<number>) =>
    deed(AbortSignal.timeout(60_000)).catch(() => 0)
  return {
    slack,
    rootOf,
    digests: () => slack.roots(channels.digest),
    subscribe: (channel: ChannelName, signal: AbortSignal) =>
      command(channel, `subscribe "${project.name}" all`, signal),
    /** Presses *Subscribe* below the question who reads the channel. */
    confirm: (channel: ChannelName, question: unknown, signal: AbortSignal) =>
      press(channel, actions.confirmSubscribe, valueOf(question, actions.confirmSubscribe), signal),
    close: async (channel: ChannelName, how: Closing): Promise<void> => {
      story.closures.push({ channel, how, at: timeline.now(), until: Infinity })
      timeline.add('U0DANA', `closes ${channel}: ${how}`)
      const id = channels[channel]
      if (how === 'mute') await tried((signal) => press(channel, actions.mute, `${id} open`, signal))
      if (how === 'unsubscribe')
        await tried((signal) => command(channel, `unsubscribe "${project.name}"`, signal))
      if (how !== 'guest') return
      slack.guests.add(id)
      emit('a guest', { type: 'member_joined_channel', channel: id, user: 'U0GUEST' }, () => undefined)
    },
    /** Until Slack says that it was done. */
    open: async (channel: ChannelName, how: Closing): Promise<void> => {
      const closure = story.closures.find((one) => one.channel === channel && one.how === how)
      if (!closure) return
      const id = channels[channel]
      const words = how === 'mute' ? /unmuted/i : saysSubscribed
      const said = () =>
        [...slack.made('respond'), ...slack.roots(id)].filter(({ text }) => words.test(String(text))).length
      const before = said()
      for (let tries = 0; tries < 30 && said() === before; tries += 1) {
        timeline.add('U0DANA', `opens ${channel}`)
        if (how === 'mute') await tried((signal) => press(channel, actions.unmute, id, signal))
        else await tried((signal) => command(channel, `subscribe "${project.name}" all`, signal))
        await sleep(3_000)
        const question = slack.made('respond').findLast((answer) => asksWhoReads(answer))
        if (said() === before && question && how !== 'mute')
          await tried((signal) =>
            press(channel, actions.confirmSubscribe, valueOf(question, actions.confirmSubscribe), signal),
          )
        await sleep(10_000)
      }
      if (said() > before) closure.until = story.acknowledged
    },
    reply: (deed: ReplyDeed) => {
      const { key, task, channel, user } = deed
      const root = rootOf(channel, task)
      if (!root) return
      const [ts, text] = [slack.stamp(), wordsOf(key, 'v0', deed.isLong)]
      const entry = newReply(deed, ts, task === internalTask || story.hidden.has(task))
      story.replies.set(key, entry)
      const said = { type: 'message', channel: channels[channel], user, text, ts, thread_ts: root.ts }
      const late = faults.ofDelivery('slack', ['late'])
      if (late) entry.before = late.size < 0.5 ? 'edited' : 'deleted'
      const now = { text: wordsOf(key, 'v1', deed.isLong), edited: { user, ts: slack.stamp() } }
      if (entry.before !== 'deleted') slack.said.push({ ...said, ...(late && now) })
      timeline.add(user, `replies ${key} v0 to ${taskNames[task]} in ${channel}`)
      const event = { ...said, channel_type: 'channel', parent_user_id: 'U0BOT' }
      if (entry.before) timeline.add(user, `${key} is ${entry.before} before the bot hears of it`)
      emit(`the reply ${key}`, event, () => (entry.isHeard = true), late !== undefined)
    },
    editReply: (key: string) => {
      const reply = heard(key)
      if (!reply) return
      const text = wordsOf(key, 'v1', reply.isLong)
      timeline.add(reply.user, `edits ${key} v1`)
      const { ts, user } = reply
      const event = { type: 'message', subtype: 'message_changed', channel: channels[reply.channel], ts }
      const message = { type: 'message', user, text, ts, edited: { user, ts } }
      // Whoever reads the reply by now sees the new words.
      Object.assign(slack.said.find((said) => said.ts === ts) ?? {}, { text })
      emit(`the edit of ${key}`, { ...event, message }, () => (reply.isEditHeard = true))
    },
    deleteReply: (key: string) => {
      const reply = heard(key)
      if (!reply) return
      timeline.add(reply.user, `deletes ${key}`)
      const { ts } = reply
      slack.said.splice(
        slack.said.findIndex((said) => said.ts === ts),
        1,
      )
      const event = { type: 'message', subtype: 'message_deleted', channel: channels[reply.channel] }
      emit(`the deletion of ${key}`, { ...event, ts, deleted_ts: ts }, () => (reply.isDeletionHeard = true))
    },
  }
}
export type SlackSide = Awaited<ReturnType<typeof slackSide>>
