import { age, bad, type Finding, good, look } from './doctor.ts'

export const address = 'PUBLIC_URL'
export const database = 'Database'
export const queue = 'Queue'
export const node = 'Node.js'

const addressRemedy =
  'set PUBLIC_URL to this app’s own address as the tracker sees it, and check the proxy or tunnel in front'

export const addressReached = (origin: string) => good(address, `${origin} reaches this app`)

export const addressOfAnother = (origin: string, status: number) =>
  bad(address, `${origin} responds (${status}), but it isn’t this app`, addressRemedy)

export const addressUnreachable = (origin: string) =>
  look(
    address,
    `this machine can’t reach ${origin}`,
    `${addressRemedy}; some networks don’t let a machine call its own public address`,
  )

export const notWritable = () =>
  bad(database, 'it can’t be written to', 'check its disk, its permissions and its log')

const slowMs = 1_000

export const written = (name: string, ms: number, migrations: number): Finding => {
  const found = `${name}; written and read in ${ms} ms; all ${migrations} migrations done`
  return ms < slowMs ? good(database, found) : look(database, found, 'check its load and its disk')
}

const clockLook = 30_000

/** `aheadMs`: how far the database's clock is ahead of this machine's. No finding if they agree. */
export const databaseClock = (aheadMs: number): Finding[] => {
  const off = Math.abs(aheadMs)
  if (off < clockLook) return []
  const found = `its clock is ${age(off)} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s`
  return [look(database, found, 'sync both machines’ clocks by NTP; all times follow the database’s')]
}

const lagMs = 5 * 60_000
const causes = 'see the causes in /onboard status, with Retry and Skip'

export const waiting = (jobs: number, oldestMs: number): Finding => {
  const found = jobs === 0 ? 'nothing waiting' : `${jobs} waiting, the oldest for ${age(oldestMs)}`
  return oldestMs < lagMs ? good(queue, found) : look(queue, found, causes)
}

export const setAside = (jobs: number): Finding =>
  jobs === 0 ? good('Set aside', 'nothing') : look('Set aside', `${jobs} after the last attempt`, causes)

export const runtime = (version: string, upMs: number): Finding => {
  const found = `${version}, running for ${age(upMs)}`
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  // As package.json's `engines` says.
  const isSupported = major > 22 || (major === 22 && minor >= 19)
  return isSupported ? good(node, found) : look(node, found, 'install Node 24')
}
