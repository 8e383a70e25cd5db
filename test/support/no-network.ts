import nock from 'nock'
import { afterEach, beforeEach } from 'vitest'

/** This machine only. Other hosts are refused, so a test that uses the network fails. */
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
