import type { WaitingPlace } from './open-waiting.ts'
import type { Waiting } from '../database/when-reached.ts'
import { hideSecrets, type Log } from '../log.ts'

/** Where to show meanwhile that the program is alive and waits. */
export interface Place extends WaitingPlace {
  readonly log: Log
  readonly signal: AbortSignal
}

/** Opens a program's database. While its server is down, the program's ports say so. */
export const openWhenReached = async <Opened>(
  open: (waiting: Waiting) => Promise<Opened>,
  { log, signal, ...place }: Place,
): Promise<Opened> => {
  await using held = new AsyncDisposableStack()
  const onAway = async ({ message, code }: Error & { code?: string }) => {
    const reason = hideSecrets(`the database cannot be reached: ${message || code}`)
    log.warn({ reason }, 'waiting for the database')
    // With port 0, nobody knows which port to ask.
    if (place.port === 0) return
    const { openWaiting } = await import('./open-waiting.ts')
    held.use(await openWaiting(place, reason))
  }
  return await open({ onAway, signal })
}
