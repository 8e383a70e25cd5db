import { actions } from '../../../src/bot/kit/ids.ts'
import { allowOneCallAMinute } from '../../bot/support/slack/one-call-a-minute.ts'
import { standInSlack } from '../../bot/support/slack/stand-in-slack.ts'
import { project } from '../../bot/support/stand-in-tracker.ts'
import { valueOf } from '../../bot/support/pressing.ts'
import type { Courier } from './couriers.ts'
import type { Notes } from '../faults.ts'
import { channels, taskNames, type ChannelName, type Plan } from '../plan.ts'
import { newReply, type ReplyDeed, type SaidReply, wordsOf } from '../story.ts'
import type { Door } from './doors.ts'

interface Surroundings extends Notes {
  readonly plan: Plan
  readonly courier: Courier
  readonly door: Door
  /** Where Socket Mode connects to. Undefined if it is not used. */
  readonly socketUrl: string | undefined
}

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
  return {
    slack,
    rootOf,
    digests: () => slack.roots(channels.digest),
    subscribe: (channel: ChannelName, signal: AbortSignal) => {
      const form = {
        command: '/onboard',
        text: `subscribe "${project.name}" all`,
        channel_id: channels[channel],
        user_id: 'U0DANA',
        team_id: 'T1',
        trigger_id: `trigger-${channel}`,
        response_url: `${slack.apiUrl}respond`,
      }
      return door.command(form, signal)
    },
    /** Presses *Subscribe* below the question who reads the channel. */
    confirm: (channel: ChannelName, question: unknown, signal: AbortSignal) => {
      const id = channels[channel]
      const value = valueOf(question, actions.confirmSubscribe)
      const payload = {
        type: 'block_actions',
        user: { id: 'U0DANA', team_id: 'T1' },
        team: { id: 'T1' },
        trigger_id: `trigger-${channel}-confirm`,
        response_url: `${slack.apiUrl}respond`,
        channel: { id },
        container: { type: 'message', channel_id: id, is_ephemeral: true },
        actions: [
          {
            type: 'button',
            action_id: actions.confirmSubscribe,
            block_id: 'b',
            value,
            action_ts: '1.000001',
          },
        ],
      }
      return door.press(payload, signal)
    },
    reply: (deed: ReplyDeed) => {
      const { key, task, channel, user } = deed
      const root = rootOf(channel, task)
      if (!root) return
      const [ts, text] = [slack.stamp(), wordsOf(key, 'v0', deed.isLong)]
      const entry = newReply(deed, ts)
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
