import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'

interface Started {
  readonly slack: string
  readonly playground: string | undefined
  readonly tracker: string
  /** Whether the tracker is the service in this process. */
  readonly isEmbedded: boolean
  readonly bot: string
}

const row = (what: string, state: '' | 'embedded' | 'configured', where: string) =>
  `  ${what.padEnd(10)}${state.padEnd(12)}${where}`

const stateOf = (isEmbedded: boolean) => (isEmbedded ? 'embedded' : 'configured')

/** A password may also be among the parameters, or have an @ in it. */
const shownDatabase = (url: string) => {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length)
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username && `${username}@`}${host}${pathname}`
}

/** The address that others use, and where that leads. */
export const shownAddress = (address: string | undefined, listening: string): string =>
  address === undefined || address === listening ? listening : `${address}, listening on ${listening}`

/** What runs, and what replaces the parts that are not configured. */
export const banner = (config: Config, { slack, playground, tracker, isEmbedded, bot }: Started): string =>
  [
    '\nOnboarding for Slack\n',
    row('Slack', stateOf(playground !== undefined), playground ? `the playground, ${playground}` : slack),
    row('Tracker', stateOf(isEmbedded), isEmbedded ? `the service, ${tracker}` : tracker),
    row('Database', stateOf(config.databaseIsDefault), shownDatabase(config.databaseUrl)),
    // With PORT=0, nobody could configure the address.
    row('Bot', '', shownAddress(config.port === 0 ? undefined : config.publicUrl, bot)),
    ...(isEmbedded ? [`\n  Integration UUID ${config.integrationUuid}`] : []),
    ...(playground ? [`\nOpen ${playground}`] : []),
  ].join('\n')

/** Says what is missing, until nothing is. The same check answers `/readyz`. */
export const sayReadiness = async (
  reasons: () => Promise<readonly string[]>,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  let lastMissing = ''
  for (;;) {
    const missing = (await reasons()).map((reason) => `\n  ${reason}`).join('')
    if (signal.aborted) return
    if (missing === '') return say('\nReady.')
    if (missing !== lastMissing) say(`\nNot ready:${missing}`)
    lastMissing = missing
    await sleep(1_000, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
