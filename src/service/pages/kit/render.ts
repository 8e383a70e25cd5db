import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../escape-html.ts'
import { kindly } from './refused.ts'

export interface Render {
  readonly part: (template: string, facts: object) => string
  /** A part inside the frame that every page has; without it as a fragment of the page that is there. */
  readonly page: (template: string, facts: object, fragment?: boolean) => string
  /** The reply with what every page's reply has. */
  readonly html: (reply: FastifyReply) => FastifyReply
}

/**
 * Nothing from elsewhere runs. Where anybody chooses who they are, other pages of this machine may frame ours,
 * such as the playground's; where people sign in, nobody may.
 */
const headersFor = ({ open, secure }: { open: boolean; secure: boolean }) => ({
  'content-security-policy': [
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${open ? "'self' http://127.0.0.1:* http://localhost:*" : "'none'"}`,
  ].join('; '),
  ...(!open && { 'x-frame-options': 'DENY' }),
  ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
})

/**
 * How a form is sent: without a script as any form, with htmx in place. A second press while the first is on
 * its way does nothing. `key` is the form's name: what it was refused for is shown in it.
 */
const form = (address: string, key?: string): string => {
  const to = escapeHtml(address)
  const attributes = `method="post" action="${to}" hx-post="${to}" hx-target="#page" hx-swap="outerMorph" hx-sync="drop"`
  return key === undefined ? attributes : `${attributes} id="form-${escapeHtml(key)}" data-keep`
}

/** Templates are compiled once; `<%= %>` escapes, so what came from people stays text. */
export const createRender = (entrance: { open: boolean; secure: boolean }): Render => {
  const eta = new Eta({
    views: fileURLToPath(new URL('../templates', import.meta.url)),
    cache: true,
    autoEscape: true,
  })
  const headers = headersFor(entrance)
  const part = (template: string, facts: object) =>
    eta.render(`./${template}`, { refusedIn: kindly(undefined), ...facts, form })
  return {
    part,
    page: (template, facts, fragment = false) =>
      fragment ? part(template, facts) : part('layout', { ...facts, body: part(template, facts) }),
    html: (reply) => reply.headers(headers).type('text/html; charset=utf-8'),
  }
}
