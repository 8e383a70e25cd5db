import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Finding } from '../../../bot/features/status/doctor/messages/finding.ts'
import { challengeHeader, isNonce, proofHeader, proofOf } from '../../../bot/deps/instance.ts'
import { address } from '../../../bot/features/status/doctor/own-checks.ts'

interface Place {
  readonly host: string
  readonly port: number
}

/** Stands in for the bot until it runs. Undefined if the port is taken, as by the bot. */
const standIn = async ({ host, port }: Place, prove: (nonce: string) => string) => {
  const server = createServer((request, response) => {
    const nonce = request.headers[challengeHeader]
    if (isNonce(nonce)) response.setHeader(proofHeader, prove(nonce))
    response.end()
  })
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch {
    return undefined
  }
  return {
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * Whether PUBLIC_URL leads here. `instanceKey`: the running bot's. If none runs, the doctor listens on its port for a
 * moment, so that the proxy can be checked before the first start.
 */
export const checkAddress = async (
  place: Place & { readonly publicUrl: string },
  instanceKey: string | undefined,
): Promise<Finding | readonly Finding[]> => {
  const ownKey = randomBytes(16).toString('hex')
  await using own = await standIn(place, proofOf(ownKey))
  const prove = proofOf(own ? ownKey : (instanceKey ?? ''))
  return await address.run({ instance: { publicUrl: () => place.publicUrl, prove } })
}
