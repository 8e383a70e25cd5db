import pg from 'pg'
import type { OpenBell } from './bell.ts'

const channel = 'onboarding_lanes'
/** Rings within this time are sent together, in ms, because `NOTIFY` takes a lock that all nodes share. */
const gatherMs = 3

/** Set for this transaction only. A lost ring is harmless, so it need not wait for a flush. */
const notify = (client: pg.Client, text: string) =>
  client.query("select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [channel, text])

const connected = async (connectionString: string, prepare?: (client: pg.Client) => void) => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'onboarding bell',
  })
  client.on('error', () => undefined)
  prepare?.(client)
  await client.connect()
  return client
}

/**
 * `LISTEN` and `NOTIFY` on their own connection. The text is `id kind kind …`; `id` names the ringing process. Rings
 * during a lost connection are sent when it is back. A pooler in transaction mode accepts `LISTEN` but delivers
 * nothing, so a second connection rings with the id alone. A process that doesn't receive it can't hear any ring.
 */
export const postgresBell =
  (connectionString: string): OpenBell =>
  (id, ears) => {
    const rung = new Set<string>()
    let client: pg.Client | undefined
    let sending: Promise<void> | undefined
    let gathering: NodeJS.Timeout | undefined
    let again: NodeJS.Timeout | undefined
    let connecting: Promise<void> | undefined
    let hears = false
    let closed = false
    let tries = 0

    const sendAll = async (): Promise<void> => {
      if (!client || rung.size === 0) return
      const kinds = [...rung]
      rung.clear()
      try {
        await notify(client, [id, ...kinds].join(' '))
      } catch {
        for (const kind of kinds) rung.add(kind)
        return
      }
      await sendAll()
    }

    const send = () => {
      gathering = undefined
      sending ??= sendAll().finally(() => (sending = undefined))
      return sending
    }

    const hear = ({ payload = '' }: pg.Notification) => {
      const [from, ...kinds] = payload.split(' ')
      if (payload === id) hears = true
      if (from !== id) for (const kind of kinds) ears.heard(kind)
    }

    // If this fails, the process counts as unable to hear, and only sweeps more often.
    const ringOneself = async () => {
      const other = await connected(connectionString)
      try {
        await notify(other, id)
      } finally {
        await other.end()
      }
    }

    const retry = () => {
      client = undefined
      hears = false
      if (closed || again) return
      tries += 1
      again = setTimeout(
        () => {
          again = undefined
          tryToConnect()
        },
        Math.min(50 * 2 ** tries, 2_000),
      )
    }

    const connect = async () => {
      const fresh = await connected(connectionString, (one) => one.on('notification', hear))
      fresh.once('end', retry)
      await fresh
        .query(`listen ${channel}`)
        .catch((error: unknown) => fresh.end().then(() => Promise.reject(error)))
      client = fresh
      tries = 0
      ears.missed()
      await send()
      await ringOneself().catch(() => undefined)
    }

    const tryToConnect = () => {
      connecting = connect().catch(retry)
    }
    tryToConnect()
    return {
      ring: (kinds) => {
        for (const kind of kinds) rung.add(kind)
        gathering ??= setTimeout(() => void send(), gatherMs)
      },
      hears: () => hears,
      [Symbol.asyncDispose]: async () => {
        closed = true
        clearTimeout(gathering)
        await connecting
        clearTimeout(again)
        await send()
        await client?.end().catch(() => undefined)
      },
    }
  }
