import { openWaiting } from '../bot/http/open-waiting.ts'
import type { Waiting } from '../database/when-reached.ts'
import { hideSecrets, type Log } from '../log.ts'

interface Place {
  /** Where to show meanwhile that the program is alive and waits. */
  readonly host: string
  readonly port: number
  readonly log: Log
  readonly signal: AbortSignal
}

const reasonOf = ({ message, code }: Error & { code?: string }) =>
  hideSecrets(`the database cannot be reached: ${message || code}`)

/** Opens a program's database. While its server is down, the program's port says so. */
export const openWhenReached = async <Opened>(
  open: (waiting: Waiting) => Promise<Opened>,
  { host, port, log, signal }: Place,
): Promise<Opened> => {
  await using held = new AsyncDisposableStack()
  const onAway = async (error: Error) => {
    const reason = reasonOf(error)
    log.warn({ reason }, 'waiting for the database')
    // With port 0, nobody knows which port to ask.
    if (port !== 0) held.use(await openWaiting({ host, port }, reason))
  }
  return await open({ onAway, signal })
}
