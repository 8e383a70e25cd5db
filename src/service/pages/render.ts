import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'

export interface Render {
  readonly part: (template: string, facts: object) => string
  /** A part inside the frame that every page has. */
  readonly page: (template: string, facts: object) => string
}

/** Templates are compiled once; `<%= %>` escapes, so what came from people stays text. */
export const createRender = (): Render => {
  const eta = new Eta({
    views: fileURLToPath(new URL('./templates', import.meta.url)),
    cache: true,
    autoEscape: true,
  })
  const part = (template: string, facts: object) => eta.render(`./${template}`, facts)
  return {
    part,
    page: (template, facts) => eta.render('./layout', { ...facts, body: part(template, facts) }),
  }
}

/** Nothing from elsewhere runs; local pages may frame it, such as the playground's. */
export const headers = {
  'content-security-policy': [
    "default-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self' http://127.0.0.1:* http://localhost:*",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const
