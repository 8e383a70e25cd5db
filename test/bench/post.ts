import { Pool } from 'undici'

/** As many connections as there are requests at once. */
const connections = 1_000

/** Sends requests that have to be taken. */
export const poster = (origin: string) => {
  const pool = new Pool(origin, { connections })
  return {
    post: async (path: string, body: string, headers: Record<string, string>): Promise<void> => {
      const answer = await pool.request({ path, method: 'POST', headers, body })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`${path} was not taken: HTTP ${answer.statusCode}`)
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}
