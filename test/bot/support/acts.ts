import { randomUUID } from 'node:crypto'
import { channel, dana } from './start-node.ts'

type Signed = (body: string, type: string) => Promise<Response>

/** A person of the workspace that has the app, if not said otherwise. */
export const by = (user: string, team = 'T1') => ({ user: { id: user, team_id: team }, team: { id: 'T1' } })

/** Where a response URL is given that nobody answers. */
const nowhere = 'http://127.0.0.1:9/none'

/** A time of Slack's a minute from now: later than what was confirmed until then. */
export const soon = (now = Date.now()) => `${Math.floor(now / 1_000) + 60}.000100`

/** Of a press on the Home tab: there is no channel. */
export const onHome = {
  container: { type: 'view', view_id: 'V1' },
  channel: undefined,
  response_url: undefined,
  view: { id: 'V1', type: 'home', blocks: [] },
}

/** The inputs of a dialog by their blocks, as Slack has them. */
export const stateOf = (values: Readonly<Record<string, unknown>>) => ({
  values: Object.fromEntries(Object.entries(values).map(([id, input]) => [id, { [id]: input }])),
})

/** What Slack sends of a menu: an entry, the chosen one, those chosen. */
export const option = (value: string, text = value) => ({ value, text: { type: 'plain_text', text } })
export const chosen = (value?: string, text = value) => ({
  selected_option: value === undefined ? null : option(value, text),
})
export const several = (...options: ReturnType<typeof option>[]) => ({ selected_options: options })

interface Option {
  value: string
  text: { text: string }
  description?: { text: string }
}

/** What Slack tells of somebody who edits a message, or deletes it. */
export const edited = (ts: string, text: string, user = dana) => ({
  type: 'message',
  subtype: 'message_changed',
  channel,
  message: { type: 'message', user, ts, text, edited: { user, ts: '1763999999.000000' } },
  ts: '1763999999.000100',
})
export const deleted = (ts: string) => ({
  type: 'message',
  subtype: 'message_deleted',
  channel,
  deleted_ts: ts,
  ts: '1763999999.000200',
})

export interface View {
  type: string
  id?: string
  callback_id: string
  private_metadata: string
  external_id?: string
  submit?: object
  blocks: {
    type: string
    block_id?: string
    element?: Record<string, unknown> & {
      type: string
      initial_value?: string
      initial_date?: string
      initial_option?: { value: string }
    }
    elements?: unknown[]
    hint?: { text: string }
  }[]
}

/** What Slack is answered to a dialog: errors under inputs, another view, or nothing. */
export const answerIn = async (response: Response) => {
  const text = await response.text()
  return (text === '' ? {} : JSON.parse(text)) as {
    response_action?: string
    errors?: Record<string, string>
    view?: View
  }
}
export type Answer = Awaited<ReturnType<typeof answerIn>>

export const actsBy = (signed: Signed) => {
  const form = (fields: Record<string, string>) =>
    signed(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')
  const interaction = (payload: object) => {
    const usual = { ...by(dana), api_app_id: 'A1', trigger_id: randomUUID() }
    return form({ payload: JSON.stringify({ ...usual, ...payload }) })
  }
  return {
    person: by(dana),
    interaction,
    types: (text: string, facts: Record<string, string> = {}) =>
      form({
        command: '/onboard',
        text,
        channel_id: channel,
        channel_name: 'acme',
        user_id: dana,
        team_id: 'T1',
        api_app_id: 'A1',
        trigger_id: randomUUID(),
        response_url: nowhere,
        ...facts,
      }),
    /** Presses a button of a message in the channel. */
    presses: (action: string, value = '', facts: object = {}) =>
      interaction({
        type: 'block_actions',
        channel: { id: channel },
        container: { type: 'message', channel_id: channel, message_ts: '1.0' },
        response_url: nowhere,
        actions: [{ type: 'button', action_id: action, block_id: 'b', value, action_ts: '1' }],
        ...facts,
      }),
    /** Chooses a shortcut in a message's menu. */
    usesOn: (shortcut: string, message: object, facts: object = {}) =>
      interaction({
        type: 'message_action',
        callback_id: shortcut,
        action_ts: '1',
        message_ts: '5.0',
        channel: { id: channel, name: 'acme' },
        message: { type: 'message', ts: '5.0', ...message },
        response_url: nowhere,
        ...facts,
      }),
    /** Types into a menu of a dialog; what it offers. */
    suggests: async (menu: string, value: string, view: object = {}): Promise<Option[]> => {
      const response = await interaction({
        type: 'block_suggestion',
        action_id: menu,
        block_id: menu,
        value,
        container: { type: 'view', view_id: 'V1' },
        view: { id: 'V1', private_metadata: '', ...view },
      })
      return ((await response.json()) as { options: Option[] }).options
    },
    /** Acts on an input or a button of a dialog that is filled in so far. */
    actsIn: (view: object, values: Readonly<Record<string, unknown>>, action: object) =>
      interaction({
        type: 'block_actions',
        container: { type: 'view', view_id: 'V1' },
        view: { ...view, id: 'V1', type: 'modal', state: stateOf(values) },
        actions: [{ action_ts: '1', ...action }],
      }),
    submits: (view: object, values: Readonly<Record<string, unknown>>, facts: object = {}) =>
      interaction({
        type: 'view_submission',
        view: {
          id: randomUUID(),
          type: 'modal',
          private_metadata: '',
          blocks: [],
          ...view,
          state: stateOf(values),
        },
        ...facts,
      }),
  }
}
