import { createServer } from 'node:http'
import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { failureWords, openPost } from '../../src/service/delivery/hook-lane.ts'
import { hookUrlProblem } from '../../src/service/delivery/deliveries.ts'
import { listening } from '../support/listening.ts'
import { isPrivateAddress } from '../../src/contract/address.ts'

const inside = `
  0.0.0.0 10.9.8.7 100.64.0.1 127.0.0.53 169.254.0.9 172.31.255.255 192.0.0.8 192.0.2.1
  192.31.196.1 192.52.193.1 192.88.99.1 192.168.1.1 192.175.48.1 198.19.0.1 198.51.100.1
  203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 64:ff9b:1::1 100::1 100:0:0:1::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
  2620:4f:8000::1 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1`
/** What clouds answer to from inside. */
const ofClouds = '169.254.169.254 169.254.170.2 fd00:ec2::254 100.100.100.200 192.0.0.192 168.63.129.16'
/** IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo. */
const wrapped = `
  ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::10.0.0.1 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1 2002:a00:1::
  2001:0:4136:e378:8000:63bf:f5ff:fffe 64:ff9b::8.8.8.8`
const outside = '8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 192.0.1.1 2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8'

test.each(`${inside} ${ofClouds} ${wrapped}`.trim().split(/\s+/))(
  '%s is no address of a receiver',
  (address) => {
    expect(isPrivateAddress(address)).toBe(true)
    const host = address.includes(':') ? `[${address}]` : address
    const problem = hookUrlProblem(`https://${host}/x`, { privateHooks: false })
    expect(problem).toBe('Must be a public address.')
  },
)

test.each(outside.split(' '))('%s is one', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

const watched = async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    if (request.url === '/moved') response.writeHead(307, { location: '/there' })
    response.end()
  })
  return { seen, port: await listening(server) }
}

const resolving = (...answers: string[][]) => {
  let asked = 0
  const resolve = ((_name: string, _options: object, callback: Parameters<LookupFunction>[2]) => {
    const addresses = answers[asked] ?? []
    asked += 1
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as never
  return { resolve, asked: () => asked }
}

const never = new AbortController().signal

test.each([
  ['its only address', ['127.0.0.1']],
  ['one of its addresses', ['8.8.8.8', '127.0.0.1']],
  ['a wrapped one', ['::ffff:127.0.0.1']],
])('a name is not connected to when %s is private', async (_which, addresses) => {
  const { seen, port } = await watched()
  await using poster = openPost({ privateHooks: false }, { resolve: resolving(addresses).resolve })
  const failure = await poster.post(`http://localhost:${port}/x`, '{}', never)
  expect(failure?.reason).toBe('the host name resolves to a private address')
  expect(seen).toEqual([])
})

test('each connection resolves a name once, so no second answer can lead elsewhere', async () => {
  const names = resolving(['127.0.0.1'], ['127.0.0.1'])
  await using poster = openPost({ privateHooks: false }, { resolve: names.resolve })
  await poster.post('http://localhost:9/x', '{}', never)
  expect(names.asked()).toBe(1)
})

test('a redirect is a failure and is not followed', async () => {
  const { seen, port } = await watched()
  await using poster = openPost({ privateHooks: true })
  expect(await poster.post(`http://127.0.0.1:${port}/moved`, '{}', never)).toEqual({
    reason: 'answered 307',
    isFinal: false,
  })
  expect(seen).toEqual(['/moved'])
})

test('a failed connection is told in words, without the address', async () => {
  await using poster = openPost({ privateHooks: true })
  const failure = await poster.post('http://127.0.0.1:9/x', '{}', never)
  expect(failure).toEqual({ reason: 'connection refused', isFinal: false })
  expect(failureWords(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))).toBe(
    'host name not found',
  )
})
