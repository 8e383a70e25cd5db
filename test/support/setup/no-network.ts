import { Socket } from 'node:net'
import nock from 'nock'
import { afterEach } from 'vitest'

/** This machine, and a server elsewhere that is tested for conformance. */
const elsewhere = new URL(process.env['CONFORMANCE_BASE_URL'] ?? 'http://localhost').hostname
/** A name under `.invalid` leads nowhere. */
const isAllowed = (host: string) =>
  /^(127\.0\.0\.1|localhost|::1|[\w-]+\.invalid)$/.test(host) || host === elsewhere

/** Of `connect(port, host)`, `connect(options)`, and what `net.connect` makes of its arguments. */
const hostOf = (given: readonly unknown[]): string => {
  const [first, second]: unknown[] = given.flat()
  const named = typeof first === 'object' && first !== null && 'host' in first ? first.host : second
  return typeof named === 'string' ? named : 'localhost'
}

// Its interceptors cost 6 to 8 % of the processor time: only the tests of the client activate it.
nock.restore()
nock.disableNetConnect()

// Other hosts are refused, so a test that uses the network fails. Files share a process: it is replaced once.
const connect: (this: Socket, ...given: never[]) => Socket = Reflect.get(Socket.prototype, 'connect')
if (connect.name !== 'connectHere')
  Socket.prototype.connect = function connectHere(this: Socket, ...given: never[]) {
    const host = hostOf(given)
    if (nock.isActive() || isAllowed(host)) return connect.apply(this, given)
    const refused = Object.assign(new Error(`no network in tests: ${host}`), { code: 'ENETUNREACH' })
    setImmediate(() => this.destroy(refused))
    return this
  }

afterEach(() => {
  const pending = nock.pendingMocks()
  nock.cleanAll()
  nock.restore()
  if (pending.length > 0) throw new Error(`never called: ${pending.join(', ')}`)
})
