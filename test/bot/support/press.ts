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
