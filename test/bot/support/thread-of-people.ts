import { expect } from 'vitest'
import { chosen, type View } from './acts.ts'
import type { StandInSlack } from './slack/stand-in-slack.ts'
import { channel, dana, type RunningTestBot } from './running-bot.ts'
import { taskUuid } from './stand-in-tracker.ts'

type Running = Pick<
  RunningTestBot,
  'usesOn' | 'submits' | 'mentions' | 'presses' | 'slack' | 'slackEvent' | 'idle'
>

/** The root's `ts`, in the stand-in's time, before anything that the bot posts. */
export const rootTs = '1763600000.000100'

const viewAt = (slack: StandInSlack) => slack.made('views.update').at(-1)?.['view'] as View | undefined

/** A thread that people began, in Slack and in what it tells, and the ways to sync it. */
export const threadOfPeople = async (running: Running, at: string = channel) => {
  const { usesOn, submits, mentions, presses, slack, slackEvent, idle } = running
  let stamps = 0
  const next = () => `1763600000.${String(++stamps * 100 + 100).padStart(6, '0')}`
  /** Slack tells of a reply. */
  const reply = async (text: string, facts: object = {}) => {
    const said = { type: 'message', user: dana, text, ts: next(), thread_ts: rootTs, ...facts }
    slack.said.push(said)
    await slackEvent({ ...said, channel: at, channel_type: 'channel', team: 'T1' })
    return said.ts
  }
  const shortcut = (message: object = { ts: rootTs, user: 'U0CASEY', text: 'Hello' }) =>
    usesOn('sync_this_thread', message, { message_ts: undefined, channel: { id: at, name: 'acme' } })
  const opened = async () => {
    await expect.poll(() => slack.made('views.open').length).toBeGreaterThan(0)
    return slack.made('views.open').at(-1)?.['view'] as View
  }
  const submit = (view: View, task: string | undefined) =>
    submits(view, { comment_task: { type: 'external_select', ...chosen(task) } })
  return {
    reply,
    opened,
    submit,
    shortcut,
    /** Presses a button in the thread that answers nothing by itself. */
    pressed: (action: string, value: string) =>
      presses(action, value, {
        channel: { id: at },
        container: { type: 'message', channel_id: at, message_ts: '1.0', thread_ts: rootTs },
      }),
    /** The shortcut with its dialog. Returns what the dialog says in the end. */
    sync: async (task: string | undefined = taskUuid, message?: object): Promise<string> => {
      const updates = slack.made('views.update').length
      await shortcut(message)
      await submit(await opened(), task)
      await expect.poll(() => slack.made('views.update').length).toBeGreaterThan(updates)
      await idle()
      return JSON.stringify(viewAt(slack))
    },
    mention: async (words: string, facts: object = {}) => {
      await mentions(words, { channel: at, ts: next(), thread_ts: rootTs, ...facts })
      await idle()
    },
  }
}
