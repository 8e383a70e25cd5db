import pg from 'pg'
import { channel } from './statements.ts'

/** Hears about other processes' jobs on its own connection. Calls `missed` whenever it has connected. */
export const openWire = (
  connectionString: string,
  heard: (text: string) => void,
  missed: () => void,
): AsyncDisposable => {
  let client: pg.Client | undefined
  let closed = false
  let again: NodeJS.Timeout | undefined
  let tries = 0

  const retry = () => {
    if (closed || again) return
    tries += 1
    again = setTimeout(
      () => {
        again = undefined
        void connect()
      },
      Math.min(50 * 2 ** tries, 2_000),
    )
  }

  const connect = async () => {
    const fresh = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true })
    client = fresh
    fresh.on('notification', ({ payload }) => heard(payload ?? ''))
    fresh.on('error', () => undefined)
    fresh.once('end', retry)
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      tries = 0
      missed()
    } catch {
      await fresh.end().catch(() => undefined)
      retry()
    }
  }

  const connecting = connect()
  return {
    [Symbol.asyncDispose]: async () => {
      closed = true
      clearTimeout(again)
      await connecting
      await client?.end().catch(() => undefined)
    },
  }
}
