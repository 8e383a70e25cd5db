import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import formbody from '@fastify/formbody'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ApiProblem } from '../../contract/problem.ts'
import { answerError, problem } from '../http/errors.ts'
import { SignInNeeded, bases, sides } from './kit/page.ts'
import type { Site, Render } from './kit/site.ts'
import { isHtmx, formIn, sameOrigin, seeOther } from './kit/request.ts'
import { playbookPages } from './playbooks.ts'
import { nul } from '../../database/engine.ts'
import { invalid, notFound } from '../acting.ts'
import { mountEnter, mountSignIn } from './sign-in.ts'
import { mountProject } from './projects/project.ts'
import { type FormPage, mountPage } from './kit/mount-page.ts'
import { projectsPage, myTasksPage, newProjectPage } from './projects/projects.ts'
import { reportPage } from './report.ts'
import { deliveriesPage, settingsPage } from './admin.ts'
import { accountPage } from './account.ts'
import { mountCompanySignIn } from './company-sign-in.ts'
import { dataFieldsPage } from './data-fields.ts'
import { peoplePage } from './people.ts'

const titles: Record<number, string> = {
  403: "You can't do this",
  404: 'Page not found',
  429: 'Too many requests',
}

const advice: Record<number, string> = {
  403: 'Ask a Vendor Admin of your organization, or go back and try again.',
  429: 'Nothing was saved. Go back and try again later.',
  404: 'It may have been deleted, or the URL may be incomplete. Try to find it in your projects.',
}

/** What was sent has not been processed. */
const unsaved: Record<number, string> = {
  413: 'That was too large.',
  503: 'Too much arrives at once. Try again in a few seconds.',
}

const messageOf = (error: ApiProblem) => error.fields[0]?.message ?? error.message

/** A script on the current page shows the text. */
const inPlace = (reply: FastifyReply, status: number, text: string) =>
  reply
    .status(status)
    .header('hx-reswap', 'none')
    .header('x-refusal', '1')
    .type('text/plain; charset=utf-8')
    .send(text)

/** An unexpected error. People get the reference to look up in the log, programs the documented form. */
const answerUnexpected = (
  { deps, render }: Site,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  if (!isHtmx(request) && !/\btext\/html\b/.test(request.headers.accept ?? ''))
    return answerError(deps.log)(error, request, reply)
  const { statusCode = 500 } = error
  const status = statusCode < 500 || statusCode === 503 ? statusCode : 500
  if (status === 500) deps.log.error({ requestId: request.id, err: error }, 'a request failed')
  const text =
    unsaved[status] ??
    `Something went wrong. Try again. If it keeps happening, send us this reference: ${request.id}`
  if (isHtmx(request)) return inPlace(reply, status, text)
  const facts = {
    title: "This page can't be shown",
    text,
    advice: 'Go back. What you wrote may still be there.',
  }
  return render.send(reply, 'message', facts, status)
}

const pageProblem = (site: Site) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof SignInNeeded) {
    if (isHtmx(request)) return reply.header('hx-redirect', '/sign-in').status(204).send()
    const to = request.method === 'GET' ? request.url : bases.vendor
    return seeOther(reply, `/sign-in?to=${encodeURIComponent(to)}`)
  }
  if (!(error instanceof ApiProblem)) return answerUnexpected(site, error, request, reply)
  const status = error.status ?? 400
  if (isHtmx(request)) return inPlace(reply, status, messageOf(error))
  const facts = {
    title: titles[status] ?? "This page can't be shown",
    text: messageOf(error),
    advice: advice[status] ?? 'Go back and try again.',
  }
  return site.render.send(reply, 'message', facts, status)
}

const isBrowser = ({ headers, url, method }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(v1|app\/api|api|webhooks)(\/|\?|$)/.test(url)

/** People get a page, programs the documented form. */
export const pageNotFound = (render: Render) => (request: FastifyRequest, reply: FastifyReply) => {
  if (!isBrowser(request)) return problem(request, reply, 404, 'Not found.')
  const facts = { title: titles[404], text: 'There is no page at this URL.', advice: advice[404] }
  return render.send(reply, 'message', facts, 404)
}

const ownAsset = (name: string) => new URL(`./assets/${name}`, import.meta.url)
const packaged = (path: string) => new URL(import.meta.resolve(path))

/** In the order of the cascade. */
const styles = ['page', 'project', 'comments', 'lists', 'parts', 'sheets'].map((name) =>
  ownAsset(`${name}.css`),
)

const assets = [
  { path: '/assets/pico.css', type: 'text/css', files: () => [packaged('@picocss/pico/css/pico.min.css')] },
  { path: '/assets/htmx.js', type: 'text/javascript', files: () => [packaged('htmx.org/dist/htmx.min.js')] },
  { path: '/assets/page.css', type: 'text/css', files: () => styles },
  { path: '/assets/page.js', type: 'text/javascript', files: () => [ownAsset('page.js')] },
  { path: '/assets/forms.js', type: 'text/javascript', files: () => [ownAsset('forms.js')] },
  { path: '/assets/icon.svg', type: 'image/svg+xml', files: () => [ownAsset('icon.svg')] },
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

const rows: readonly FormPage[] = [
  ...sides.flatMap((side) => [projectsPage(side), myTasksPage(side), accountPage(side)]),
  newProjectPage,
  reportPage,
  deliveriesPage,
  settingsPage,
  ...playbookPages,
  dataFieldsPage,
  peoplePage,
]

/** Before a form's body is read. */
const refuseOtherSites = (pages: FastifyInstance) => {
  pages.addHook('onRequest', async (request) => {
    if (request.method === 'POST') sameOrigin(request)
  })
}

/** PostgreSQL can't store or search NUL. */
const refuseNul = (pages: FastifyInstance) => {
  pages.addHook('preHandler', (request, _reply, done) => {
    const hasNul = Object.values(formIn(request)).some((value) => String(value).includes(nul))
    if (hasNul) return done(invalid('form', 'Must not contain a NUL character.'))
    done(/%00/.test(request.url) ? notFound('Page') : undefined)
  })
}

export const mountPages = async (app: FastifyInstance, site: Site): Promise<void> => {
  await app.register(async (pages) => {
    await pages.register(formbody)
    pages.setErrorHandler(pageProblem(site))
    pages.decorateRequest('page', undefined)
    refuseOtherSites(pages)
    refuseNul(pages)
    await mountAssets(pages)
    pages.get('/', (_request, reply) => reply.redirect(bases.vendor, 302))
    pages.get('/portal', (_request, reply) => reply.redirect(bases.portal, 302))
    for (const side of sides) mountProject(pages, site, side)
    for (const row of rows) mountPage(pages, site, row)
    mountSignIn(pages, site)
    mountEnter(pages, site)
    if (site.company) mountCompanySignIn(pages, site, site.company)
  })
}
