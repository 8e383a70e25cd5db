import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { avatar } from './avatar.ts'
import type { Workspace } from './workspace/workspace.ts'

const resolve = createRequire(import.meta.url).resolve

/** The page's libraries, by the name it imports them under. Each package keeps its module beside the CommonJS file. */
const libraries = { preact: 'preact', 'preact/hooks': 'preact/hooks', htm: 'htm' } as const

const moduleFile = (name: string) => readFileSync(resolve(name).replace(/\.js$/, '.mjs'), 'utf8')

const importMap = JSON.stringify({
  imports: Object.fromEntries(
    Object.keys(libraries).map((name) => [name, `/vendor/${name.replace('/', '-')}.js`]),
  ),
})

const pageFolder = fileURLToPath(new URL('./page/', import.meta.url))

/** Messages are data from outside: no script but the page's own runs, whatever a message holds. */
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
  for (const name of Object.keys(libraries)) {
    const source = moduleFile(name)
    server.get(`/vendor/${name.replace('/', '-')}.js`, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(source),
    )
  }
  server.get('/playground/avatars/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const person = context.workspace.person(file.replace(/\.svg$/, ''))
    return person
      ? reply.type('image/svg+xml').header('cache-control', 'max-age=3600').send(avatar(person))
      : reply.status(404).send({ ok: false, error: 'user_not_found' })
  })
  server.get('/favicon.ico', async (_request, reply) => reply.redirect('/playground/avatars/U0ONBOARD.svg'))
  void server.register(fastifyStatic, {
    root: pageFolder,
    prefix: '/page/',
    index: false,
    cacheControl: false,
  })
}
