import fastify from 'fastify'
import { endpoints } from '../../../src/contract/api.ts'
import { ApiProblem, type ProblemKind } from '../../../src/contract/problem.ts'
import type { StandInTracker } from './stand-in-tracker.ts'
import { answerInTrouble, type Trouble } from './slack/trouble.ts'

export interface TrackerCall {
  name: keyof typeof endpoints
  input: Record<string, unknown>
}

const statuses: Partial<Record<ProblemKind, number>> = {
  'not-found': 404,
  invalid: 422,
  unresolved: 400,
  unauthorized: 401,
}

/** The stand-in tracker as a server of the interface: mounted from the contract's table. */
export const trackerOverHttp = async (
  { api }: StandInTracker,
  fault: (call: TrackerCall) => Trouble | undefined = () => undefined,
) => {
  const server = fastify({ forceCloseConnections: true })
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    const url = path.replaceAll('{', ':').replaceAll('}', '')
    server.route({
      method,
      url,
      handler: async (request, reply) => {
        const input = {
          ...(request.params as object),
          ...(request.query as object),
          ...(request.body as object),
        }
        const call = { name: name as keyof typeof endpoints, input }
        const handler = api[call.name] as (input: object) => Promise<unknown>
        const metadata = { request_id: 'r' }
        try {
          const work = async () => ({ success: true, data: await handler(input), metadata })
          const trouble = fault(call)
          return await (trouble ? answerInTrouble(trouble, request, reply, work) : work())
        } catch (error) {
          const { message, kind } = error as ApiProblem
          // The quota's 429 has no envelope.
          if (kind === 'quota') return reply.code(429).send({ detail: 'API limit reached for this month.' })
          return reply.code(statuses[kind] ?? 500).send({ success: false, message, errors: null, metadata })
        }
      },
    })
  }
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => server.close() }
}
