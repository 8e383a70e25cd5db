import fastify from 'fastify'
import { expect, test } from 'vitest'
import { Busy } from '../../../src/database/group-commit.ts'
import { nothingSeen } from '../../../src/bot/deps/deps.ts'
import { createMetrics } from '../../../src/bot/deps/metrics.ts'
import { mountIngest } from '../../../src/bot/doors/tracker/ingest.ts'

const answerTo = async (error: Error) => {
  const server = fastify()
  const hookOf = async () => {
    throw error
  }
  mountIngest(server, { hookOf, now: Date.now, metrics: createMetrics(), instance: { seen: nothingSeen() } })
  const { statusCode, headers } = await server.inject({ method: 'POST', url: '/webhooks/onboarding/secret' })
  return [statusCode, headers['retry-after']]
}

test.each([
  ['is unreachable', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['has no free connection', new Error('timeout exceeded when trying to connect')],
  ['is busy', new Busy('too many writes are waiting')],
])('while the database that knows the hook %s, the sender is asked to retry', async (_, error) => {
  expect(await answerTo(error)).toEqual([503, '5'])
})

test('a fault of ours is a 500', async () => {
  expect(await answerTo(new TypeError('no such function'))).toEqual([500, undefined])
})
