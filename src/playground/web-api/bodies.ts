import type { FastifyInstance } from 'fastify'

/** Slack takes forms, JSON, and multipart. Of a file, only the name is kept. */
export const acceptBodies = (server: FastifyInstance): void => {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: { headers: Record<string, unknown> }, body: Buffer) => {
      const headers = { 'content-type': String(request.headers['content-type']) }
      const form = await new Response(new Uint8Array(body), { headers }).formData()
      return Object.fromEntries(
        [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
      )
    },
  )
}
