import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem } from '../../../contract/problem.ts'
import { isAdmin, onlyAdmin } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { type Entrance, type Page, pageFor } from './page.ts'
import { type Refused, refusalFacts, refusalIn } from './refused.ts'
import type { Render } from './render.ts'
import { type Form, formIn, isHtmx, paramsIn, queryIn, sameOrigin } from './request.ts'

export interface FormOptions {
  readonly org: string
  readonly render: Render
  readonly entrance: Entrance
}

export interface Sent {
  readonly page: Page
  readonly params: Readonly<Record<string, string>>
  readonly query: Form
  /** The URL's query with its `?`, so that a search stays when a form is sent. */
  readonly here: string
  readonly form: Form
}

export const uuidIn = ({ params }: Pick<Sent, 'params'>): string => params['uuid'] ?? ''

/** A URL to go to, or more facts for the same page. */
type Then = string | void | { readonly facts: object }

interface FormPage {
  readonly path: string
  readonly template: string
  readonly facts: (sent: Omit<Sent, 'form'>) => Promise<object>
  /** By the path after the page's own path. */
  readonly actions: Readonly<Record<string, (sent: Sent) => Promise<Then>>>
  /** Lets the whole team submit forms. */
  readonly forTeam?: boolean
  /** Shows the page to Vendor Admins only. */
  readonly adminsOnly?: boolean
}

const sentIn = (request: FastifyRequest, page: Page) => ({
  page,
  params: paramsIn(request),
  query: queryIn(request),
  here: /\?.*/.exec(request.url)?.[0] ?? '',
})

/** Invalid fields are shown in the form. Other errors get a page of their own. */
const refusedFor = (error: unknown, form: Sent['form']): Refused => {
  if (!(error instanceof ApiProblem) || error.kind !== 'invalid') throw error
  return refusalIn(error, form)
}

/** The vendor's team sees the page. By default only a Vendor Admin can submit its forms. */
export const mountForms = (
  app: FastifyInstance,
  deps: Deps,
  { org, entrance, render }: FormOptions,
  { path, template, facts, actions, adminsOnly, forTeam }: FormPage,
): void => {
  const pageOf = (request: FastifyRequest, reply: FastifyReply) =>
    pageFor(deps, request, reply, { side: 'vendor', base: path, org, entrance })

  const placeOf = ({ params }: Pick<Sent, 'params'>) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')

  const show = async (sent: Omit<Sent, 'form'>, more: object, fragment: boolean) => {
    const { page } = sent
    if (adminsOnly) onlyAdmin(page.person)
    const shown = {
      ...page,
      home: `/projects${page.query}`,
      isAdmin: isAdmin(page.person),
      path: placeOf(sent),
      here: sent.here,
      ...(await facts(sent)),
      ...more,
    }
    return render.page(template, shown, fragment)
  }

  /** htmx replaces the page in place. Without scripts, the browser gets a redirect. */
  const go = async (request: FastifyRequest, reply: FastifyReply, sent: Sent, to: string) => {
    const [place = '', anchor] = to.split('#')
    const isHere = place === placeOf(sent)
    const address = place + (isHere ? sent.here : sent.page.query) + (anchor ? `#${anchor}` : '')
    if (!isHtmx(request)) return reply.redirect(address, 303)
    if (!isHere) return reply.header('hx-redirect', address).status(204).send()
    return render.html(reply).send(await show(sent, {}, true))
  }

  app.get(path, async (request, reply) => {
    const page = await pageOf(request, reply)
    return render.html(reply).send(await show(sentIn(request, page), {}, isHtmx(request)))
  })
  for (const [action, run] of Object.entries(actions)) {
    app.post(path + action, async (request, reply) => {
      sameOrigin(request)
      const page = await pageOf(request, reply)
      if (!forTeam) onlyAdmin(page.person)
      const form = formIn(request)
      const sent = { ...sentIn(request, page), form }
      try {
        const then = await run(sent)
        if (typeof then !== 'object') return await go(request, reply, sent, then ?? placeOf(sent))
        return await render.html(reply).send(await show(sent, then.facts, isHtmx(request)))
      } catch (error) {
        const shown = await show(sent, refusalFacts(refusedFor(error, form)), isHtmx(request))
        return render.html(reply).status(422).send(shown)
      }
    })
  }
}
