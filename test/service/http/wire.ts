import { request } from 'node:http'
import { apiKey } from '../harness.ts'

/** A request as it stands on the wire: nothing is encoded, normalised or corrected on its way. */
export interface Wire {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer | string
  /** Without a Content-Length. */
  readonly chunked?: boolean
}

interface WireAnswer {
  readonly status: number
  readonly requestId: string | undefined
  readonly text: string
}

/** Sends it and reads the answer; a server that answers and hangs up before all is sent has answered. */
export const onTheWire = (url: string, { method, path, headers = {}, body, chunked }: Wire) =>
  new Promise<WireAnswer>((resolve, reject) => {
    let answered = false
    const { hostname, port } = new URL(url)
    const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers: { authorization: `Bearer ${apiKey}`, ...length, ...headers },
    })
    sent.on('response', (response) => {
      answered = true
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => {
        const id = response.headers['x-request-id']
        resolve({
          status: response.statusCode ?? 0,
          requestId: typeof id === 'string' ? id : undefined,
          text,
        })
      })
    })
    sent.on('error', (error) => void (answered || reject(error)))
    sent.end(body)
  })

const statuses = [200, 400, 401, 403, 404, 413, 415, 422, 431]
const inside =
  /node_modules|\/src\/|\.ts:\d+|\bat \w+ \(|sqlite|postgres|pg_|syntax error|select |insert into/i

const bare = new Set([401, 403])
const form = (status: number) => (bare.has(status) ? 'detail' : 'errors,message,metadata,success')

/** What is not as documented: status, form, the request's id in header and envelope, a word from inside. */
export const wrongWith = ({ status, requestId, text }: WireAnswer): string | undefined => {
  if (!statuses.includes(status)) return `answered ${status}: ${text.slice(0, 300)}`
  if (!/^[0-9a-f-]{36}$/.test(requestId ?? '')) return `has no X-Request-Id: ${text.slice(0, 300)}`
  const body = JSON.parse(text) as { metadata?: { request_id: string }; errors?: unknown; success?: unknown }
  if (body.metadata && body.metadata.request_id !== requestId) return 'names another request'
  if (status === 200) return undefined
  if (inside.test(text)) return `speaks of its inside: ${text.slice(0, 300)}`
  if (Object.keys(body).sort().join() !== form(status)) return `has another form: ${text.slice(0, 300)}`
  if (!bare.has(status) && body.success !== false) return 'is no failure'
  if (Array.isArray(body.errors) !== (status === 422)) return `errors of ${status}: ${text.slice(0, 300)}`
  return undefined
}
