import { actions } from '../../../src/bot/kit/ids.ts'
import { standInSlack } from '../../bot/support/slack/stand-in-slack.ts'
import { project } from '../../bot/support/stand-in-tracker.ts'
import { valueOf } from '../../bot/support/pressing.ts'
import type { Courier } from './couriers.ts'
import type { Notes } from '../faults.ts'
import { channels, taskNames, type ChannelName } from '../plan.ts'
import { newReply, type ReplyDeed, type SaidReply, wordsOf } from '../story.ts'
import type { Door } from './doors.ts'

interface Surroundings extends Notes {
  readonly courier: Courier
  readonly door: Door
  /** Where Socket Mode connects to. Undefined if it is not used. */
  readonly socketUrl: string | undefined
}

export const slackSide = async ({ faults, story, timeline, courier, door, socketUrl }: Surroundings) => {
  const slack = await standInSlack({ isOnTime: true, socketUrl })
  const { shared } = channels
  slack.shared.add(shared)
  const ours = Object.values(channels)
  slack.joined.set('U0DANA', ours).set('U0LEE', ours).set('U0CASEY', [shared])
  slack.fault.next = ({ method }) => faults.ofCall('slack', method)?.trouble
  let events = 0
  const emit = (what: string, event: object, onAcknowledged: () => void) => {
    const id = `Ev${++events}`
    courier.deliver({ name: what, send: (signal) => door.event(event, id, signal), onAcknowledged })
  }
  const rootOf = (channel: ChannelName, task: number) =>
    slack.roots(channels[channel]).find(({ text }) => text.includes(taskNames[task] ?? '?'))
  const heard = (key: string): SaidReply | undefined => {
    const reply = story.replies.get(key)
    // Slack sends a message before its change. Here the change could arrive first.
    return reply?.isHeard ? reply : undefined
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
      slack.said.push(said)
      timeline.add(user, `replies ${key} v0 to ${taskNames[task]} in ${channel}`)
      const event = { ...said, channel_type: 'channel', parent_user_id: 'U0BOT' }
      emit(`the reply ${key}`, event, () => (entry.isHeard = true))
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
