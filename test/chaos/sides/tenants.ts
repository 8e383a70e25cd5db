import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { delivery, install } from '../../bench/world.ts'
import { freePort } from '../../support/free-port.ts'
import type { Post } from './doors.ts'

const tenants = 6
/** For each, more than the places that one workspace may take. */
const events = 24
const holdMs = 25_000

interface Around {
  readonly databaseUrl: string
  readonly state: { readonly isStorm: boolean }
  readonly post: Post
  readonly onHeld: () => void
}

/** Workspaces whose trackers take 25 s for each answer as long as the storm lasts. Then they know no comment. */
export const slowTenants = async ({ databaseUrl, state, post, onHeld }: Around) => {
  const answer = async (response: ServerResponse) => {
    if (state.isStorm) onHeld()
    for (let at = 0; at < holdMs && state.isStorm; at += 100) await sleep(100)
    const unknown = { success: false, message: 'Not found.', errors: null, metadata: { request_id: 'r1' } }
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(unknown))
  }
  const server = createServer((request, response) => {
    request.resume()
    void answer(response)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const env = {
    ENCRYPTION_KEYS: await install(databaseUrl, url, tenants),
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'client-secret',
  }
  const tell = async (n: number): Promise<void> => {
    const { path, body, headers } = delivery(n, n % tenants, 0)
    while (state.isStorm) {
      const status = await post(path, body, headers, AbortSignal.timeout(5_000)).catch(() => 0)
      if (status === 200) return
      await sleep(500)
    }
  }
  return {
    env,
    /** Tells their events at the beginning of the storm. */
    tell: () => Promise.all(Array.from({ length: tenants * events }, (_, n) => tell(n))),
    close: () => server.close().closeAllConnections(),
  }
}
