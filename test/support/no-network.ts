import nock from 'nock'
import { afterEach, beforeEach } from 'vitest'

/** The machine itself; every other host is refused, so that a test that would reach the world fails. */
const loopback = /^(127\.0\.0\.1|localhost|\[?::1\]?)(:\d+)?$/

const closeTheWorld = () => {
  nock.disableNetConnect()
  nock.enableNetConnect(loopback)
}

closeTheWorld()
beforeEach(closeTheWorld)

afterEach(() => {
  const pending = nock.pendingMocks()
  nock.cleanAll()
  if (pending.length > 0) throw new Error(`never called: ${pending.join(', ')}`)
})
