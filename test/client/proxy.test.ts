import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { NotPublic } from '../../src/contract/address.ts'
import { openPoster } from '../../src/service/delivery/hook-lane.ts'
import { httpsServer, trustAuthority } from '../support/certificates.ts'
import { listening } from '../support/listening.ts'
import { proxyTo } from '../support/proxy.ts'
import { clientAt, comment, envelope, hello, problemFrom } from './harness.ts'

const answer = JSON.stringify(envelope(comment))
const trackerHere = async () =>
  `http://127.0.0.1:${await listening(createServer((_, response) => void response.end(answer)))}`

test('a tracker that only the proxy knows is reached through it, by http and by https', async () => {
  trustAuthority()
  const { proxies, asked } = await proxyTo({
    'tracker.corp.example': await trackerHere(),
    'other.example': await httpsServer('for another host', (_, response) => void response.end(answer)),
  })
  for (const baseUrl of ['http://tracker.corp.example', 'https://other.example']) {
    const { client } = clientAt({ baseUrl, proxies, publicOnly: true })
    expect(await client.createComment(hello)).toEqual(comment)
  }
  expect(asked).toEqual(['tracker.corp.example:80', 'other.example:443'])
})

test('this machine and the hosts of NO_PROXY are reached directly', async () => {
  const { proxies, asked } = await proxyTo({})
  const here = await trackerHere()
  for (const baseUrl of [here, here.replace('127.0.0.1', 'localhost')])
    expect(await clientAt({ baseUrl, proxies }).client.createComment(hello)).toEqual(comment)
  const noProxy = 'elsewhere.example,.corp.invalid'
  const { client } = clientAt({ baseUrl: 'http://tracker.corp.invalid', proxies: { ...proxies, noProxy } })
  expect((await problemFrom(client.createComment(hello))).message).toContain('tracker.corp.invalid')
  expect(asked).toEqual([])
})

test('a proxy that refuses, or is away, got nothing of a write', async () => {
  const { proxies } = await proxyTo({})
  const away = { httpProxy: 'http://127.0.0.1:9' }
  for (const refusing of [proxies, away]) {
    const { client } = clientAt({ baseUrl: 'http://tracker.corp.example', proxies: refusing })
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unreachable')
  }
})

test('the proxy is not asked for a private address in an admin’s place', async () => {
  const { proxies, asked } = await proxyTo({ '10.0.0.1': await trackerHere() })
  const { client } = clientAt({ baseUrl: 'http://10.0.0.1', proxies, publicOnly: true })
  expect((await problemFrom(client.createComment(hello))).cause).toBeInstanceOf(NotPublic)
  expect(asked).toEqual([])
})

test('deliveries go through the proxy', async () => {
  trustAuthority()
  const { proxies, asked } = await proxyTo({ 'other.example': await httpsServer('for another host') })
  await using poster = openPoster({ privateHooks: false, proxies })
  const { signal } = new AbortController()
  expect(await poster.post('https://other.example/hook?a=1', '{}', signal)).toBeUndefined()
  expect(asked).toEqual(['other.example:443'])
})
