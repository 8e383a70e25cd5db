import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { onTestFinished } from 'vitest'
import type { actsBy } from './acts.ts'
import type { StandInSlack } from './slack/stand-in-slack.ts'

export interface Answered {
  text: string
  response_type: string
  replace_original?: boolean
  blocks: { type: string; elements?: { action_id?: string; value?: string; text?: { text: string } }[] }[]
}

/** What is said through response URLs. */
export const pressing = async (slack: StandInSlack, { types, presses }: ReturnType<typeof actsBy>) => {
  const sink = fastify({ forceCloseConnections: true })
  const waiting = new Map<string, (answer: Answered) => void>()
  const uses = new Map<string, number>()
  sink.post<{ Params: { id: string } }>('/respond/:id', ({ params: { id }, body }) => {
    uses.set(id, (uses.get(id) ?? 0) + 1)
    slack.check('respond', { ...(body as object), uses: uses.get(id) })
    waiting.get(id)?.(body as Answered)
    return { ok: true }
  })
  const url = await sink.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => sink.close())
  /** A response URL, and the promise of what is said there. */
  const place = () => {
    const id = randomUUID()
    const answer = new Promise<Answered>((resolve) => waiting.set(id, resolve))
    return { responseUrl: `${url}/respond/${id}`, answer }
  }
  const answerTo = async (send: (at: { response_url: string }) => Promise<unknown>) => {
    const { responseUrl, answer } = place()
    await send({ response_url: responseUrl })
    return answer
  }
  /** Presses a button; what is answered. */
  const press = (action: string, value: string, facts: object = {}) =>
    answerTo((at) => presses(action, value, { ...at, ...facts }))
  return {
    place,
    /** Runs a slash command; what is answered. */
    command: (text: string, facts: Record<string, string> = {}) =>
      answerTo((at) => types(text, { ...at, ...facts })),
    press,
    /** Presses the button of an answer that says this. */
    pressIn: (answer: Pick<Answered, 'blocks'>, text: string, facts: object = {}) => {
      const { action, value } = buttonOf(answer, text)
      return press(action, value, facts)
    },
  }
}

export const buttonOf = ({ blocks }: Pick<Answered, 'blocks'>, text: string) => {
  const found = blocks.flatMap(({ elements = [] }) => elements).find((element) => element.text?.text === text)
  if (!found?.action_id) throw new Error(`no button says ${text}`)
  return { action: found.action_id, value: found.value ?? '' }
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
