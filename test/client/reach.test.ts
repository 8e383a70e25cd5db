import { expect, test } from 'vitest'
import { clientAt, problemFrom, tracker } from './harness.ts'

const kindOf = async (call: Promise<void>) => (await problemFrom(call)).kind

test('whether the tracker answers is asked without the key, which no quota counts; a refusal is an answer', async () => {
  const { client } = clientAt()
  tracker('authorization').get('/v1/usage').reply(401, { detail: 'No key.' })
  await client.reach()
  tracker('authorization').get('/v1/usage').reply(429, { detail: 'Too many.' })
  await client.reach()
})

test('an outage, and a page in the tracker’s place, are none', async () => {
  const { client } = clientAt()
  tracker('authorization').get('/v1/usage').reply(503)
  expect(await kindOf(client.reach())).toBe('unknown')
  tracker('authorization').get('/v1/usage').reply(200, '<h1>Maintenance</h1>')
  expect(await kindOf(client.reach())).toBe('not-tracker')
})
