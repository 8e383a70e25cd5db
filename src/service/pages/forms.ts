import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import { onlyAdmin } from '../changes/settings.ts'
import type { Deps } from '../deps.ts'
import { type Entrance, type Page, pageFor } from './page.ts'
import { headers, type Render } from './render.ts'
import { sameOrigin } from './same-origin.ts'

export interface FormOptions {
  readonly org: string
  readonly render: Render
  readonly entrance: Entrance
}

/** What the form of a page was sent to, and with what. */
export interface Sent {
  readonly page: Page
  readonly params: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, unknown>>
}

/** A refusal of a form, with what was filled in. */
export interface Refused {
  readonly notice?: string
  readonly filled?: Readonly<Record<string, unknown>>
}

export interface FormPage {
  readonly path: string
  readonly show: (page: Page, params: Sent['params'], refused: Refused) => Promise<string>
  /** By the path after that of the page; the answer is where to go then, with or without `#…`. */
  readonly actions: Readonly<Record<string, (sent: Sent) => Promise<string>>>
}

const html = (reply: FastifyReply) => reply.headers(headers).type('text/html; charset=utf-8')

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>

/** A page of the vendor's that its whole team sees and whose forms a Vendor Admin alone may send. */
export const mountForms = (
  app: FastifyInstance,
  deps: Deps,
  { org, entrance }: FormOptions,
  { path, show, actions }: FormPage,
): void => {
  const pageOf = (request: FastifyRequest, reply: FastifyReply) =>
    pageFor(deps, request, reply, { side: 'vendor', base: path, org, accountUuid: undefined, entrance })

  app.get(path, async (request, reply) =>
    html(reply).send(await show(await pageOf(request, reply), paramsOf(request), {})),
  )
  for (const [action, run] of Object.entries(actions)) {
    app.post(path + action, async (request, reply) => {
      sameOrigin(request)
      const page = await pageOf(request, reply)
      onlyAdmin(page.person)
      const params = paramsOf(request)
      const form = (request.body ?? {}) as Record<string, unknown>
      try {
        const to = await run({ page, params, form })
        return await reply.redirect(
          to.replace(/#|$/, (end) => page.query + end),
          303,
        )
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.kind !== 'invalid') throw error
        const notice = error.fields[0]?.message ?? error.message
        return html(reply)
          .status(422)
          .send(await show(page, params, { notice, filled: form }))
      }
    })
  }
}
