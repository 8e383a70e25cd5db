import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { avatar } from './avatar.ts'
import { libraries } from './libraries.ts'
import type { Workspace } from './workspace/workspace.ts'

const importMap = JSON.stringify({
  imports: Object.fromEntries(libraries.map(({ name, url }) => [name, url])),
})

const pageFolder = fileURLToPath(new URL('./page/', import.meta.url))

const types: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' }

/** Read for each request, so that a reload shows edits. */
const pageFiles = (server: FastifyInstance) => {
  for (const file of readdirSync(pageFolder, { recursive: true, encoding: 'utf8' })) {
    const type = types[extname(file)]
    if (type === undefined) continue
    server.get(`/page/${file}`, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'no-cache')
        .send(await readFile(`${pageFolder}${file}`)),
    )
  }
}

/** Messages come from outside, so only the page's own scripts may run. */
const policy = (trackerUrl: string | undefined) =>
  [
    "default-src 'self'",
    `script-src 'self' 'sha256-${createHash('sha256').update(importMap).digest('base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    'img-src * data:',
    `frame-src 'self' ${trackerUrl ?? ''}`.trim(),
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

/** `/`, `/archives/…` (permalinks) and what they load. */
export const pageRoutes = (
  server: FastifyInstance,
  context: { workspace: Workspace; trackerUrl: string | undefined },
): void => {
  const html = readFileSync(`${pageFolder}index.html`, 'utf8').replace(/\s*{{importmap}}\s*/, () => importMap)
  const csp = policy(context.trackerUrl)

  for (const url of ['/', '/archives/*', '/app'])
    server.get(url, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', csp)
        .header('cache-control', 'no-cache')
        .send(html),
    )
  for (const { url, source } of libraries)
    server.get(url, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(source))
  server.get('/playground/avatars/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const person = context.workspace.person(file.replace(/\.svg$/, ''))
    return person
      ? reply.type('image/svg+xml').header('cache-control', 'max-age=3600').send(avatar(person))
      : reply.status(404).send({ ok: false, error: 'user_not_found' })
  })
  server.get('/favicon.ico', async (_request, reply) => reply.redirect('/playground/avatars/U0ONBOARD.svg'))
  pageFiles(server)
}
