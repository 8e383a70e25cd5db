import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { onTestFinished } from 'vitest'
import { useProxies } from '../../src/contract/outgoing.ts'
import { listening } from './listening.ts'

/** A company's proxy. It alone knows where these hosts are: servers of this machine, by their URLs. */
export const proxyTo = async (hosts: Readonly<Record<string, string>>) => {
  const asked: string[] = []
  const server = createServer((_, response) => void response.writeHead(405).end())
  server.on('connect', ({ url = '' }, socket: Socket) => {
    asked.push(url)
    const place = hosts[url.split(':')[0] ?? '']
    if (place === undefined) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const there = connect(Number(new URL(place).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(there).pipe(socket)
    })
    for (const one of [socket, there]) one.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
  })
  const url = `http://127.0.0.1:${await listening(server)}`
  return { url, asked, proxies: { httpProxy: url, httpsProxy: url } }
}

/** As at the start of a program with HTTP_PROXY. */
export const usingProxies = (proxies: Parameters<typeof useProxies>[0]) => {
  const before = getGlobalDispatcher()
  useProxies(proxies)
  onTestFinished(() => setGlobalDispatcher(before))
}
