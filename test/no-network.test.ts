import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import pg from 'pg'
import { request } from 'undici'
import { expect, test } from 'vitest'

const refused = (host: string) => `no network in tests: ${host}`
const failure = (socket: NodeJS.EventEmitter) => new Promise((_, fail) => socket.once('error', fail))

test('a test that uses the network fails, whatever it uses it with', async () => {
  await expect(fetch('https://one.example')).rejects.toMatchObject({
    cause: { message: refused('one.example') },
  })
  await expect(request('http://192.0.2.1/')).rejects.toThrow(refused('192.0.2.1'))
  await expect(failure(connect(80, '192.0.2.1'))).rejects.toThrow(refused('192.0.2.1'))
  await expect(failure(connectSecurely(443, 'two.example'))).rejects.toThrow(refused('two.example'))
  await expect(new pg.Client('postgres://three.example/x').connect()).rejects.toThrow(
    refused('three.example'),
  )
})
