import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const own = (name: string) => new URL(`./assets/${name}`, import.meta.url)
const packaged = (path: string) => new URL(import.meta.resolve(path))

const files = [
  { path: '/assets/pico.css', type: 'text/css', file: () => packaged('@picocss/pico/css/pico.min.css') },
  { path: '/assets/htmx.js', type: 'text/javascript', file: () => packaged('htmx.org/dist/htmx.min.js') },
  { path: '/assets/page.css', type: 'text/css', file: () => own('page.css') },
  { path: '/assets/parts.css', type: 'text/css', file: () => own('parts.css') },
  { path: '/assets/page.js', type: 'text/javascript', file: () => own('page.js') },
  { path: '/assets/forms.js', type: 'text/javascript', file: () => own('forms.js') },
  { path: '/assets/icon.svg', type: 'image/svg+xml', file: () => own('icon.svg') },
] as const

/** There is no front-end build: files are served as they are in their packages. */
export const mountAssets = async (app: FastifyInstance): Promise<void> => {
  for (const { path, type, file } of files) {
    const content = await readFile(fileURLToPath(file()))
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`
    app.get(path, (request, reply) => {
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply.type(`${type}; charset=utf-8`).send(content)
    })
  }
}
