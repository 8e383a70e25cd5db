import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

/** As many connections as there are requests at once. */
const connections = 1_000

/** Sends requests until they are taken: a bot with too many waiting answers 503, and is asked again, as senders do. */
export const poster = (origin: string) => {
  const pool = new Pool(origin, { connections })
  const post = async (path: string, body: string, headers: Record<string, string>): Promise<void> => {
    const answer = await pool.request({ path, method: 'POST', headers, body })
    await answer.body.dump()
    if (answer.statusCode === 200) return
    if (answer.statusCode !== 503) throw new Error(`${path} was not taken: HTTP ${answer.statusCode}`)
    await sleep(100)
    await post(path, body, headers)
  }
  return { post, [Symbol.asyncDispose]: () => pool.destroy() }
}
