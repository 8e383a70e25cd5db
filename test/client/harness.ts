import { setImmediate } from 'node:timers/promises'
import nock from 'nock'
import { onTestFinished } from 'vitest'
import { createClient, type ClientOptions } from '../../src/client/client.ts'
import { ApiProblem } from '../../src/contract/problem.ts'

const baseUrl = 'https://tracker.example.com'
export const apiKey = 'the-secret-key-of-acme'

/** The tracker as nock plays it; a request that carries one of `unwanted` headers is not matched. */
export const tracker = (...unwanted: string[]) => {
  if (!nock.isActive()) nock.activate()
  return nock(baseUrl, { badheaders: unwanted })
}

/** A clock that only sleeping moves; it remembers how long each sleep was. */
export const fakeTime = (start = Date.UTC(2026, 5, 15)) => {
  let at = start
  const slept: number[] = []
  return {
    slept,
    now: () => at,
    pass: (ms: number) => {
      at += ms
    },
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      slept.push(ms)
      // A turn of the loop, so that whoever was let go before sees the time before.
      await setImmediate()
      at += ms
    },
  }
}

export const clientAt = (options: Partial<ClientOptions> = {}) => {
  const time = fakeTime()
  const client = createClient({
    baseUrl,
    apiKey,
    now: time.now,
    sleep: time.sleep,
    random: () => 0.5,
    ...options,
  })
  onTestFinished(() => client[Symbol.asyncDispose]())
  return { client, time }
}

/** The kinds of problems in which three comments end that are made at once. Two wait until the first is answered. */
export const threeAtOnce = async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const time = fakeTime()
  const { client } = clientAt({ now: time.now, sleep: (ms) => answered.then(() => time.sleep(ms)) })
  const comments = [1, 2, 3].map(() => problemFrom(client.createComment(hello)))
  void comments[0]?.finally(resolve)
  return (await Promise.all(comments)).map(({ kind }) => kind)
}

/** The ApiProblem a call ends in, as the facts that a caller decides by. */
export const problemFrom = async (call: Promise<unknown>): Promise<ApiProblem> => {
  try {
    await call
  } catch (problem) {
    if (problem instanceof ApiProblem) return problem
    throw problem
  }
  throw new Error('the call succeeded')
}

export const comment = {
  uuid: 'c1',
  created_by_uuid: 'u1',
  created_by_name: 'API User',
  message_plain: 'Hello',
  associated_object_uuid: 't1',
}
export const task = { uuid: 't1', name: 'Kick-off', project: { uuid: 'p1', name: 'Acme' } }
export const hello = { task_uuid: 't1', message_plain: 'Hello' }
/** Where that comment is posted. */
export const post = '/v1/tasks/t1/comments'
export const envelope = (data: unknown) => ({ success: true, data, metadata: { request_id: 'r1' } })
/** The tracker answers one read with this. */
export const given = (path: string, data: unknown) => tracker().get(path).reply(200, envelope(data))
export const refusal = (message: string, errors: unknown = null) => ({
  success: false,
  message,
  errors,
  metadata: { request_id: 'r-77' },
})
