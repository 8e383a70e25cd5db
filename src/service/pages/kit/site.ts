import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../../contract/text.ts'
import { shownIn } from './request.ts'
import type { Deps } from '../../acting.ts'
import type { Company } from '../../company.ts'

/** Only our own scripts can run. Only open pages can be framed, by pages on this machine such as the playground. */
const headersFor = (open: boolean) => ({
  'content-security-policy': [
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${open ? "'self' http://127.0.0.1:* http://localhost:*" : "'none'"}`,
  ].join('; '),
  ...(!open && { 'x-frame-options': 'DENY' }),
  'referrer-policy': 'same-origin',
})

/** The attributes of a form that works with and without htmx. A second click is dropped. `key` is for refusals. */
const form = (address: string, key?: string): string => {
  const to = escapeHtml(address)
  const attributes = `method="post" action="${to}" hx-post="${to}" hx-target="#page" hx-swap="outerMorph" hx-sync="drop"`
  return key === undefined ? attributes : `${attributes} id="form-${escapeHtml(key)}" data-keep`
}

/** `<%= %>` escapes, so that people's text stays text. */
export const createRender = (isOpen: boolean) => {
  const eta = new Eta({
    views: fileURLToPath(new URL('../templates', import.meta.url)),
    cache: true,
    autoEscape: true,
  })
  const headers = headersFor(isOpen)
  const part = (template: string, facts: object) =>
    eta.render(`./${template}`, { refusedIn: shownIn(undefined), ...facts, form })
  const html = (reply: FastifyReply) => reply.headers(headers).type('text/html; charset=utf-8')
  return {
    part,
    /** Puts a part into the layout of every page, unless it is a fragment. */
    page: (template: string, facts: object, fragment = false): string =>
      fragment ? part(template, facts) : part('layout', { ...facts, body: part(template, facts) }),
    html,
    /** Sends a template that is a whole page without the layout. */
    send: (reply: FastifyReply, template: string, facts: object, status = 200): FastifyReply =>
      html(reply).status(status).send(part(template, facts)),
  }
}
export type Render = ReturnType<typeof createRender>

interface Entrance {
  /** Visitors choose a demo person instead of signing in. People of other organizations always sign in. */
  readonly open: boolean
  /** Further demo organizations, whose people visitors choose by URL. */
  readonly alsoOpen: readonly string[]
  /** Whether people reach the service by https only. */
  readonly isSecure: boolean
}

export interface Site {
  readonly deps: Deps
  readonly render: Render
  readonly entrance: Entrance
  /** Undefined: the team signs in with passwords and links alone. */
  readonly company: Company | undefined
  /** The demo organization, for visitors who have not signed in. */
  readonly org: string
}
