import { randomUUID } from 'node:crypto'
import { type botWithThread, channel, dana } from './running-bot.ts'

type Signed = Awaited<ReturnType<typeof botWithThread>>['signed']

/** A person presses a button of a message, as Slack would tell it. */
export const press = (signed: Signed, action: string, value: string, user = dana) => {
  const payload = {
    type: 'block_actions',
    user: { id: user, team_id: 'T1' },
    team: { id: 'T1' },
    api_app_id: 'A1',
    trigger_id: randomUUID(),
    container: { type: 'message', channel_id: channel },
    channel: { id: channel, name: 'acme' },
    actions: [{ type: 'button', action_id: action, block_id: 'b', value, action_ts: '1.000001' }],
  }
  const form = new URLSearchParams({ payload: JSON.stringify(payload) })
  return signed(form.toString(), 'application/x-www-form-urlencoded')
}

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  typeof value === 'object' && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
    : []

/** The value that a button of this action carries, wherever in the message it stands. */
export const valueOf = (message: unknown, action: string): string => {
  const found = objectsIn(message).find(({ action_id: id }) => String(id).split(':')[0] === action)
  if (!found) throw new Error(`no button of ${action}`)
  return String(found['value'])
}
