import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { channel, dana, type RunningTestBot } from './running-bot.ts'

export interface Answered {
  text: string
  response_type: string
  replace_original?: boolean
  blocks: { type: string; elements?: { action_id?: string; value?: string; text?: { text: string } }[] }[]
}

type Signer = Pick<RunningTestBot, 'signed' | 'slack'>

/** Slack's interactivity: signed payloads in, and what is said through response URLs. */
export const pressing = async ({ signed, slack }: Signer) => {
  const sink = fastify({ forceCloseConnections: true })
  const waiting = new Map<string, (answer: Answered) => void>()
  const uses = new Map<string, number>()
  sink.post<{ Params: { id: string } }>('/respond/:id', (request) => {
    const { id } = request.params
    uses.set(id, (uses.get(id) ?? 0) + 1)
    slack.check('respond', { ...(request.body as object), uses: uses.get(id) })
    waiting.get(id)?.(request.body as Answered)
    return {}
  })
  const url = await sink.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => sink.close())

  const interaction = (payload: object) =>
    signed(
      new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
      'application/x-www-form-urlencoded',
    )
  const person = { user: { id: dana, team_id: 'T1' }, team: { id: 'T1' } }
  /** Answered by Slack's sender side: a response URL and the promise of what is said there. */
  const place = () => {
    const id = randomUUID()
    const answer = new Promise<Answered>((resolve) => waiting.set(id, resolve))
    return { responseUrl: `${url}/respond/${id}`, answer }
  }
  return {
    interaction,
    place,
    person,
    /** Presses a button; what is answered. */
    press: async (actionId: string, value: string, facts: object = {}): Promise<Answered> => {
      const { responseUrl, answer } = place()
      await interaction({
        type: 'block_actions',
        ...person,
        channel: { id: channel },
        container: { type: 'message', channel_id: channel, message_ts: '1.0' },
        trigger_id: randomUUID(),
        response_url: responseUrl,
        actions: [{ type: 'button', action_id: actionId, block_id: 'b', value, action_ts: '1' }],
        ...facts,
      })
      return answer
    },
  }
}

/** The button of an answer that says this. */
export const buttonOf = ({ blocks }: Pick<Answered, 'blocks'>, text: string) => {
  const found = blocks.flatMap(({ elements = [] }) => elements).find((element) => element.text?.text === text)
  if (!found?.action_id) throw new Error(`no button says ${text}`)
  return { action: found.action_id, value: found.value ?? '' }
}
