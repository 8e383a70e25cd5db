import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiProblem } from '../../../contract/problem.ts'
import { type AdminTx, asAdmin, isAdmin, onlyAdmin } from '../../acting.ts'
import { parseForm } from '../../http/validate.ts'
import type { Side } from '../../store/sign-in.ts'
import { beforeBody, type Page, pageFor, pageIn } from './page.ts'
import type { Site } from './site.ts'
import { refusalFacts, refusalIn, type Form, formIn, isHtmx, paramsIn, queryIn, seeOther } from './request.ts'

export interface PageRequest {
  readonly page: Page
  readonly params: Readonly<Record<string, string>>
  readonly query: Form
  /** The URL's query with its `?`, so that a search stays when a form is sent. */
  readonly here: string
}

export interface SentForm extends PageRequest {
  readonly form: Form
  /** The sender's. */
  readonly address: string
}

export const uuidIn = ({ params }: Pick<PageRequest, 'params'>): string => params['uuid'] ?? ''

/** A URL to go to, or more facts for the same page. */
type Outcome = string | void | { readonly facts: object }
type Action = (sent: SentForm) => Promise<Outcome>

export interface FormPage {
  readonly path: string
  readonly template: string
  readonly side?: Side
  readonly facts: (pageRequest: PageRequest) => Promise<object>
  /** By the path after the page's own path. */
  readonly actions?: Readonly<Record<string, Action>>
  /** Lets the whole team submit forms. */
  readonly forTeam?: boolean
  readonly adminsOnly?: boolean
}

/** A form that has only buttons. */
export const noFieldsSchema = z.object({})

/** `did`: how the log names it. */
export const adminForm =
  <S extends z.ZodObject, R extends Outcome>(
    did: string,
    schema: S,
    work: (acting: AdminTx, given: z.output<S>, uuid: string) => Promise<R>,
  ) =>
  (sent: SentForm): Promise<R> =>
    asAdmin(sent.page.acting, did, (acting) => work(acting, parseForm(schema, sent.form), uuidIn(sent)))

const pageRequestOf = (request: FastifyRequest, page: Page): PageRequest => ({
  page,
  params: paramsIn(request),
  query: queryIn(request),
  here: /\?.*/.exec(request.url)?.[0] ?? '',
})

/** By default the vendor's team sees the page, and only a Vendor Admin can submit its forms. */
export const mountPage = (
  app: FastifyInstance,
  site: Site,
  { path, template, side = 'vendor', facts, actions = {}, adminsOnly, forTeam }: FormPage,
): void => {
  const { render } = site
  const placeOf = ({ params }: Pick<PageRequest, 'params'>) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')

  const show = async (pageRequest: PageRequest, more: object, fragment: boolean) => {
    const { page, here } = pageRequest
    if (adminsOnly) onlyAdmin(page.person)
    const own = { isAdmin: isAdmin(page.person), path: placeOf(pageRequest), here }
    return render.page(template, { ...page, ...own, ...(await facts(pageRequest)), ...more }, fragment)
  }

  /** htmx replaces the page in place. Without scripts, the browser gets a redirect. */
  const go = async (request: FastifyRequest, reply: FastifyReply, sent: SentForm, to: string) => {
    const [place = '', anchor] = to.split('#')
    const isHere = place === placeOf(sent)
    const address = place + (isHere ? sent.here : sent.page.query) + (anchor ? `#${anchor}` : '')
    if (!isHtmx(request)) return seeOther(reply, address)
    if (!isHere) return reply.header('hx-redirect', address).status(204).send()
    return render.html(reply).send(await show(sent, {}, true))
  }

  app.get(path, async (request, reply) => {
    const page = await pageFor(site, request, reply, { side })
    return render.html(reply).send(await show(pageRequestOf(request, page), {}, isHtmx(request)))
  })
  for (const [action, run] of Object.entries(actions)) {
    const findSender = async (request: FastifyRequest, reply: FastifyReply) => {
      const page = await pageFor(site, request, reply, { side })
      if (!forTeam) onlyAdmin(page.person)
      return page
    }
    app.post(path + action, beforeBody(findSender), async (request, reply) => {
      const form = formIn(request)
      const sent = { ...pageRequestOf(request, pageIn(request)), form, address: request.ip }
      try {
        const outcome = await run(sent)
        if (typeof outcome !== 'object') return await go(request, reply, sent, outcome ?? placeOf(sent))
        return await render.html(reply).send(await show(sent, outcome.facts, isHtmx(request)))
      } catch (error) {
        // Invalid fields are shown in the form. Other errors get a page of their own.
        if (!(error instanceof ApiProblem) || error.kind !== 'invalid') throw error
        const shown = await show(sent, refusalFacts(refusalIn(error, form)), isHtmx(request))
        return render.html(reply).status(422).send(shown)
      }
    })
  }
}
