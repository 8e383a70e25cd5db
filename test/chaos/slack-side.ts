import { signedHeaders, eventCallback } from '../bot/support/start-node.ts'
import { standInSlack } from '../bot/support/stand-in-slack.ts'
import { project } from '../bot/support/stand-in-tracker.ts'
import type { Courier } from './couriers.ts'
import type { Faults } from './faults.ts'
import { channels, type ChannelName, taskNames } from './plan.ts'
import type { SaidReply, Story } from './story.ts'
import type { Timeline } from './timeline.ts'

interface Surroundings {
  readonly faults: Faults
  readonly story: Story
  readonly timeline: Timeline
  readonly courier: () => Courier
  readonly send: (body: string, headers: Record<string, string>, signal: AbortSignal) => Promise<number>
}

const textOf = (key: string, version: number) => `${key} v${version}`

/** Slack with its people: what they say is told to the bot by events, and remembered. */
export const slackSide = async ({ faults, story, timeline, courier, send }: Surroundings) => {
  const slack = await standInSlack({ startsAt: Date.now() })
  const { team, shared } = channels
  slack.shared.add(shared)
  slack.joined.set('U0DANA', [team, shared]).set('U0LEE', [team, shared]).set('U0CASEY', [shared])
  slack.fault.next = ({ method }) => faults.ofCall('slack', method)?.trouble
  let events = 0
  const emit = (what: string, event: object, onAcknowledged: () => void) => {
    const body = eventCallback(event, `Ev${++events}`)
    const type = 'application/json'
    courier().deliver({
      name: what,
      send: (signal) => send(body, signedHeaders(body, type), signal),
      onAcknowledged,
    })
  }
  const rootOf = (channel: ChannelName, task: number) =>
    slack.roots(channels[channel]).find(({ text }) => text.includes(taskNames[task] ?? '?'))
  const heard = (key: string): SaidReply | undefined => {
    const reply = story.replies.get(key)
    // Slack tells nobody of a change before the message; here it would overtake it on the way.
    return reply?.isHeard ? reply : undefined
  }
  return {
    slack,
    rootOf,
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
      const body = new URLSearchParams(form).toString()
      return send(body, signedHeaders(body, 'application/x-www-form-urlencoded'), signal)
    },
    reply: (key: string, { task, channel, user }: Pick<SaidReply, 'task' | 'channel' | 'user'>) => {
      const root = rootOf(channel, task)
      if (!root) return
      const [ts, text] = [slack.stamp(), textOf(key, 0)]
      const entry = {
        key,
        ts,
        task,
        channel,
        user,
        isHeard: false,
        isEditHeard: false,
        isDeletionHeard: false,
      }
      story.replies.set(key, entry)
      const said = { type: 'message', channel: channels[channel], user, text, ts, thread_ts: root.ts }
      slack.said.push(said)
      timeline.add(user, `replies ${text} to ${taskNames[task]} in ${channel}`)
      emit(`the reply ${key}`, { ...said, channel_type: 'channel' }, () => (entry.isHeard = true))
    },
    editReply: (key: string) => {
      const reply = heard(key)
      if (!reply) return
      const text = textOf(key, 1)
      timeline.add(reply.user, `edits ${text}`)
      const { ts, user } = reply
      const event = { type: 'message', subtype: 'message_changed', channel: channels[reply.channel], ts }
      const message = { type: 'message', user, text, ts }
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
