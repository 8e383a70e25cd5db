import { playbookPages } from './playbooks.ts'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { nul } from '../../database/engine.ts'
import { invalid, notFound } from '../refusals.ts'
import { mountEnter, mountSignIn } from './sign-in.ts'
import { bases } from './kit/page.ts'
import type { Site } from './kit/site.ts'
import { pageProblem } from './kit/problems.ts'
import { mountProject } from './projects/project.ts'
import { formIn } from './kit/request.ts'
import { type FormPage, mountPage } from './kit/mount-page.ts'
import { projectsPage, myTasksPage, newProjectPage } from './projects/projects.ts'
import { reportPage } from './report.ts'
import { deliveriesPage, settingsPage } from './admin.ts'
import { dataFieldsPage } from './data-fields.ts'
import { peoplePage } from './people.ts'

const own = (name: string) => new URL(`./assets/${name}`, import.meta.url)
const packaged = (path: string) => new URL(import.meta.resolve(path))

/** In the order of the cascade. */
const styles = ['page', 'project', 'comments', 'lists', 'parts', 'sheets'].map((name) => own(`${name}.css`))

const assets = [
  { path: '/assets/pico.css', type: 'text/css', files: () => [packaged('@picocss/pico/css/pico.min.css')] },
  { path: '/assets/htmx.js', type: 'text/javascript', files: () => [packaged('htmx.org/dist/htmx.min.js')] },
  { path: '/assets/page.css', type: 'text/css', files: () => styles },
  { path: '/assets/page.js', type: 'text/javascript', files: () => [own('page.js')] },
  { path: '/assets/forms.js', type: 'text/javascript', files: () => [own('forms.js')] },
  { path: '/assets/icon.svg', type: 'image/svg+xml', files: () => [own('icon.svg')] },
] as const

/** There is no front-end build: files are served as they are in their packages. */
const mountAssets = async (app: FastifyInstance): Promise<void> => {
  for (const { path, type, files } of assets) {
    const parts = await Promise.all(files().map((file) => readFile(fileURLToPath(file), 'utf8')))
    const content = parts.join('\n')
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`
    app.get(path, (request, reply) => {
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply.type(`${type}; charset=utf-8`).send(content)
    })
  }
}

const sides = ['vendor', 'portal'] as const

const rows: readonly FormPage[] = [
  ...sides.flatMap((side) => [projectsPage(side), myTasksPage(side)]),
  newProjectPage,
  reportPage,
  deliveriesPage,
  settingsPage,
  ...playbookPages,
  dataFieldsPage,
  peoplePage,
]

/** PostgreSQL can't store or search NUL. */
const refuseNul = (pages: FastifyInstance) => {
  pages.addHook('preHandler', (request, _reply, done) => {
    const isSent = Object.values(formIn(request)).some((value) => String(value).includes(nul))
    if (isSent) return done(invalid('form', 'Must not contain a NUL character.'))
    done(/%00/.test(request.url) ? notFound('Page') : undefined)
  })
}

export const mountPages = async (app: FastifyInstance, site: Site): Promise<void> => {
  await app.register(async (pages) => {
    await pages.register(formbody)
    pages.setErrorHandler(pageProblem(site))
    refuseNul(pages)
    await mountAssets(pages)
    pages.get('/', (_request, reply) => reply.redirect(bases.vendor, 302))
    pages.get('/portal', (_request, reply) => reply.redirect(bases.portal, 302))
    for (const side of sides) mountProject(pages, site, side)
    for (const row of rows) mountPage(pages, site, row)
    mountSignIn(pages, site)
    mountEnter(pages, site)
  })
}
