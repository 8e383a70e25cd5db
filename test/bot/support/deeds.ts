import { randomUUID } from 'node:crypto'
import { placeOf } from './clicking.ts'
import type { Answered, pressing } from './pressing.ts'
import { channel, dana, type RunningTestBot } from './running-bot.ts'

/** One thing a person can do: how it is sent, and whether they were told what came of it. */
export interface Deed {
  name: string
  send: () => Promise<Response>
  told: () => boolean
}

type Doer = RunningTestBot & Awaited<ReturnType<typeof pressing>>

const views = ['views.open', 'views.push', 'views.update', 'views.publish']

/** What a person can do, one of each kind, as Slack would send it. */
export const deedsOf = (bot: Doer) => {
  const { slack, place: answerAt, interaction, signed, slackEvent, person } = bot
  /** A response URL that remembers, and the dialogs that were opened by one trigger. */
  const answering = () => {
    const { responseUrl, answer } = answerAt()
    const triggerId = randomUUID()
    let said: Answered | undefined
    void answer.then((given) => (said = given))
    const opened = () =>
      slack.calls.some(({ method, args }) => views.includes(method) && args['trigger_id'] === triggerId)
    return { responseUrl, triggerId, told: () => said !== undefined || opened() }
  }
  const command = (text: string): Deed => {
    const { responseUrl, triggerId, told } = answering()
    const form = {
      command: '/onboard',
      text,
      channel_id: channel,
      user_id: dana,
      team_id: 'T1',
      trigger_id: triggerId,
      response_url: responseUrl,
    }
    const send = () => signed(new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded')
    return { name: `/onboard ${text}`, send, told }
  }
  const button = (action: string, value: string): Deed => {
    const { responseUrl, triggerId, told } = answering()
    const place = placeOf(action)
    const payload = {
      type: 'block_actions',
      ...person,
      ...(place !== 'message'
        ? {
            container: { type: 'view' },
            view: { id: 'V1', type: place === 'home' ? 'home' : 'modal', private_metadata: channel },
          }
        : { channel: { id: channel }, container: { type: 'message', channel_id: channel } }),
      trigger_id: triggerId,
      response_url: responseUrl,
      actions: [{ type: 'button', action_id: action, block_id: 'b', value, action_ts: '1' }],
    }
    const elsewhere = () =>
      slack.made('views.publish').length > 0 || slack.messages.some((message) => message.channel === dana)
    return {
      name: action,
      send: () => interaction(payload),
      told: () => told() || (place !== 'message' && elsewhere()),
    }
  }
  const shortcut = (facts: object): Deed => {
    const { responseUrl, triggerId, told } = answering()
    const payload = { ...person, trigger_id: triggerId, response_url: responseUrl, ...facts }
    return { name: JSON.stringify(facts).slice(0, 60), send: () => interaction(payload), told }
  }
  /** `told`: the call of Slack's that shows it. */
  const event = (facts: { type: string } & object, told: string): Deed => ({
    name: facts.type,
    send: () => slackEvent(facts),
    told: () => told === '' || slack.made(told).length > 0,
  })
  const dialog = (callback: string, metadata: unknown, values: object, told = () => true): Deed => ({
    name: callback,
    send: () =>
      interaction({
        type: 'view_submission',
        ...person,
        view: {
          id: randomUUID(),
          callback_id: callback,
          private_metadata: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
          state: { values },
        },
      }),
    told,
  })
  const menu = (action: string): Deed => ({
    name: action,
    send: () =>
      interaction({
        type: 'block_suggestion',
        ...person,
        action_id: action,
        block_id: action,
        value: 'a',
        view: { id: 'V1', private_metadata: JSON.stringify({ channel, member: true }) },
      }),
    told: () => true,
  })
  return { command, button, shortcut, event, dialog, menu }
}
