import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** By Node's error code. Any other code is a 400. */
const refusals: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** When Node can't parse a request, answers in the documented form and closes the connection. */
export const answerUnreadable =
  (newUuid: () => string) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const [status, message] = refusals[error.code ?? ''] ?? [400, "The request can't be read."]
      const id = newUuid()
      const body = JSON.stringify({ success: false, message, errors: null, metadata: { request_id: id } })
      socket.write(
        [
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
          'Content-Type: application/json; charset=utf-8',
          'Cache-Control: no-store',
          'X-Content-Type-Options: nosniff',
          `Content-Length: ${Buffer.byteLength(body)}`,
          `X-Request-Id: ${id}`,
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
      )
    }
    socket.destroy(error)
  }
